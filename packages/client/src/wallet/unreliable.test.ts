import { buildEnvelope } from '@quorate/core';
import { createVerifier, loadEd25519, rememberingVerifier } from '@quorate/crypto';
import {
  certificateToJson,
  factsOf,
  type JsonObject,
  NATIVE_TOKEN_ID,
  type Operation,
  parseJson,
  stringifyJson,
  type TransactionEnvelope,
  transactionId,
} from '@quorate/protocol';
import { certificateBy, committeeOf, signerOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClient } from '../network/client.ts';
import { ClientError } from '../network/client-error.ts';
import { envelopeOf, memoryOutbox, type Outgoing } from './outbox.ts';
import { createWallet, type Wallet } from './wallet.ts';

const ALICE = signerOf('alice');
const MEMBERS = committeeOf(4);
const verifier = rememberingVerifier(createVerifier(loadEd25519()), { capacity: 10_000 });
const trusted = {
  committee: {
    epoch: 0,
    members: MEMBERS.map(({ address }) => ({
      validator: { address, host: 'v', rpcPort: 0 },
      operator: undefined,
    })),
  },
  verifier,
};

/** What goes wrong with one request. */
const FAULTS = [
  /** It never arrives. */
  'unsent',
  /** It is carried out, and the answer is lost. */
  'unheard',
  /** It is carried out, and half of the answer arrives. */
  'garbled',
  /** It is a payment that some validators have signed: it may settle later, or never. */
  'undecided',
  /** It waits at the proxy for signatures of others, so it may settle later, too. */
  'incomplete',
  /** It is a payment that all validators refuse. */
  'refused',
  /** Another device of alice has paid just before. */
  'outrun',
  /** It has paid so often that the certificates are pruned. */
  'outdated',
  /** What was undecided settles just before. */
  'decided',
  /** It is a question for the next nonce, and the answer is from before the last payment. */
  'stale',
] as const;
type Fault = (typeof FAULTS)[number] | 'none';

interface Faults {
  readonly sends: readonly Fault[];
  readonly reads: readonly Fault[];
}

function payment(amount: bigint): Operation {
  const { address: recipient } = signerOf('bob');
  return { kind: 'TokenTransfer', tokenId: NATIVE_TOKEN_ID, recipient, amount, userData: null };
}

function amountIn({ transaction }: TransactionEnvelope): bigint {
  const [operation] = factsOf(transaction).transaction.operations;
  return operation?.kind === 'TokenTransfer' ? operation.amount : 0n;
}

const idOf = ({ transaction }: TransactionEnvelope) => transactionId(transaction);
const nonceOf = ({ transaction }: TransactionEnvelope) =>
  Number(factsOf(transaction).transaction.nonce);

const answer = (data: unknown) => new Response(stringifyJson({ data } as JsonObject));
const refusal = (code: string, status: number, details: unknown = null) =>
  new Response(stringifyJson({ error: { code, message: 'no', details } } as JsonObject), {
    status,
  });

/** A network with an honest proxy, on a line that is not reliable. */
class Network {
  /** The payments of alice, by nonce. */
  readonly settled: TransactionEnvelope[] = [];
  /** Which payments and which questions meet with what, from the next on; with nothing after these. */
  faults: Faults = { sends: [], reads: [] };
  /** Whether the proxy knows of what settled before only that its nonce is used. */
  isForgetful = false;
  /** Transactions that arrived at a nonce at which another one may still settle. */
  readonly rivals: bigint[] = [];
  #undecided: TransactionEnvelope | undefined;
  #prunedBelow = 0;
  #elsewhere = 1_000n;

  readonly fetch = async (input: unknown, init?: RequestInit): Promise<Response> => {
    const isSent = init?.method === 'POST';
    const [fault = 'none', ...others] = this.faults[isSent ? 'sends' : 'reads'];
    this.faults = { ...this.faults, [isSent ? 'sends' : 'reads']: others };
    if (fault === 'unsent') throw new TypeError('no route');
    if (fault === 'outrun') this.payElsewhere(1);
    if (fault === 'outdated') this.payElsewhere(2);
    if (fault === 'outdated') this.prune();
    if (fault === 'decided') this.decide(true);
    const response = isSent
      ? this.#submit(envelopeOf(parseJson(String(init.body)) as unknown as Outgoing), fault)
      : this.#read(new URL(String(input)), fault === 'stale' ? 1 : 0);
    if (fault === 'unheard') throw new TypeError('the connection broke');
    return fault === 'garbled' ? new Response('{"data":{"Succ') : response;
  };

  get amounts(): readonly bigint[] {
    return this.settled.map(amountIn);
  }

