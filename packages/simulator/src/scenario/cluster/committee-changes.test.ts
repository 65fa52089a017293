import { describe, expect, it } from 'vitest';
import { BASE, diagnose } from '../../../test/base-scenario.ts';
import { loadScenario } from '../read/load.ts';

const GROWING = BASE.replace('validators: 4', 'validators: 4\n  candidates: 2');

function withChange(change: string, base = GROWING): string {
  return `${base}changes:\n  - ${change}\n`;
}

describe('changes', () => {
  it('name validators with a seat and without, numbered on', () => {
    const { cluster, changes } = loadScenario(
      withChange('{ id: grow, at: 2 s, members: [v1, v6] }'),
      'x.yaml',
    );
    expect([cluster.validators, cluster.candidates]).toEqual([
      ['v1', 'v2', 'v3', 'v4'],
      ['v5', 'v6'],
    ]);
    expect(changes).toEqual([
      {
        id: 'grow',
        moment: { kind: 'time', at: 2_000_000_000n },
        members: ['v1', 'v6'],
        keys: 'fresh',
        operators: 'own',
        deliver: undefined,
      },
    ]);
  });

  it.each([
    [
      'a member that is no validator',
      withChange('{ id: grow, at: 2 s, members: [v1, v7] }'),
      'x.yaml:15:40: changes[0].members[1]: unknown validator "v7"; expected one of v1 to v6; validators that begin without a seat are counted in cluster.candidates',
    ],
    [
      'a member that stands there twice',
      withChange('{ id: grow, at: 2 s, members: [v1, v1] }'),
      'x.yaml:15:40: changes[0].members[1]: "v1" appears twice',
    ],
    [
      'nobody to hand over to',
      withChange('{ id: grow, at: 2 s, members: [] }'),
      'x.yaml:15:35: changes[0].members: expected a list of one or more, got an empty list',
    ],
    [
      'no moment',
      withChange('{ id: grow, members: [v1] }'),
      'x.yaml:15:5: changes[0].at: missing key "at" or "when"',
    ],
    [
      'a moment after the end',
      withChange('{ id: grow, at: 2 min, members: [v1] }'),
      'x.yaml:15:21: changes[0].at: expected a time before limits.simTime, at which the run ends, got 2 min',
    ],
    [
      'two seats for the operator of one member',
      withChange('{ id: grow, at: 2 s, members: [v1], operators: shared }'),
      'x.yaml:15:52: changes[0].operators: expected two members or more, of which one operator asks for two seats',
    ],
    [
      'threads, which tell too little of an epoch',
      withChange(
        '{ id: grow, at: 2 s, members: [v1] }',
        GROWING.replace('candidates: 2', 'candidates: 2\n  workers: 2'),
      ),
      'x.yaml:6:12: cluster.workers: expected no workers beside "changes": these run in one thread',
    ],
    [
      'a member that a client runs, beside whom a registrar would act',
      withChange('{ id: grow, at: 2 s, members: [v1, v2] }').replace(
        'bob: {}',
        'bob: { operates: v2 }',
      ),
      'x.yaml:8:22: cluster.clients.bob.operates: expected a validator that is in no "changes", got "v2"',
    ],
  ])('point at %s', (_, text, expected) => {
    expect(diagnose(text)).toEqual([expected]);
  });
});
