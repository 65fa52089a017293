import type { Message, Result } from '@quorate/core';
import type { Transport } from '@quorate/transport';
import type { FailedExpectation, OperationReport } from '../../run-result.ts';
import type { TransactionStep } from '../../scenario/steps/step.ts';
import type { VirtualClock } from '../../virtual-clock.ts';
import { userOf } from '../links.ts';
import type { Parties } from '../parties.ts';
import { type Ending, endingOf, UNANSWERED, unmetBy } from '../verdict/ending.ts';
import { type Asking, askAlone, askTogether } from './ask.ts';
import type { Desk } from './desk.ts';
import type { Labels } from './labels.ts';
import type { SharedAccount } from './shared-accounts.ts';
import type { Writer } from './writer.ts';

/** The options of a user. */
export interface UserOptions {
  /** The workload entry, for request ids and expectations. */
  readonly entry: { readonly id: string; readonly client: string };
  readonly clock: VirtualClock;
  readonly start: bigint;
  readonly transport: Transport<Message>;
  readonly parties: Parties;
  readonly labels: Labels;
  /** Gives the multisig account of a name. */
  readonly account: (name: string) => SharedAccount;
  readonly writer: Writer;
  /** Undefined when no client crashes. */
  readonly desk: Desk | undefined;
}

/** The person at a client, who asks for one transaction after another and keeps the outcomes. */
export interface User {
  /** Has a step settled; calls `onEnd` when its outcome is known. Others may be under way. */
  transact(step: TransactionStep, index: number): void;
  /** Leaves out a step that cannot be done, for this reason; it counts as refused. */
  skip(step: TransactionStep, index: number, reason: string): void;
  /** Keeps the report of something else that the person did. */
  keep(report: OperationReport): void;
  /** Gives the number of steps that have begun and have no outcome. */
  underWay(): number;
  operations(): readonly OperationReport[];
  /**
   * Lists the expected endings of steps that did not happen, including steps that have not begun.
   */
  failedExpectations(notBegun: readonly PlacedStep[]): readonly FailedExpectation[];
}

/** A step and its position in its entry. */
export interface PlacedStep {
  readonly step: TransactionStep;
  readonly index: number;
}

/** A step that has begun and has no outcome. */
interface OpenStep extends PlacedStep {
  readonly summary: string;
  readonly startedAt: bigint;
  readonly requestId: string;
}

/** Creates the user of a client. */
export function createUser(options: UserOptions, onEnd: (index: number) => void): User {
  const { entry, clock, start, transport, labels, desk, parties, writer } = options;
  const { client } = entry;
  const reports: OperationReport[] = [];
  const unmet: FailedExpectation[] = [];
  const open = new Map<string, OpenStep>();
  const give = createTurns(clock);
  const pathOf = (index: number) => `workload.${entry.id}.steps[${index}]`;

  transport.attach(userOf(client), (_from, message) => {
    if (message.type !== 'Response') return;
    const opened = open.get(message.requestId);
    if (opened !== undefined) hear(opened, message.result);
  });

  function hear(opened: OpenStep, result: Result): void {
    if (result.type === 'Success') labels.settled(opened.step.operations, result.certificate);
    close(opened, endingOf(result, parties.nameOf));
  }

  function close(opened: OpenStep, ending: Ending): void {
    const { step, index } = opened;
    if (ending.outcome !== 'final' && ending.outcome !== 'incomplete') {
      labels.abandoned(step.operations);
    }
    reports.push(report(opened, ending));
    unmet.push(...unmetBy(pathOf(index), step, ending));
    open.delete(opened.requestId);
    onEnd(index);
  }

  function report({ summary, startedAt }: OpenStep, ending: Ending): OperationReport {
    const times = { startedAt: startedAt - start, endedAt: clock.now() - start };
    return { client, summary, ...ending, ...times };
  }

  function send(opened: OpenStep, node: string, message: Message): void {
    const again = () => give(() => transport.send(userOf(client), node, message));
    desk?.asked({
      node,
      requestId: opened.requestId,
      isOpen: () => open.get(opened.requestId) === opened,
      again,
      told: (result) => hear(opened, result),
    });
    again();
  }

  return {
    transact(step, index) {
      const requestId = `${entry.id}:${index + 1}`;
      const asking: Asking = {
        client,
        parties,
        labels,
        writer,
        begin: (summary) => {
          open.set(requestId, { step, index, summary, requestId, startedAt: clock.now() });
          return requestId;
        },
        send: (node, message) => {
          const opened = open.get(requestId);
          if (opened !== undefined) send(opened, node, message);
        },
      };
      if (step.from === undefined) askAlone(step, asking);
      else askTogether(step, options.account(step.from), asking);
    },
    skip(step, index, reason) {
      const now = clock.now();
      const summary = `step ${index + 1}`;
      close(
        { step, index, summary, startedAt: now, requestId: '' },
        { outcome: 'refused', reason },
      );
    },
    keep: (report) => void reports.push(report),
    underWay: () => open.size,
    operations: () => [...reports, ...[...open.values()].map((each) => report(each, UNANSWERED))],
    failedExpectations: (behind) => [
      ...unmet,
      ...[...open.values()].flatMap(({ step, index }) => unmetBy(pathOf(index), step, UNANSWERED)),
      ...behind.flatMap(({ step, index }) => unmetBy(pathOf(index), step, undefined)),
    ],
  };
}

/**
 * Creates a function that runs one thing after another, each at an instant of its own: messages of
 * one instant may arrive in any order.
 */
function createTurns(clock: VirtualClock): (act: () => void) => void {
  let last = -1n;
  return (act) => {
    const now = clock.now();
    const isFree = now > last;
    last = isFree ? now : last + 1n;
    if (isFree) act();
    else clock.setTimer(last, act);
  };
}
