import { setTimeout as delay } from 'node:timers/promises';
import { type Client, ClientError, createClient } from '@quorate/client';
import { createSigner, loadEd25519, type Signer } from '@quorate/crypto';
import {
  type Address,
  hexToBytes,
  type TransactionCertificate,
  type TransactionEnvelope,
  type TransactionId,
  transactionId,
} from '@quorate/protocol';
import { payment, signedBy } from '../kill/wire.ts';
import type { Ready } from './command.ts';

/** The result of a load. */
export interface LoadOutcome {
  /** In the order of the answers. */
  readonly certificates: readonly TransactionCertificate[];
  /** What each account has sent, in order. */
  readonly sent: ReadonlyMap<Address, readonly TransactionId[]>;
  /** What each account has gained, less what it has paid. */
  readonly gains: ReadonlyMap<Address, bigint>;
  /** Refusals; nobody should get one. */
  readonly failures: readonly string[];
  /** How often there was no answer in time, so that the same bytes were sent again. */
  readonly unanswered: number;
  /** Payments that were answered in a second, on average. */
  readonly rate: number;
  /** Milliseconds that the slowest answer took. */
  readonly slowest: number;
}

/** Payments that go on until they are ended. */
export interface Load {
  /** How many payments were answered. */
  answered(): number;
  /** Stops new payments, and resolves once all that were sent are answered. */
  end(): Promise<LoadOutcome>;
}

/**
 * Has every account pay others, at this rate of payments a second in all; each account has one at a
 * time.
 */
export function beginLoad(
  { rest, accounts }: Pick<Ready, 'rest' | 'accounts'>,
  rate: number,
): Load {
  const client = createClient({ url: rest });
  const signers = accounts.map(({ secretKey }) =>
    createSigner(loadEd25519(), hexToBytes(secretKey)),
  );
  const certificates: TransactionCertificate[] = [];
  const sent = new Map<Address, TransactionId[]>();
  const gains = new Map<Address, bigint>();
  const failures: string[] = [];
  let unanswered = 0;
  let slowest = 0;
  let isOver = false;
  const began = performance.now();
  const pause = (1000 * accounts.length) / rate;

  function note(envelope: TransactionEnvelope, payer: Address, payee: Address): void {
    sent.set(payer, [...(sent.get(payer) ?? []), transactionId(envelope.transaction)]);
    gains.set(payer, (gains.get(payer) ?? 0n) - 1n);
    gains.set(payee, (gains.get(payee) ?? 0n) + 1n);
  }

  async function payOn(signer: Signer, index: number): Promise<void> {
    // An account that waited for an answer makes up for it, so that the whole load keeps its rate.
    let due = performance.now() + (pause * index) / accounts.length;
    for (let nonce = 0n; ; nonce += 1n) {
      await delay(Math.max(0, due - performance.now()));
      if (isOver) return;
      due += pause;
      const payee =
        signers[(index + 1 + Number(nonce)) % signers.length]?.address ?? signer.address;
      const transfer = { recipient: payee, amount: 1n };
      const envelope = signedBy(signer, payment(signer.address, nonce, transfer));
      const asked = performance.now();
      const ended = await settle(client, envelope, () => {
        unanswered += 1;
      });
      slowest = Math.max(slowest, performance.now() - asked);
      if (typeof ended === 'string') {
        failures.push(ended);
        return;
      }
      certificates.push(ended);
      note(envelope, signer.address, payee);
    }
  }

  const all = Promise.all(signers.map(payOn));
  return {
    answered: () => certificates.length,
    async end() {
      isOver = true;
      const seconds = (performance.now() - began) / 1000;
      const paid = certificates.length;
      await all;
      return { certificates, sent, gains, failures, unanswered, rate: paid / seconds, slowest };
    },
  };
}

/** The codes that say nothing about the outcome. */
const SILENCE = ['QUORUM_UNREACHABLE', 'SERVICE_UNAVAILABLE', 'UNREACHABLE'];

/** Submits the same bytes until there is an answer; a text is a refusal. */
async function settle(
  client: Client,
  envelope: TransactionEnvelope,
  onSilence: () => void,
): Promise<TransactionCertificate | string> {
  for (;;) {
    try {
      const result = await client.submit(envelope);
      return result.kind === 'Success' ? result.certificate : result.kind;
    } catch (failure) {
      if (!(failure instanceof ClientError)) throw failure;
      const isSilence = SILENCE.includes(failure.code);
      if (!isSilence) return `${failure.code}: ${failure.message}`;
      onSilence();
    }
  }
}
