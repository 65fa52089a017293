import { buildEnvelope, invariant, type Message, type Result } from '@quorate/core';
import type { NetworkId, TransactionEnvelope } from '@quorate/protocol';
import type { NodeName, Transport } from '@quorate/transport';
import type { OperationReport, Outcome } from '../run-result.ts';
import type { SendStep, WorkloadEntry, WorkloadStep } from '../scenario/scenario.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import { createDirectSender, type DirectSender } from './direct-sender.ts';
import { signClaim, transferOf } from './intents.ts';
import { directOf, userOf } from './links.ts';
import type { Parties } from './parties.ts';

/** What a workload entry acts on. */
export interface WorkloadOptions {
  readonly entry: WorkloadEntry;
  readonly clock: VirtualClock;
  readonly start: bigint;
  readonly transport: Transport<Message>;
  readonly parties: Parties;
  readonly networkId: NetworkId;
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
  /** The transactions that the user handed to validators past the proxy. */
  handed(): readonly TransactionEnvelope[];
}

interface OpenOperation {
  readonly summary: string;
  readonly startedAt: bigint;
  readonly requestId: string;
}

/** Starts the user of a client on its steps. */
export function startWorkload(options: WorkloadOptions): Workload {
  const { entry, clock, start, transport, parties, networkId, nextNonce } = options;
  const user = userOf(entry.client);
  const signer = parties.signer(entry.client);
  const reports: OperationReport[] = [];
  const hand = createHand(options);
  let position = 0;
  let open: OpenOperation | undefined;

  transport.attach(user, (_from, message) => {
    if (message.type !== 'Response' || message.requestId !== open?.requestId) return;
    reports.push(report(open, outcomeOf(message.result)));
    open = undefined;
    takeNext();
  });
  clock.setTimer(start + entry.start, takeNext);

  function takeNext(): void {
    const step = entry.steps[position];
    position += 1;
    if (step !== undefined) take(step);
  }

  function take(step: WorkloadStep): void {
    switch (step.op) {
      case 'pay': {
        const operations = [transferOf(step, parties)];
        ask(`pays ${step.to} ${step.amount}`, (requestId) => ({
          type: 'Execute',
          requestId,
          operations,
        }));
        return;
      }
      case 'claim': {
        const standing = { networkId, nonce: nextNonce(), timestampNanos: clock.now() };
        const envelope = signClaim(step, standing, { signer, parties });
        ask(`claims ${step.data.length} bytes`, (requestId) => ({
          type: 'SubmitTransaction',
          requestId,
          envelope,
        }));
        return;
      }
      case 'sign': {
        const { nonce = nextNonce() } = step;
        const operations = [transferOf(step, parties)];
        const intent = { networkId, nonce, timestampNanos: clock.now(), operations };
        hand.keep(step.as, buildEnvelope(intent, signer));
        takeNext();
        return;
      }
      case 'send':
        hand.send(step);
        takeNext();
        return;
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

  function report({ summary, startedAt }: OpenOperation, ending: Ending): OperationReport {
    const times = { startedAt: startedAt - start, endedAt: clock.now() - start };
    return { client: entry.client, summary, ...ending, ...times };
  }

  return {
    client: entry.client,
    isDone: () => position > entry.steps.length && open === undefined,
    operations: () => (open === undefined ? reports : [...reports, report(open, UNANSWERED)]),
    handed: hand.handed,
  };
}

type Ending = Pick<OperationReport, 'outcome' | 'reason'>;

const UNANSWERED: Ending = { outcome: 'unknown', reason: 'no answer' };

function outcomeOf(result: Result): Ending {
  if (result.type === 'Success') return { outcome: 'final' };
  if (result.type !== 'Rejected') return { outcome: 'unknown', reason: result.type };
  const { rejection } = result;
  // Where some validator may have signed, the money may still move.
  const isOpen =
    (rejection.code === 'QuorumUnreachable' && rejection.unsettled) ||
    rejection.code === 'PreviousTransactionMustBeConfirmedFirst';
  const outcome: Outcome = isOpen ? 'unknown' : 'refused';
  return { outcome, reason: rejection.code };
}

/** What a user signs and sends by hand. */
interface Hand {
  keep(label: string, envelope: TransactionEnvelope): void;
  send(step: SendStep): void;
  handed(): readonly TransactionEnvelope[];
}

function createHand(options: WorkloadOptions): Hand {
  const signed = new Map<string, TransactionEnvelope>();
  const handed = new Set<TransactionEnvelope>();
  let direct: DirectSender | undefined;
  return {
    keep: (label, envelope) => signed.set(label, envelope),
    send({ transaction, validators }) {
      const envelope = signed.get(transaction);
      invariant(envelope !== undefined, `nothing was signed as ${transaction}`);
      handed.add(envelope);
      direct ??= createDirectSender({ ...options, name: directOf(options.entry.client) });
      direct.send(envelope, validators);
    },
    handed: () => [...handed],
  };
}
