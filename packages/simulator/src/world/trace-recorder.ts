import type { Observation } from '@quorate/actors';
import { formatDigest, type Input, type Message } from '@quorate/core';
import { describeMessage, verdictOf } from '@quorate/network';
import type { Address } from '@quorate/protocol';
import { createTraceHash, type TraceHash, type TraceRecord } from '../trace.ts';

/** Records every step of every node, for the trace hash. */
export interface TraceRecorder {
  /** `digest` is that of a validator's ledger after the step; undefined for other nodes. */
  record(observation: AnyObservation, at: bigint, digest: bigint | undefined): void;
  /** A message reaches a Byzantine node; what that node does with it is not recorded. */
  arrival(arrival: Arrival, at: bigint): void;
  /** A fault takes effect at a node; for a network fault, `node` is its id. */
  fault(kind: FaultMark, node: string, at: bigint): void;
  /** Gives the number of steps recorded. */
  steps(): number;
  readonly hash: TraceHash;
}

/** A message that reaches a node. */
export interface Arrival {
  readonly node: string;
  readonly from: string;
  readonly message: Message;
}

/** What a fault does: it begins or, if the word ends in `End`, it ends. */
export type FaultMark =
  | 'Crash'
  | 'Amnesia'
  | 'Restart'
  | `${'Pause' | 'Slow' | 'Clock' | 'BitRot' | 'FullDisk' | 'Cut' | 'Clog' | 'Degrade'}${'' | 'End'}`;

/** A step of any kind of node. */
export type AnyObservation = Observation<unknown, Message, unknown>;

/**
 * Called for every record when it is added: for a step, or for something else that happens to a
 * node. `message` is what the node has got, if it is that.
 */
export type OnRecord = (
  record: TraceRecord,
  step: AnyObservation | undefined,
  message?: Message,
) => void;

/** Creates the recorder of a run. */
export function createTraceRecorder(
  nameOf: (address: Address) => string,
  onRecord?: OnRecord,
): TraceRecorder {
  const hash = createTraceHash();
  const digests = new Map<string, { readonly digest: bigint; readonly text: string }>();
  let steps = 0;

  // Remembered, because most steps leave the ledger unchanged.
  function digestText(node: string, digest: bigint): string {
    const known = digests.get(node);
    if (known?.digest === digest) return known.text;
    const text = formatDigest(digest);
    digests.set(node, { digest, text });
    return text;
  }

  function add(record: TraceRecord, step?: AnyObservation, message?: Message): void {
    hash.add(record);
    onRecord?.(record, step, message);
  }

  return {
    hash,
    steps: () => steps,
    record(observation, at, digest) {
      const { node, input, effects } = observation;
      steps += 1;
      const from = input.type === 'Message' ? input.from : '';
      const record: Writable<TraceRecord> = { at, from, to: node, ...describe(input, nameOf) };
      const verdict = verdictsOf(effects);
      if (verdict !== '') record.verdict = verdict;
      if (digest !== undefined) record.stateDigest = digestText(node, digest);
      add(record, observation, input.type === 'Message' ? input.message : undefined);
    },
    arrival: ({ node, from, message }, at) =>
      add({ at, from, to: node, ...describeMessage(message, nameOf) }, undefined, message),
    fault: (kind, node, at) => add({ at, from: '', to: node, kind }),
  };
}

/** Creates a recorder that keeps no trace: it counts steps, and its hash is that of no records. */
export function createStepCounter(): TraceRecorder {
  let steps = 0;
  return {
    hash: createTraceHash(),
    steps: () => steps,
    record: () => {
      steps += 1;
    },
    arrival: () => undefined,
    fault: () => undefined,
  };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Gives the verdicts in a step's answers, separated by spaces; empty when it answers nobody. */
function verdictsOf(effects: AnyObservation['effects']): string {
  let verdicts = '';
  for (const effect of effects) {
    if (effect.type !== 'Reply') continue;
    const verdict = verdictOf(effect.result);
    verdicts = verdicts === '' ? verdict : `${verdicts} ${verdict}`;
  }
  return verdicts;
}

type Description = Pick<TraceRecord, 'kind' | 'transactionId' | 'signers'>;

function describe(
  input: Input<Message, unknown>,
  nameOf: (address: Address) => string,
): Description {
  switch (input.type) {
    case 'Timer':
      return { kind: `Timer ${input.id}` };
    case 'Loaded':
      return { kind: 'Loaded' };
    case 'Message':
      return describeMessage(input.message, nameOf);
  }
}
