import type { Effect, Message } from '@quorate/core';
import type { SimulatedStore } from '@quorate/storage';
import type { GivenMessage } from '../oracle.ts';

/** Counts the batches on the disk of a node; undefined when everything is durable at once. */
export type BatchesOf = (
  node: string,
) => ReturnType<SimulatedStore<unknown>['batches']> | undefined;

/**
 * Follows the messages of nodes from the step that decides to send them until they leave, and how
 * much has to be durable by then (rule V8).
 */
export interface Outgoing {
  /** Adds the messages of a step, before its effects are carried out. */
  add(step: SendingStep): void;
  /**
   * A message has left. Undefined if no step decided that: a node also sends at its start, and
   * those whose disk is always durable need no check.
   */
  sent(node: string, message: Message): GivenMessage | undefined;
}

/** What is needed of a step of any kind of node. */
export interface SendingStep {
  readonly node: string;
  readonly observation: {
    readonly before: unknown;
    readonly after: unknown;
    readonly effects: readonly Effect<unknown>[];
  };
  /** Whether its answers wait for everything that the step writes, also for what comes later. */
  readonly isStrict: boolean;
}

interface Life {
  readonly last: unknown;
  readonly waiting: readonly Waiting[];
}

interface Waiting {
  /** The message, or the result of an answer: the same object is sent. */
  readonly what: unknown;
  /** How many batches have to be durable when it leaves. */
  readonly needed: number;
}

/** Begins to follow the messages of nodes that have sent nothing. */
export function createOutgoing(batchesOf: BatchesOf): Outgoing {
  const lives = new Map<string, Life>();
  return {
    add({ node, observation: { before, after, effects }, isStrict }) {
      const batches = batchesOf(node);
      if (batches === undefined) return;
      const known = lives.get(node);
      // A new life begins with a state from the store, and what was queued before it is gone.
      const left = known !== undefined && known.last === before ? known.waiting : [];
      const added = waitingIn(effects, batches.written, isStrict);
      lives.set(node, { last: after, waiting: added.length === 0 ? left : [...left, ...added] });
    },
    sent(node, message) {
      const life = lives.get(node);
      if (life === undefined) return undefined;
      const what = message.type === 'Response' ? message.result : message;
      const index = life.waiting.findIndex((each) => each.what === what);
      const found = life.waiting[index];
      if (found === undefined) return undefined;
      lives.set(node, { last: life.last, waiting: life.waiting.slice(index + 1) });
      const durable = batchesOf(node)?.durable ?? found.needed;
      return { node, message, lacking: Math.max(found.needed - durable, 0) };
    },
  };
}

function waitingIn(
  effects: readonly Effect<unknown>[],
  written: number,
  isStrict: boolean,
): readonly Waiting[] {
  const all = written + effects.filter(({ type }) => type === 'Persist').length;
  const waiting: Waiting[] = [];
  let needed = written;
  for (const effect of effects) {
    if (effect.type === 'Persist') needed += 1;
    if (effect.type === 'Send') waiting.push({ what: effect.message, needed });
    if (effect.type === 'Reply') {
      waiting.push({ what: effect.result, needed: isStrict ? all : needed });
    }
  }
  return waiting;
}
