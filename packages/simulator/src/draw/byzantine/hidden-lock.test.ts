import { faultyMax } from '@quorate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byzantineNodes } from '../../scenario/byzantine/byzantine-nodes.ts';
import { loadScenario } from '../../scenario/read/load.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import { drawScenario } from '../draw-scenario.ts';

const VALIDATORS = ['v1', 'v2', 'v3', 'v4'];
const MEMBERS = ['v2', 'v3', 'v4', 'v5'];
const CHANGES = [{ id: 'change', at: '1 s', members: MEMBERS }];

function base(swarm: object, changes: readonly object[] = CHANGES): Scenario {
  const cluster = { validators: 4, candidates: 1, clients: { alice: { balance: 100 }, bob: {} } };
  const file = { version: 1, name: 'base', cluster, workload: [], changes, swarm };
  return loadScenario(JSON.stringify(file), 'base');
}

const seeds = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const hasAttack = ({ byzantine }: Scenario) =>
  byzantine.filter(({ acts }) => acts.some(({ act }) => act === 'equivocate')).length > 0 &&
  byzantine.some(({ acts }) => acts.map(({ act }) => act).join() === 'collude,false-snapshot');

describe('the attack on a handover', () => {
  it('is drawn where the committee changes, with at most f liars in any committee (C5, C6)', () => {
    let attacks = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const drawn = drawScenario(base({}), seed);
        if (!hasAttack(drawn)) return;
        attacks += 1;
        const liars = byzantineNodes(drawn);
        for (const committee of [VALIDATORS, MEMBERS]) {
          const lying = committee.filter((name) => liars.has(name)).length;
          expect(lying).toBeLessThanOrEqual(faultyMax(committee.length));
        }
      }),
    );
    expect(attacks).toBeGreaterThan(0);
  });

  it.each([
    ['no client may lie', base({ byzantine: { clients: [0, 0] } })],
    ['no validator may lie', base({ byzantine: { validators: [0, 0] } })],
    ['somebody else is to lie', base({ byzantine: { proxies: [1, 1] } })],
    ['nobody may', base({ profile: 'none' })],
    ['the committee stays', base({}, [])],
  ])('is not drawn where %s', (_, scenario) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { faults } = drawScenario(scenario, seed);
        expect(faults.map(({ id }) => id)).not.toContain('hidden-lock');
      }),
    );
  });
});
