import { type Submission, VALIDATOR_RULES } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import { isHarmless } from './harmless.ts';

const INADMISSIBLE = { act: 'inadmissible', kind: 'long-name' };
const FOREIGN = { act: 'bad-encoding', kind: 'wrong-network', to: 'bob', amount: 1 };
const MALLEABLE = { act: 'bad-encoding', kind: 'malleable-s', to: 'bob', amount: 1 };
const HUGE = { act: 'nonce-abuse', kind: 'huge', to: 'bob', amount: 1 };
const GAP = { act: 'nonce-abuse', kind: 'gap', to: 'bob', amount: 1 };

/** Alice does these things wrong, and then pays. */
function scenarioWith(acts: readonly object[]) {
  return scenarioOf({
    clients: { alice: { balance: 10 }, bob: {} },
    steps: { alice: [{ op: 'wait', for: '6 s' }, pay('bob', 1)] },
    byzantine: [
      { id: 'wrong', node: 'alice', acts: acts.map((act, at) => ({ id: `act-${at}`, ...act })) },
    ],
    phases: { chaos: '5 s', heal: 'all' },
    limits: { simTime: '30 min' },
  });
}

describe('a client that does wrong what nobody ever signs', () => {
  it.each([
    ['is harmless', [INADMISSIBLE, FOREIGN, HUGE], true],
    ['is not harmless where a liar may mend its bytes', [INADMISSIBLE, MALLEABLE], false],
    ['is not harmless where they may be for a later nonce', [GAP], false],
    ['does not count as harmless where it does nothing wrong', [], false],
  ])('%s', (_, acts, expected) => {
    expect(isHarmless(scenarioWith(acts), 'alice')).toBe(expected);
  });

  it('liveness-honest is owed an answer: V6 refuses, and locks nothing', () => {
    const refusing = {
      ...VALIDATOR_RULES,
      submission: {
        ...VALIDATOR_RULES.submission,
        V5: ({ transaction }: Submission) =>
          transaction.networkId === 'fast:localnet'
            ? ({
                type: 'Rejected',
                rejection: { code: 'EpochEnding', rule: 'V4', epoch: 0 },
              } as const)
            : undefined,
      },
    };
    const run = (acts: readonly object[]) =>
      violationsOf(
        'liveness-honest',
        runScenario(scenarioWith(acts), { validatorRules: refusing }),
      );
    expect(run([INADMISSIBLE])).toBeGreaterThan(0);
    expect(violationsOf('liveness-honest', runScenario(scenarioWith([INADMISSIBLE])))).toBe(0);
  });
});
