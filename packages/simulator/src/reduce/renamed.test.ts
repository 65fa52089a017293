import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyScenario } from '../../test/any-scenario.ts';
import { anyNode } from '../../test/any-values.ts';
import type { RawScenario } from '../scenario/scenario.ts';
import { scenarioForm } from '../scenario/scenario.ts';
import { isSound } from './mended.ts';
import { type Renaming, renamed } from './renamed.ts';

/** Names of clients stand for labels, too, so that labels can be told from names. */
const documents = anyScenario.map((scenario) => {
  const { swarm: _, ...document } = scenarioForm.state(scenario);
  return document;
});

function swapping(one: string, other: string): Renaming {
  return (name) => (name === one ? other : name === other ? one : name);
}

describe('renamed', () => {
  it('undoes a swap of validators by the same swap', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const swap = swapping('v1', 'v3');
        const swapped = renamed(document, swap);
        expect(isSound(swapped)).toBe(true);
        expect(renamed(swapped, swap)).toEqual(renamed(document, (name) => name));
      }),
    );
  });

  it('leaves no old name behind', () => {
    fc.assert(
      fc.property(documents, anyNode, (document, gone) => {
        const {
          workload,
          expect: _,
          description: __,
          ...others
        } = renamed(document, (name) => (name === gone ? 'zoe' : name));
        expect(wordsIn(others)).not.toContain(gone);
        expect(workload.map(({ client }) => client)).not.toContain(gone);
      }),
    );
  });

  it('merges two clients into one: with the settings of one and the steps of both', () => {
    const document: RawScenario = {
      name: 'two',
      cluster: { validators: 1, clients: { alice: { balance: 1 }, bob: { balance: 2 } } },
      workload: [
        { id: 'of-alice', client: 'alice', steps: [{ op: 'wait', for: '1 s' }] },
        { id: 'of-bob', client: 'bob', steps: [{ op: 'pay', to: 'alice', amount: 1 }] },
      ],
    };
    const one = renamed(document, (name) => (name === 'alice' ? 'bob' : name));
    expect(one.cluster.clients).toEqual({ bob: { balance: 2 } });
    expect(one.workload).toEqual([
      {
        id: 'of-bob',
        client: 'bob',
        steps: [
          { op: 'wait', for: '1 s' },
          { op: 'pay', to: 'bob', amount: 1 },
        ],
      },
    ]);
  });
});

function wordsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...wordsIn(each)]);
}
