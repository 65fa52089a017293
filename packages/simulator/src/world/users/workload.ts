import type { NodeName } from '@quorate/transport';
import type { FailedExpectation } from '../../run-result.ts';
import type { WorkloadEntry } from '../../scenario/scenario.ts';
import type { ReadStep, TransactionStep, WorkloadStep } from '../../scenario/steps/step.ts';
import type { QuorumAmong } from '../quorum-among.ts';
import { createAwaitedLabels } from './awaited-labels.ts';
import { createCourse } from './course.ts';
import { createHand } from './hand.ts';
import type { Handed } from './handed.ts';
import { createdBy, isSameLabel, type Label, usedIn } from './labels.ts';
import { readBy } from './question.ts';
import { createReader } from './reader.ts';
import { signedTransfer } from './signed-transfer.ts';
import type { Submissions } from './submissions.ts';
import { createUser, type PlacedStep, type User, type UserOptions } from './user.ts';

/** What a workload entry acts on. */
export interface WorkloadOptions extends UserOptions {
  readonly entry: WorkloadEntry;
  readonly validators: readonly NodeName[];
  /** The proxy of the client. */
  readonly proxy: NodeName;
  /** The factor by which the user waits longer: see `paceOf`. */
  readonly pace: bigint;
  readonly quorumAmong: QuorumAmong;
  readonly submissions: Pick<Submissions, 'at'>;
}

/** How many things are done, out of all. */
export interface Progress {
  readonly done: number;
  readonly all: number;
}

/** A workload entry at work: a user that acts through a client, step by step. */
export interface Workload extends Pick<User, 'operations'> {
  readonly client: string;
  /** Lists the expected endings of steps that did not happen. */
  failedExpectations(): readonly FailedExpectation[];
  /** Whether every step was taken and every answer has arrived. */
  isDone(): boolean;
  /** How many of its steps have ended, and how many there are. */
  progress(): Progress;
  /**
   * The transactions that the user sent directly to validators, and those of the client itself that
   * are rivals of them.
   */
  handed(): readonly Handed[];
  /** Whether it acts for a multisig account whose members want different things. */
  isAtOdds(): boolean;
  /** The labels that the current step builds on and that nobody has created yet. */
  waitsFor(): readonly Label[];
}

/** Starts the user of a client on its steps. */
export function startWorkload(options: WorkloadOptions): Workload {
  const { entry, clock, start, labels } = options;
  const { client, steps } = entry;
  const user = createUser(options, (index) => course.ended(index));
  const hand = createHand({ ...options, client });
  const reader = createReader({ ...options, client });
  const course = createCourse({ steps, take, underWay: () => user.underWay() });
  const awaited = createAwaitedLabels(labels);

  clock.setTimer(start + entry.start, course.next);

  function take(step: WorkloadStep, index: number): void {
    switch (step.op) {
      case 'transaction':
        awaited.once(neededBy(step), (missing) => {
          if (missing !== undefined) user.skip(step, index, missing);
          else user.transact(step, index);
          if (step.await === false) course.next();
        });
        return;
      case 'sign':
        hand.keep(step.as, signedTransfer(step, client, options));
        course.next();
        return;
      case 'send':
        hand.send(step);
        course.next();
        return;
      case 'read':
        awaited.once(readBy(step), (missing) => read(step, index, missing));
        return;
      case 'wait':
        clock.setTimer(clock.now() + step.for, course.next);
        return;
    }
  }

  function read(step: ReadStep, index: number, missing: string | undefined): void {
    const requestId = `${entry.id}:${index + 1}`;
    reader.read({ step, requestId, what: `step ${index + 1}`, missing }, (report) => {
      user.keep(report);
      course.next();
    });
  }

  const isDone = () => course.isOver() && user.underWay() === 0 && reader.open() === undefined;
  return {
    client,
    isDone,
    progress: () => {
      const all = steps.length;
      return {
        done: isDone() ? all : Math.max(course.taken() - Math.max(user.underWay(), 1), 0),
        all,
      };
    },
    operations: () => {
      const reading = reader.open();
      return reading === undefined ? user.operations() : [...user.operations(), reading];
    },
    failedExpectations: () => {
      // A step that waits for a label has not begun.
      const begun = awaited.isWaiting() ? course.taken() - 1 : course.taken();
      return user.failedExpectations(transactionsFrom(begun, steps));
    },
    handed: hand.handed,
    isAtOdds: () =>
      transactionsFrom(0, steps).some(
        ({ step: { from } }) => from !== undefined && options.account(from).isDisputed(),
      ),
    waitsFor: awaited.missing,
  };
}

function transactionsFrom(first: number, steps: readonly WorkloadStep[]): readonly PlacedStep[] {
  return steps.flatMap((step, index) =>
    index < first || step.op !== 'transaction' ? [] : [{ step, index }],
  );
}

/** Lists the labels that a transaction builds on and does not create itself. */
function neededBy(step: TransactionStep): readonly Label[] {
  const used = usedIn(step);
  if (used.length === 0) return used;
  const created = step.operations.flatMap((each) => createdBy(each) ?? []);
  return used.filter((label) => !created.some((own) => isSameLabel(own, label)));
}