  /** Another device pays so often from the account, unless that would lock it. */
  payElsewhere(count: number): void {
    if (this.#undecided !== undefined) return;
    for (let paid = 0; paid < count; paid += 1) {
      this.#elsewhere += 1n;
      const nonce = BigInt(this.settled.length);
      const operations = [payment(this.#elsewhere)];
      const intent = { networkId: 'fast:localnet', nonce, timestampNanos: 0n, operations } as const;
      this.settled.push(buildEnvelope(intent, ALICE));
    }
  }

  /** What was undecided settles, or never will. */
  decide(settles: boolean): void {
    if (settles && this.#undecided !== undefined) this.settled.push(this.#undecided);
    this.#undecided = undefined;
  }

  /** Only the newest certificate stays. */
  prune(): void {
    this.#prunedBelow = Math.max(0, this.settled.length - 1);
  }

  #submit(envelope: TransactionEnvelope, fault: Fault): Response {
    const nonce = nonceOf(envelope);
    const before = this.settled[nonce];
    const isOwn = before !== undefined && idOf(before) === idOf(envelope);
    if (isOwn && !this.isForgetful) return this.#success(envelope);
    if (nonce !== this.settled.length) return refusal('UNEXPECTED_NONCE', 409);
    const open = this.#undecided;
    if (open !== undefined && idOf(open) !== idOf(envelope)) this.rivals.push(amountIn(envelope));
    if (fault === 'undecided' || fault === 'incomplete') {
      this.#undecided = envelope;
      return fault === 'undecided'
        ? refusal('UPSTREAM_ERROR', 502)
        : answer('IncompleteVerifierSigs');
    }
    if (fault === 'refused' && open === undefined) return refusal('INVALID_REQUEST', 400);
    this.#undecided = undefined;
    this.settled.push(envelope);
    return this.#success(envelope);
  }

  #success(envelope: TransactionEnvelope): Response {
    if (nonceOf(envelope) < this.#prunedBelow) return this.#pruned(envelope);
    return answer({ Success: this.#certificate(envelope) });
  }

  #certificate(envelope: TransactionEnvelope) {
    return certificateToJson(certificateBy(MEMBERS.slice(0, 3), envelope), 'rest');
  }

  #pruned(envelope: TransactionEnvelope): Response {
    const pruned = [{ nonce: nonceOf(envelope), transaction_id: idOf(envelope) }];
    return refusal('CERTIFICATE_PRUNED', 404, { CertificatePruned: { pruned } });
  }

  #read({ pathname, searchParams }: URL, behind: number): Response {
    if (pathname.includes('/committee-changes/')) return refusal('NOT_FOUND', 404);
    if (!pathname.endsWith('/certificates')) {
      return answer({
        ...{
          sender: ALICE.address,
          balance: '0',
          next_nonce: Math.max(0, this.settled.length - behind),
        },
        ...{ pending_confirmation: null, requested_state: [], requested_certificates: null },
        ...{ requested_validated_transaction: null, token_balance: [] },
      });
    }
    const found = this.settled[Number(searchParams.get('from_nonce'))];
    if (found === undefined) return answer([]);
    const isPruned = nonceOf(found) < this.#prunedBelow;
    return isPruned ? this.#pruned(found) : answer([this.#certificate(found)]);
  }
}

/** Somebody who pays, and writes down what the wallet says of each payment. */
class Payer {
  readonly network = new Network();
  /** The amounts that are said to have settled. */
  readonly paid: bigint[] = [];
  /** The amounts that are said to be refused: they may be ordered again. */
  readonly refused: bigint[] = [];
  readonly #outbox = memoryOutbox();
  readonly #isWary: boolean;
  #wallet: Wallet;
  #amount = 0n;

  constructor(isWary: boolean) {
    this.#isWary = isWary;
    this.#wallet = this.#open();
  }

  #open(): Wallet {
    const client = createClient({ url: 'http://localhost', fetch: this.network.fetch });
    return createWallet({
      ...{ client, signer: ALICE, networkId: 'fast:localnet', outbox: this.#outbox, retries: 0 },
      ...(this.#isWary ? { trusted } : {}),
    });
  }

  restart(): void {
    this.#wallet = this.#open();
  }

  async #kept(): Promise<bigint | undefined> {
    const left = await this.#outbox.load();
    return left && amountIn(envelopeOf(left));
  }

  async pay(): Promise<void> {
    this.#amount += 1n;
    const amount = this.#amount;
    await this.#hear(amount, () => this.#wallet.transact([payment(amount)]));
  }

  async finish(): Promise<void> {
    const kept = await this.#kept();
    if (kept === undefined) expect(await this.#wallet.finish()).toBeUndefined();
    else await this.#hear(kept, () => this.#wallet.finish());
  }

  async #hear(amount: bigint, act: () => ReturnType<Wallet['finish']>): Promise<void> {
    try {
      const certificate = await act();
      expect(certificate && amountIn(certificate.envelope)).toBe(amount);
      this.paid.push(amount);
    } catch (failure) {
      if (!(failure instanceof ClientError)) throw failure;
      const kept = await this.#kept();
      expect(failure.kept === undefined).toBe(kept === undefined);
      if (failure.code === 'CERTIFICATE_PRUNED') this.paid.push(amount);
      else if (kept !== amount) this.refused.push(amount);
    }
  }
}

type Event =
  | { readonly kind: 'pay' | 'finish'; readonly faults: Faults }
  | { readonly kind: 'restart' | 'elsewhere' | 'prune' };

const some = fc.array(fc.constantFrom<Fault>('none', ...FAULTS), { maxLength: 2 });
const faults: fc.Arbitrary<Faults> = fc.record({ sends: some, reads: some });
const event: fc.Arbitrary<Event> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), faults }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('finish' as const), faults }) },
  fc.record({ kind: fc.constantFrom('restart' as const, 'elsewhere' as const, 'prune' as const) }),
);

