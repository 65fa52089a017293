import type { Effect, Input, LoadRange, Step, StoreRow, StoreWrite } from '@quorate/core';

/** A store in memory, as the effects of a step machine see it. */
export interface TestStore {
  write(writes: readonly StoreWrite[]): void;
  scan(range: LoadRange): readonly StoreRow[];
  /** All entries, in ascending order of their keys. */
  rows(): readonly StoreRow[];
}

/** Creates an empty store. */
export function createTestStore(): TestStore {
  const entries = new Map<string, unknown>();
  const rows = () =>
    [...entries]
      .map(([key, value]): StoreRow => ({ key, value }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  return {
    rows,
    write: (writes) => {
      for (const { key, value } of writes) {
        if (value === undefined) entries.delete(key);
        else entries.set(key, value);
      }
    },
    scan: ({ from, to, limit }) =>
      rows()
        .filter(({ key }) => key >= from && key < to)
        .slice(0, limit),
  };
}

/** A step machine with a store. */
export interface Machine<S, M, R> {
  readonly store: TestStore;
  state(): S;
  /** Takes an input and carries out the effects on the store; gives all effects, in order. */
  take(input: Input<M, R>): readonly Effect<R>[];
}

/** Connects a step machine with a store; `beginning` is its first state. */
export function createMachine<S, M, R>(
  store: TestStore,
  beginning: S,
  step: (state: S, input: Input<M, R>) => Step<S, R>,
): Machine<S, M, R> {
  let state = beginning;
  const take = (input: Input<M, R>): readonly Effect<R>[] => {
    const next = step(state, input);
    state = next.state;
    return next.effects.flatMap((effect) => {
      if (effect.type === 'Persist') store.write(effect.writes);
      if (effect.type !== 'Load') return [effect];
      const rows = effect.ranges.map((range) => store.scan(range));
      return [effect, ...take({ type: 'Loaded', resume: effect.resume, rows })];
    });
  };
  return { store, state: () => state, take };
}
