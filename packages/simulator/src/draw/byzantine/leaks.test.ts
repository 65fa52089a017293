import { describe, expect, it } from 'vitest';
import { loadScenario } from '../../scenario/read/load.ts';
import { drawScenario } from '../draw-scenario.ts';
import { withoutLeaksToRivals } from './leaks.ts';

const CHANGING = loadScenario(
  JSON.stringify({
    version: 1,
    name: 'changing',
    cluster: { validators: 4, proxies: 2, clients: { alice: { balance: 10 }, bob: {} } },
    workload: [],
    changes: [{ id: 'renew', at: '1 s', members: ['v1', 'v2', 'v3', 'v4'] }],
    swarm: { odds: 1 },
  }),
  'changing',
);

const RIVALS = ['equivocate', 'incomplete-certificate', 'nonce-abuse'];

const ROUNDS = Array.from({ length: 300 }, (_, seed) => drawScenario(CHANGING, BigInt(seed)));

describe('keys that leak to a client', () => {
  it('C8 are never drawn for a client that signs rivals, or of which a liar shows one', () => {
    for (const { byzantine } of ROUNDS) {
      const shown = byzantine.flatMap(({ acts }) =>
        acts.flatMap((act) =>
          act.act === 'false-snapshot' && act.shows === 'rival' ? [act.of] : [],
        ),
      );
      for (const { node, acts } of byzantine) {
        const kinds = acts.map(({ act }) => act);
        if (!kinds.includes('leaked-keys')) continue;
        expect(kinds.filter((kind) => RIVALS.includes(kind))).toEqual([]);
        expect(shown).not.toContain(node);
      }
    }
  });

  it('are drawn, and so are rivals, and both beside other acts', () => {
    const drawn = ROUNDS.flatMap(({ byzantine }) =>
      byzantine.map(({ acts }) => new Set<string>(acts.map(({ act }) => act))),
    );
    for (const kind of ['leaked-keys', ...RIVALS]) {
      expect(drawn.some((kinds) => kinds.has(kind) && kinds.size > 1)).toBe(true);
    }
  });

  it('leave out a client that does nothing else, where a liar shows its rival', () => {
    const [leaker] = ROUNDS.flatMap(({ byzantine }) => byzantine).filter(({ acts }) =>
      acts.every(({ act }) => act === 'leaked-keys'),
    );
    const [liar] = ROUNDS.flatMap(({ byzantine }) => byzantine).filter(({ acts }) =>
      acts.some((act) => act.act === 'false-snapshot' && act.shows === 'rival' && act.of === 'bob'),
    );
    if (leaker === undefined || liar === undefined) throw new Error('neither is ever drawn');
    const [alice, bob] = ['alice', 'bob'].map((node) => ({ ...leaker, node }));
    expect(withoutLeaksToRivals([liar, alice ?? leaker])).toEqual([liar, alice]);
    expect(withoutLeaksToRivals([liar, bob ?? leaker])).toEqual([liar]);
  });
});
