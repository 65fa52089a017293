import type { Observation } from '@quorate/actors';
import {
  ledgerChanges,
  type ValidatorMessage,
  type ValidatorResume,
  type ValidatorState,
} from '@quorate/core';
import { clauseOf, describeMessage } from '@quorate/network';
import { createEvidence } from '../forensics/evidence.ts';
import { examine, type Forensics } from '../forensics/forensics.ts';
import { certificatesTaken } from '../oracles/model/settled-by.ts';
import type { RecordedStep } from '../oracles/oracle.ts';
import type { AnyObservation } from '../world/trace-recorder.ts';
import { describeChanges } from './ledger-change.ts';
import type { RunObserver, Setting } from './observer.ts';
import { createPost } from './post.ts';
import type { RecordedEvent, RecordedLoss } from './recorded-event.ts';
import type { Moment, RecordedMessage, RecordedTransaction } from './recorded-message.ts';

/** Where a run stops: after this many events, or before the first event later than a time. */
export type Until =
  | { readonly kind: 'events'; readonly count: number }
  /** In nanoseconds since the start of the run. */
  | { readonly kind: 'time'; readonly at: bigint };

/** What a recorder needs to know about its run. */
export interface RecorderOptions {
  /** Absent means the end of the run. */
  readonly until?: Until;
  /** Tells whether the scenario leaves a validator correct. */
  readonly isCorrect: (validator: string) => boolean;
}

/** Records everything that happens in a run. */
export interface Recorder extends RunObserver {
  events(): readonly RecordedEvent[];
  losses(): readonly RecordedLoss[];
  /** Every message that was sent, in that order. */
  messages(): readonly RecordedMessage[];
  /** Every transaction that was seen, in that order. */
  transactions(): readonly RecordedTransaction[];
  /**
   * Undefined if no correct validator signed two rivals and no two rivals were certified. Once a run
   * has ended, `wasCorrect` can tell who was correct in it.
   */
  forensics(wasCorrect?: RecorderOptions['isCorrect']): Forensics | undefined;
}

/** Creates the recorder of one run. */
export function createRecorder(setting: Setting, { until, isCorrect }: RecorderOptions): Recorder {
  const { nameOf, start } = setting;
  const evidence = createEvidence(setting.isLeaked);
  const events: RecordedEvent[] = [];
  const losses: RecordedLoss[] = [];
  const post = createPost(nameOf);
  const validators = new Set(setting.validators);
  let event = 0;

  function about(transactionId: string | undefined): Pick<RecordedEvent, 'about'> {
    const facts = transactionId === undefined ? undefined : evidence.factsOf(transactionId);
    if (facts === undefined) return {};
    const { sender, operations } = facts.transaction;
    return { about: `${nameOf(sender)} ${clauseOf(operations, setting)}` };
  }

  function momentOf({ at }: { readonly at: bigint }): Moment {
    return { event, at: at - start };
  }

  function changesOf(step: RecordedStep | undefined): readonly string[] {
    if (step === undefined) return [];
    if (isCorrect(step.validator)) {
      for (const certificate of certificatesTaken(step)) evidence.taken(certificate);
    }
    return describeChanges(step.observation.before.ledger, step.changes, setting);
  }

  return {
    mayGoOn(over, at) {
      event = over + 1;
      return isWithin(until, over, at);
    },
    sent(sent) {
      evidence.hear(sent.message);
      post.sent(sent, momentOf(sent));
    },
    altered: post.altered,
    held: post.held,
    delivered: (delivered) => post.delivered(delivered, momentOf(delivered)),
    recorded(record, observation, message) {
      const isStep = observation !== undefined && validators.has(record.to);
      const { from, to } = record;
      const place = message && post.placeOf({ from, to, message });
      if (from === '' && TAKES_ALL.has(record.kind)) post.crashed(to);
      events.push({
        event,
        ...record,
        ...(place === undefined ? {} : { message: place }),
        at: record.at - start,
        ...about(record.transactionId),
        changes: changesOf(isStep ? recordedStep(observation) : undefined),
      });
    },
    lost(gone, reason) {
      const { at, from, to, message } = gone;
      post.lost(gone, reason, momentOf(gone));
      const described = describeMessage(message, nameOf);
      const { transactionId } = described;
      losses.push({
        event,
        at: at - start,
        from,
        to,
        ...described,
        ...about(transactionId),
        lost: reason,
      });
    },
    events: () => events,
    losses: () => losses,
    messages: post.messages,
    transactions: () =>
      evidence.testimonies().map(({ facts: { id, transaction } }) => ({
        transactionId: id,
        sender: nameOf(transaction.sender),
        nonce: transaction.nonce,
        operations: transaction.operations.map((operation) => clauseOf([operation], setting)),
      })),
    forensics: (wasCorrect = isCorrect) =>
      examine(evidence.testimonies(), { ...setting, isCorrect: wasCorrect }),
  };
}

/** The kinds of records after which a node has forgotten what it was doing. */
const TAKES_ALL: ReadonlySet<string> = new Set(['Crash', 'Amnesia']);

function isWithin(until: Until | undefined, over: number, at: bigint): boolean {
  switch (until?.kind) {
    case undefined:
      return true;
    case 'events':
      return over < until.count;
    case 'time':
      return at <= until.at;
  }
}

/**
 * Treats a step as one of a validator. Steps of all kinds of nodes arrive the same way, and only
 * the name of the node tells its kind.
 */
export function recordedStep(any: AnyObservation): RecordedStep {
  const observation = any as Observation<ValidatorState, ValidatorMessage, ValidatorResume>;
  const writes = any.effects.flatMap((effect) => (effect.type === 'Persist' ? effect.writes : []));
  return { validator: any.node, observation, changes: ledgerChanges(writes) };
}