async function happen(payer: Payer, happening: Event): Promise<void> {
  const { network } = payer;
  switch (happening.kind) {
    case 'pay':
    case 'finish':
      network.faults = happening.faults;
      await payer[happening.kind]();
      network.faults = { sends: [], reads: [] };
      break;
    case 'restart':
      payer.restart();
      break;
    case 'elsewhere':
      network.payElsewhere(1);
      break;
    case 'prune':
      network.prune();
  }
}

describe('a wallet on a line that is not reliable', () => {
  it.each([
    ['takes the word of its proxy', false],
    ['trusts a committee', true],
  ])(
    'P5: signs nothing beside what may settle, and says rightly what became of each payment, if it %s',
    async (_, isWary) => {
      const events = fc.array(event, { maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(events, fc.boolean(), fc.boolean(), async (all, settles, isForgetful) => {
          const payer = new Payer(isWary);
          const { network, paid, refused } = payer;
          network.isForgetful = isForgetful;
          for (const each of all) await happen(payer, each);
          network.decide(settles);
          await payer.finish();
          await payer.pay();
          expect(network.rivals).toEqual([]);
          const settled = network.amounts.filter((amount) => amount < 1_000n);
          expect(new Set(settled).size).toBe(settled.length);
          expect(settled.filter((amount) => refused.includes(amount))).toEqual([]);
          expect(settled).toEqual(expect.arrayContaining(paid));
          // Nothing is in the way of the last one.
          expect(paid).toContain(settled.at(-1));
          expect(settled.at(-1)).toBe(amountIn(network.settled.at(-1) as TransactionEnvelope));
        }),
        { numRuns: 100 },
      );
    },
  );

  it('P5: signs ahead of no account in a network that was put back, though an answer is stale', async () => {
    const payer = new Payer(false);
    const { network, paid, refused } = payer;
    await payer.pay();
    await payer.pay();
    network.settled.splice(0);
    await payer.pay();
    // Only a wallet that signed at a nonce its account has not reached would read a third time.
    network.faults = { sends: [], reads: ['stale', 'none', 'unsent'] };
    await payer.pay();
    expect([paid, refused]).toEqual([[1n, 2n, 3n, 4n], []]);
    expect(network.settled.map(nonceOf)).toEqual([0, 1]);
  });

  it('P5: says that nothing settled where the newest certificate is said to be pruned', async () => {
    const payer = new Payer(true);
    const { network, paid, refused } = payer;
    network.faults = { sends: ['unheard'], reads: [] };
    await payer.pay();
    network.payElsewhere(1);
    network.prune();
    network.faults = { sends: [], reads: ['stale'] };
    await payer.pay();
    expect([paid, refused]).toEqual([[], [2n]]);
    await payer.finish();
    expect([paid, refused]).toEqual([[1n], [2n]]);
  });

  it('P5: says that a payment has settled where only its pruned certificate tells', async () => {
    const payer = new Payer(true);
    const { network, paid, refused } = payer;
    network.isForgetful = true;
    network.faults = { sends: ['unheard'], reads: [] };
    await payer.pay();
    expect([paid, refused]).toEqual([[], []]);
    network.payElsewhere(1);
    network.prune();
    await payer.finish();
    expect([paid, refused]).toEqual([[1n], []]);
  });
});
