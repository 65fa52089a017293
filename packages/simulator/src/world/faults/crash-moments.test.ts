import { type Result, VALIDATOR_RULES, type ValidatorRules } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { type ScenarioParts, scenarioOf } from '../../../test/scenarios.ts';
import type { RunResult } from '../../run-result.ts';
import { runScenario } from '../../run-scenario.ts';

/** A validator that hands out its signature before the lock behind it is durable (rule V8). */
const HASTY: ValidatorRules = {
  ...VALIDATOR_RULES,
  order: (persist, answer) => [answer, persist],
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
      sent: (message) => {
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

describe('a validator that answers before its lock is durable', () => {
  it('is caught by no-double-sign when it crashes right then', () => {
    const { answers, violated } = answersIn(crashAfter('answered', 'lose-unsynced'), HASTY);
    expect(answers).toEqual(['Signed', 'Signed']);
    expect(violated).toEqual(['no-double-sign']);
  });

  it('is not caught without a crash, nor where the disk keeps what was written', () => {
    expect(answersIn(EQUIVOCATION, HASTY).violated).toEqual([]);
    expect(answersIn(crashAfter('answered', 'keep'), HASTY).violated).toEqual([]);
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
