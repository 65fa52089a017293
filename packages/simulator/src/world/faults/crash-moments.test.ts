import { type Result, VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { pay, type ScenarioParts, scenarioOf } from '../../../test/scenarios.ts';
import type { RunResult } from '../../run-result.ts';
import { runScenario } from '../../run-scenario.ts';

/** A validator that hands out its signature before the lock behind it is durable (rule V8). */
const HASTY: ValidatorRules = {
  ...VALIDATOR_RULES,
  order: { ...VALIDATOR_RULES.order, V8: (persist, answer) => [answer, persist] },
};

/** Alice signs her money away twice and shows v1 one transaction a second after the other. */
const EQUIVOCATION: ScenarioParts = {
  clients: { alice: { balance: 100 }, bob: {}, carol: {} },
  steps: {
    alice: [
      { op: 'sign', as: 'A', to: 'bob', amount: 100, nonce: 0 },
      { op: 'sign', as: 'B', to: 'carol', amount: 100, nonce: 0 },
      { op: 'send', transaction: 'A', validators: ['v1'] },
      { op: 'wait', for: '2 s' },
      { op: 'send', transaction: 'B', validators: ['v1'] },
    ],
  },
};

function crashAfter(after: string, disk: string): ScenarioParts {
  return {
    ...EQUIVOCATION,
    faults: [
      {
        id: 'f1',
        kind: 'crash',
        node: 'v1',
        when: { node: 'v1', after },
        disk,
        restartAfter: '500 ms',
      },
    ],
  };
}

/** Runs a scenario and lists what validators answered, in order. */
function answersIn(parts: ScenarioParts, validatorRules: ValidatorRules = VALIDATOR_RULES) {
  const answers: Result['type'][] = [];
  const result = runScenario(scenarioOf(parts), {
    validatorRules,
    observe: () => ({
      mayGoOn: () => true,
      recorded: () => undefined,
      lost: () => undefined,
      sent: ({ message }) => {
        if (message.type === 'Response') answers.push(message.result.type);
      },
    }),
  });
  return { answers, result, violated: violatedIn(result) };
}

function violatedIn({ oracles }: RunResult): readonly string[] {
  return oracles.flatMap(({ name, violations }) => (violations.length > 0 ? [name] : []));
}

describe('V8 a crash between signing and answering', () => {
  it('without a crash the first transaction is signed and the second refused', () => {
    const { answers, violated } = answersIn(EQUIVOCATION);
    expect({ answers, violated }).toEqual({ answers: ['Signed', 'Rejected'], violated: [] });
  });

  it('after "signed", the lock is lost with what was not flushed, and was never answered', () => {
    const { answers, violated, result } = answersIn(crashAfter('signed', 'lose-unsynced'));
    expect({ answers, violated }).toEqual({ answers: ['Signed'], violated: [] });
    expect(result.faults).toEqual([{ id: 'f1', kind: 'crash', at: expect.any(BigInt) }]);
  });

  it('after "signed", a torn lock is no lock', () => {
    const { answers, violated } = answersIn(crashAfter('signed', 'torn'));
    expect({ answers, violated }).toEqual({ answers: ['Signed'], violated: [] });
  });

  it('after "signed", the lock is kept where only the process dies, and was never answered', () => {
    const { answers, violated } = answersIn(crashAfter('signed', 'keep'));
    expect({ answers, violated }).toEqual({ answers: ['Rejected'], violated: [] });
  });

  it('after "flushed", the lock is kept, and was never answered', () => {
    const { answers, violated } = answersIn(crashAfter('flushed', 'lose-unsynced'));
    expect({ answers, violated }).toEqual({ answers: ['Rejected'], violated: [] });
  });

  it('after "answered", the lock is kept', () => {
    const { answers, violated } = answersIn(crashAfter('answered', 'lose-unsynced'));
    expect({ answers, violated }).toEqual({ answers: ['Signed', 'Rejected'], violated: [] });
  });

  it('after "received", the request is lost', () => {
    const { answers, violated } = answersIn(crashAfter('received', 'lose-unsynced'));
    expect({ answers, violated }).toEqual({ answers: ['Signed'], violated: [] });
  });
});

describe('a crash at any effect', () => {
  const at = (count: number): ScenarioParts => {
    const { faults: [fault] = [], ...rest } = crashAfter('effect', 'lose-unsynced');
    return { ...rest, faults: [{ ...fault, when: { node: 'v1', after: 'effect', count } }] };
  };

  // What v1 does for A: it hears it, writes the lock, flushes, and sends its answer.
  it.each([
    ['hears', 1, ['Signed']],
    ['writes', 2, ['Signed']],
    ['flushes', 3, ['Rejected']],
    ['sends', 4, ['Signed', 'Rejected']],
  ] as const)('counts what a node %s as number %i', (_, count, expected) => {
    const { answers, violated } = answersIn(at(count));
    expect({ answers, violated }).toEqual({ answers: expected, violated: [] });
  });

  it.each(['v1', 'p1', 'alice'])(
    'comes at the same one of %s where an act that does nothing waits for it, too',
    (node) => {
      const scenario = (counts: readonly number[]) =>
        scenarioOf({
          clients: { alice: { balance: 10 }, bob: {} },
          steps: { alice: [pay('bob', 1)] },
          faults: [{ id: 'f1', kind: 'crash', node, when: { node, after: 'effect', count: 3 } }],
          byzantine: counts.map((count) => ({
            id: 'idle',
            node: 'v4',
            acts: [
              {
                id: 'a1',
                act: 'withhold',
                kinds: ['sign'],
                when: { node, after: 'effect', count },
              },
            ],
          })),
        });
      const [fault] = runScenario(scenario([])).faults;
      expect(typeof fault?.at).toBe('bigint');
      expect(runScenario(scenario([1000])).faults[0]).toEqual(fault);
    },
  );

  it('never comes where a node does less', () => {
    const { faults } = answersIn(at(1000)).result;
    expect(faults).toEqual([{ id: 'f1', kind: 'crash', at: undefined }]);
  });
});

describe('a torn write', () => {
  it.each([
    [0, ['Signed', 'Signed']],
    [1, ['Rejected', 'Signed']],
  ] as const)('leaves as many whole batches as it is told: %i', (batches, expected) => {
    const steps = (to: string, wait: string) => [
      { op: 'wait', for: wait },
      { op: 'sign', as: `${to}-first`, to, amount: 1, nonce: 0 },
      { op: 'sign', as: `${to}-rival`, to, amount: 2, nonce: 0 },
      { op: 'send', transaction: `${to}-first`, validators: ['v1'] },
      { op: 'wait', for: '10 s' },
      { op: 'send', transaction: `${to}-rival`, validators: ['v1'] },
    ];
    const { answers } = answersIn({
      clients: { alice: { balance: 10 }, bob: { balance: 10 } },
      disk: { flush: { dist: 'const', mean: '2 s' } },
      network: { default: { delay: { dist: 'const', mean: '1 ms' } } },
      // The second lock is written while the first is not flushed; then the power fails.
      steps: { alice: steps('bob', '3 s'), bob: steps('alice', '3100 ms') },
      faults: [
        {
          id: 'f1',
          kind: 'crash',
          node: 'v1',
          when: { node: 'v1', after: 'signed', count: 2 },
          disk: 'torn',
          batches,
          restartAfter: '1 s',
        },
      ],
    });
    expect(answers).toEqual(expected);
  });
});

describe('a validator that answers before its lock is durable', () => {
  it('is caught by no-double-sign when it crashes right then', () => {
    const { answers, violated } = answersIn(crashAfter('answered', 'lose-unsynced'), HASTY);
    expect(answers).toEqual(['Signed', 'Signed']);
    expect(violated).toEqual(['no-double-sign', 'sent-when-durable']);
  });

  it('does no harm without a crash, nor where the disk keeps what was written', () => {
    // Nothing can be lost where no disk fails, so nobody looks at what is durable.
    expect(answersIn(EQUIVOCATION, HASTY).violated).toEqual([]);
    expect(answersIn(crashAfter('answered', 'keep'), HASTY).violated).toEqual([
      'sent-when-durable',
    ]);
  });
});

describe('amnesia', () => {
  it('makes a validator sign twice, which counts against f and breaks nothing', () => {
    const { answers, violated } = answersIn({
      ...EQUIVOCATION,
      faults: [
        {
          id: 'f1',
          kind: 'amnesia',
          node: 'v1',
          at: '1 s',
          age: '1 s',
          restartAfter: '500 ms',
        },
      ],
    });
    expect({ answers, violated }).toEqual({ answers: ['Signed', 'Signed'], violated: [] });
  });
});
