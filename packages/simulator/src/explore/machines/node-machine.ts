import type { NodeLogic } from '@quorate/actors';
import type {
  Effect,
  Input,
  LoadRange,
  Message,
  StoreRange,
  StoreRow,
  StoreWrite,
} from '@quorate/core';
import type { NodeName } from '@quorate/transport';
import { byText } from '../../shapes/by-text.ts';
import {
  type Failure,
  failureIn,
  type Local,
  type Machine,
  type Observed,
  rowsOf,
  type Sent,
  type Taken,
} from './machine.ts';

/** What exploring a node of the core needs. */
export interface NodeMachineOptions<S, M extends Message, Resume> {
  readonly name: NodeName;
  readonly role: Machine['role'];
  readonly logic: NodeLogic<S, M, Resume>;
  /** The time at which everything happens, in nanoseconds since the Unix epoch. */
  readonly now: bigint;
}

/**
 * Turns a step machine of the core into a function of its memory and its disk.
 *
 * Effects are carried out in order, and each write is on disk before the next effect. A message
 * that leaves before the write it depends on is therefore revealed by a crash between the two (rule
 * V8).
 */
export function nodeMachine<S, M extends Message, Resume>(
  options: NodeMachineOptions<S, M, Resume>,
): Machine {
  const { name, role, logic } = options;

  function comeUp(rows: Rows): Taken {
    const life = createLife(options, { state: undefined, rows, timers: [] });
    life.recover();
    return life.end();
  }

  function take(local: Local, input: Input<M, Resume>, limit?: number): Taken {
    const life = createLife(options, local, limit);
    life.step(input);
    return life.end();
  }

  function heard({ from, message }: Sent): Input<M, Resume> | undefined {
    return logic.hears(message) ? { type: 'Message', from, message } : undefined;
  }

  return {
    name,
    role,
    aliases: [],
    begin: () => comeUp(new Map()),
    hear(local, sent) {
      const input = heard(sent);
      return input === undefined ? unmoved(local) : take(local, input);
    },
    fire: (local, id) => {
      const timers = local.timers.filter((each) => each !== id);
      return take({ ...local, timers }, { type: 'Timer', id });
    },
    crash(local, during) {
      const input = during === undefined ? undefined : heard(during.sent);
      const before = input === undefined ? unmoved(local) : take(local, input, during?.effects);
      if (before.failure !== undefined) return before;
      const after = comeUp(before.local.rows);
      return {
        ...after,
        sent: [...before.sent, ...after.sent],
        observed: [...before.observed, ...after.observed],
      };
    },
  };
}

type Rows = Local['rows'];

/** Gives the result of a node that ignores its input. */
export function unmoved(local: Local): Taken {
  return { local, sent: [], observed: [], effects: 0 };
}

/**
 * Brings a node from one input to its result, including the rows that it reads. Whatever its code
 * throws breaks the node, and nobody else.
 */
function createLife<S, M extends Message, Resume>(
  { name, logic, now }: NodeMachineOptions<S, M, Resume>,
  local: Local,
  limit = Number.POSITIVE_INFINITY,
) {
  let state = local.state as S;
  let { rows, timers } = local;
  let count = 0;
  const sent: Sent[] = [];
  const observed: Observed[] = [];
  const queue: Effect<Resume>[] = [];
  let failure: Failure | undefined;

  function recover(): void {
    const read = rowsOf(rows).filter(isWithin(logic.recovery));
    const recovered = logic.recover(read, now);
    state = recovered.state;
    carryOut(recovered.effects);
  }

  function step(input: Input<M, Resume>): void {
    const before = state;
    const { state: after, effects } = logic.step(before, input, now);
    observed.push({ observation: { node: name, input, before, after, effects }, rows });
    state = after;
    carryOut(effects);
  }

  function carryOut(effects: readonly Effect<Resume>[]): void {
    queue.push(...effects);
    // A read row returns as a step, whose effects go to the end of the queue.
    for (let head = queue.shift(); head !== undefined && count < limit; head = queue.shift()) {
      count += 1;
      perform(head);
    }
  }

  function perform(effect: Effect<Resume>): void {
    switch (effect.type) {
      case 'Persist':
        rows = withWrites(rows, effect.writes);
        return;
      case 'Load': {
        const loaded = effect.ranges.map((range) => rowsIn(rows, range));
        step({ type: 'Loaded', resume: effect.resume, rows: loaded });
        return;
      }
      case 'Send':
        sent.push({ from: name, to: effect.to, message: effect.message });
        return;
      case 'Reply': {
        const { to, requestId, result } = effect;
        sent.push({ from: name, to, message: { type: 'Response', requestId, result } });
        return;
      }
      case 'SetTimer':
        timers = [...timers.filter((each) => each !== effect.id), effect.id].sort(byText);
        return;
      case 'CancelTimer':
        timers = timers.filter((each) => each !== effect.id);
        return;
    }
  }

  return {
    step(input: Input<M, Resume>): void {
      failure = failureIn(() => step(input));
    },
    recover(): void {
      failure = failureIn(recover);
    },
    end: (): Taken => ({
      local: { state, rows, timers },
      sent,
      observed,
      effects: count,
      ...(failure === undefined ? {} : { failure }),
    }),
  };
}

function withWrites(rows: Rows, writes: readonly StoreWrite[]): Rows {
  if (writes.length === 0) return rows;
  const changed = new Map(rows);
  for (const { key, value } of writes) {
    if (value === undefined) changed.delete(key);
    else changed.set(key, value);
  }
  return changed;
}

function rowsIn(rows: Rows, { from, to, limit }: LoadRange): readonly StoreRow[] {
  return rowsOf(rows)
    .filter(isWithin([{ from, to }]))
    .slice(0, limit);
}

function isWithin(ranges: readonly StoreRange[] | undefined): (row: StoreRow) => boolean {
  return ({ key }) => ranges?.some(({ from, to }) => from <= key && key < to) ?? true;
}
