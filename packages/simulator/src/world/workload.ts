import { buildEnvelope, type Message, type Result } from '@quorate/core';
import type { Signer } from '@quorate/crypto';
import {
  type Address,
  bytesToHex,
  factsOf,
  type HexBytes,
  NATIVE_TOKEN_ID,
  type Operation,
  type TransactionEnvelope,
} from '@quorate/protocol';
import type { NodeName, Transport } from '@quorate/transport';
import type { OperationReport, Outcome } from '../run-result.ts';
import type {
  ClaimStep,
  PayStep,
  SignStep,
  WorkloadEntry,
  WorkloadStep,
} from '../scenario/scenario.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import { createDirectSender, type DirectSender } from './direct-sender.ts';
import type { Parties } from './parties.ts';

/** What a workload entry acts on. */
export interface WorkloadOptions {
  readonly entry: WorkloadEntry;
  readonly clock: VirtualClock;
  readonly start: bigint;
  readonly transport: Transport<Message>;
  readonly parties: Parties;
  readonly validators: readonly NodeName[];
  /** How many signatures the validators take for a quorum. */
  readonly quorum: number;
  /** The nonce that the client will use next. */
  readonly nextNonce: () => bigint;
}

/** A workload entry at work: a user who acts through a client, step by step. */
export interface Workload {
  readonly client: string;
  /** Whether every step was taken and every answer has come. */
  isDone(): boolean;
  operations(): readonly OperationReport[];
  /** The transactions that the user signed by hand. */
  signed(): readonly TransactionEnvelope[];
}

/** Names the user of a client, who sits beside it: no network is between the two. */
export function userOf(client: string): NodeName {
  return `user:${client}`;
}

/** Names the hand-driven half of a client, which talks to validators over the client's own links. */
export function directOf(client: string): NodeName {
  return `direct:${client}`;
}

/** Gives the node whose links a party's messages take. */
export function linkNameOf(party: NodeName): string {
  return party.startsWith('direct:') ? party.slice('direct:'.length) : party;
}

interface OpenOperation {
  readonly summary: string;
  readonly startedAt: bigint;
  readonly requestId: string;
}

/** Starts the user of a client on its steps. */
export function startWorkload(options: WorkloadOptions): Workload {
  const { entry, clock, start, transport, parties } = options;
  const user = userOf(entry.client);
  const signer = parties.signer(entry.client);
  const reports: OperationReport[] = [];
  const signed = new Map<string, TransactionEnvelope>();
  let direct: DirectSender | undefined;
  let position = 0;
  let open: OpenOperation | undefined;

  transport.attach(user, (_from, message) => {
    if (message.type !== 'Response' || message.requestId !== open?.requestId) return;
    close(open, message.result);
  });
  clock.setTimer(start + entry.start, takeNext);

  function close(operation: OpenOperation, result: Result): void {
    open = undefined;
    const { summary, startedAt } = operation;
    reports.push({
      client: entry.client,
      summary,
      ...outcomeOf(result),
      startedAt: startedAt - start,
      endedAt: clock.now() - start,
    });
    takeNext();
  }

  function takeNext(): void {
    const step = entry.steps[position];
    position += 1;
    if (step !== undefined) take(step);
  }

  function take(step: WorkloadStep): void {
    switch (step.op) {
      case 'pay':
        ask(`pays ${step.to} ${step.amount}`, (requestId) => ({
          type: 'Execute',
          requestId,
          operations: [transfer(step, parties)],
        }));
        return;
      case 'claim':
        ask(`claims ${step.data.length} bytes`, (requestId) => ({
          type: 'SubmitTransaction',
          requestId,
          envelope: signClaim(step, signer, options),
        }));
        return;
      case 'sign':
        signed.set(step.as, signTransfer(step, signer, options));
        takeNext();
        return;
      case 'send': {
        const envelope = signed.get(step.transaction);
        direct ??= createDirectSender({ ...options, name: directOf(entry.client) });
        if (envelope !== undefined) direct.send(envelope, step.validators);
        takeNext();
        return;
      }
      case 'wait':
        clock.setTimer(clock.now() + step.duration, takeNext);
        return;
    }
  }

  function ask(summary: string, message: (requestId: string) => Message): void {
    const requestId = `${entry.id}:${position}`;
    open = { summary, startedAt: clock.now(), requestId };
    transport.send(user, entry.client, message(requestId));
  }

  return {
    client: entry.client,
    isDone: () => position > entry.steps.length && open === undefined,
    operations: () => [...reports, ...unanswered(entry.client, open, start, clock.now())],
    signed: () => [...signed.values()],
  };
}

function unanswered(
  client: string,
  open: OpenOperation | undefined,
  start: bigint,
  now: bigint,
): readonly OperationReport[] {
  if (open === undefined) return [];
  const { summary, startedAt } = open;
  return [
    {
      client,
      summary,
      outcome: 'unknown',
      reason: 'no answer',
      startedAt: startedAt - start,
      endedAt: now - start,
    },
  ];
}

function outcomeOf(result: Result): { readonly outcome: Outcome; readonly reason?: string } {
  if (result.type === 'Success') return { outcome: 'final' };
  if (result.type !== 'Rejected') return { outcome: 'unknown', reason: result.type };
  const { rejection } = result;
  // Where some validator may have signed, the money may still move.
  const isOpen =
    (rejection.code === 'QuorumUnreachable' && rejection.unsettled) ||
    rejection.code === 'PreviousTransactionMustBeConfirmedFirst';
  return { outcome: isOpen ? 'unknown' : 'refused', reason: rejection.code };
}

function transfer({ to, amount }: PayStep | SignStep, parties: Parties): Operation {
  return {
    kind: 'TokenTransfer',
    tokenId: NATIVE_TOKEN_ID,
    recipient: parties.signer(to).address,
    amount,
    userData: null,
  };
}

function signTransfer(
  step: SignStep,
  signer: Signer,
  { clock, nextNonce, parties }: WorkloadOptions,
): TransactionEnvelope {
  return buildEnvelope(
    {
      networkId: 'fast:localnet',
      nonce: step.nonce ?? nextNonce(),
      timestampNanos: clock.now(),
      operations: [transfer(step, parties)],
    },
    signer,
  );
}

// Verifiers sign what the sender signs, so the transaction is built once without their signatures.
function signClaim(
  { data, verifiers, quorum }: ClaimStep,
  signer: Signer,
  { clock, nextNonce, parties }: WorkloadOptions,
): TransactionEnvelope {
  const verifierSigners = verifiers.map((name) => parties.signer(name));
  const claim = {
    verifierCommittee: verifierSigners.map(({ address }) => address),
    verifierQuorum: BigInt(quorum),
    claimData: bytesToHex(data) as HexBytes,
  };
  const build = (
    signatures: readonly { verifierAddr: Address; sig: ReturnType<Signer['sign']> }[],
  ) =>
    buildEnvelope(
      {
        networkId: 'fast:localnet',
        nonce: nextNonce(),
        timestampNanos: clock.now(),
        operations: [{ kind: 'ExternalClaim', claim, signatures }],
      },
      signer,
    );
  const { signingBytes } = factsOf(build([]).transaction);
  return build(
    verifierSigners.map((verifier) => ({
      verifierAddr: verifier.address,
      sig: verifier.sign(signingBytes),
    })),
  );
}
