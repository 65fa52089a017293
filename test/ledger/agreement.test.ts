import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anySetting, deliver, play, start } from './both-ledgers.ts';
import { anyShuffle, deliverAll } from './deliver-all.ts';
import { viewOfCore, viewOfNaive } from './ledger-view.ts';
import type { Verdict } from './naive-ledger.ts';
import { anyHistory, KINDS } from './plans.ts';

const RUNS = { numRuns: 500 };
const TIME = { timeout: 180_000 };

const SETTLING = KINDS.filter((kind) => kind !== 'ChangeCommittee');
const VERDICTS: readonly Verdict[] = [
  'NonSubmittableOperation',
  'UnexpectedNonce',
  'InsufficientFunding',
  'MissingDependency',
  'MissingEarlierConfirmations',
  'ConflictingCertificate',
];

describe('the naive ledger and the core', () => {
  it('V2, V5, V6, V7 and S2 to S5 give the same verdicts and the same ledger', TIME, () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(anySetting(), anyHistory(['submit', 'submit', 'deliver']), (setting, history) => {
        const both = start(setting);
        for (const plan of history) {
          const { core, naive } = play(both, plan);
          expect(core).toEqual(naive);
          for (const verdict of naive) seen.add(verdict);
          for (const { kind } of plan.operations) seen.add(`${kind} ${naive[0]}`);
        }
        expect(viewOfCore(both.core.state().ledger)).toEqual(viewOfNaive(both.naive.state));
      }),
      RUNS,
    );
    // Agreement on histories in which nothing happens would be worthless.
    expect([...seen]).toEqual(
      expect.arrayContaining([...VERDICTS, ...SETTLING.map((k) => `${k} ok`)]),
    );
  });

  it(
    'D1 to D4 are all that order needs: any shuffle ends in the same ledger on both sides',
    TIME,
    () => {
      fc.assert(
        fc.property(
          anySetting(),
          anyHistory(['submit']),
          anyShuffle(),
          (setting, history, shuffle) => {
            const first = start(setting);
            for (const plan of history) play(first, plan);
            const second = start(setting);
            deliverAll(shuffle(first.settled), (certificate) => {
              const { core, naive } = deliver(second, certificate);
              expect(core).toEqual(naive);
              return core[0] ?? 'InvalidRequest';
            });
            expect(second.core.digest()).toBe(first.core.digest());
            expect(viewOfNaive(second.naive.state)).toEqual(viewOfNaive(first.naive.state));
          },
        ),
        { numRuns: 300 },
      );
    },
  );
});
