import { parseDuration } from '@quorate/simulator';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rawScenario, type Script } from './raw-scenario.ts';
import type { Deed } from './transactions.ts';

const NAMES = ['alice', 'bob'] as const;
/** When the recording starts, in nanoseconds since the Unix epoch. */
const START = 1_000_000_000_000n;
const MICROSECOND = 1_000n;

/** The parts of a raw scenario that say when something is done. */
interface Course {
  readonly client: string;
  readonly start: string;
  readonly steps: readonly { readonly op: string; readonly id?: number; readonly for?: string }[];
}

function scriptOf(deeds: readonly Deed[], parts: Partial<Script> = {}): Script {
  const clients = new Map(NAMES.map((name) => [name, addressOf(name)]));
  const cast = {
    nameOf: () => expect.fail('everybody has a name'),
    clients: () => clients,
    accounts: () => new Map(),
    operators: new Map(),
  };
  const nothing = { faults: [], byzantine: [], expect: {}, initial: () => 0n };
  const named = { name: 'recorded', description: '', validators: 4, cast };
  return { ...named, ...nothing, deeds, start: START, ...parts };
}

/** Gives when each deed is done in the scenario, in nanoseconds since its start, by its place. */
function momentsIn(script: Script): readonly bigint[] {
  const moments: bigint[] = [];
  for (const { start, steps } of rawScenario(script)['workload'] as readonly Course[]) {
    let at = parseDuration(start);
    for (const step of steps) {
      if (step.op === 'wait') at += parseDuration(step.for ?? '');
      else moments[step.id ?? -1] = at;
    }
  }
  return moments;
}

const anyDeeds = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), fc.bigInt({ min: 0n, max: 5_000n })), { minLength: 1 })
  .map((drawn) =>
    drawn
      .toSorted(([, one], [, other]) => Number(one - other))
      .map(([client, after], id) => {
        const step = { op: 'pay', id };
        return { client, at: START + after, step, isFinal: true };
      }),
  );

it('a replay does each thing when it was done, or a microsecond after the one before', () => {
  fc.assert(
    fc.property(anyDeeds, (deeds) => {
      let before = -MICROSECOND;
      const expected = deeds.map(({ at }) => {
        const since = at - START;
        before = since > before + MICROSECOND ? since : before + MICROSECOND;
        return before;
      });
      expect(momentsIn(scriptOf(deeds))).toEqual(expected);
    }),
  );
});

it('a replay goes on for five minutes after the last that was done, however late that was', () => {
  const deeds = [1n, 7n].map((seconds, id) => {
    const step = { op: 'pay', id };
    return { client: 'bob', at: START + seconds * 1_000_000_000n, step, isFinal: true };
  });
  const { limits, workload } = rawScenario(scriptOf(deeds));
  expect(limits).toMatchObject({ simTime: '307 s' });
  expect(workload).toMatchObject([{ client: 'bob', start: '1 s' }]);
});

it('a shared account keeps its members, its quorum and what tells it from others', () => {
  const { cast } = scriptOf([]);
  const signers = [...NAMES];
  const shared = { address: addressOf('joint'), signers, quorum: 2 };
  const accounts = new Map([
    ['shared-1', { ...shared, nonce: 0n }],
    ['shared-2', { ...shared, nonce: 3n }],
  ]);
  const initial = (name: string) => BigInt(name.length);
  const { cluster } = rawScenario(
    scriptOf([], { cast: { ...cast, accounts: () => accounts }, initial }),
  );
  expect((cluster as { accounts: object }).accounts).toEqual({
    'shared-1': { signers, quorum: 2, balance: '8' },
    'shared-2': { signers, quorum: 2, nonce: '3', balance: '8' },
  });
});
