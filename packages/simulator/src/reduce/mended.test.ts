import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyScenario } from '../../test/any-scenario.ts';
import type { RawScenario } from '../scenario/scenario.ts';
import { scenarioForm } from '../scenario/scenario.ts';
import { isSound, mended } from './mended.ts';

const document: RawScenario = {
  name: 'torn',
  cluster: {
    validators: 4,
    clients: { alice: {}, bob: { proxy: 'p1' } },
    accounts: { joint: { signers: ['alice', 'bob'], quorum: 2 } },
  },
  workload: [
    {
      id: 'of-alice',
      client: 'alice',
      steps: [
        { op: 'create-token', as: 'gold' },
        { op: 'pay', to: 'bob', amount: 1, token: 'gold' },
      ],
    },
    { id: 'of-bob', client: 'bob', steps: [{ op: 'pay', to: 'alice', amount: 1, from: 'joint' }] },
  ],
  faults: [
    { id: 'f1', kind: 'crash', node: 'v4', at: '1 s' },
    { id: 'f2', kind: 'cut', from: ['v3', 'v4'], at: '1 s' },
    { id: 'f3', kind: 'crash', node: 'v1', when: { node: 'v4', after: 'signed' } },
  ],
  expect: { balances: { alice: 1, bob: 2 } },
};

function withClients(clients: RawScenario['cluster']['clients']): RawScenario {
  return { ...document, cluster: { ...document.cluster, clients } };
}

describe('mended', () => {
  it('leaves out reads of somebody that is not there any more', () => {
    const [alice, bob] = document.workload;
    const steps = [{ op: 'read' }, { op: 'read', of: 'bob' }] as const;
    const torn = {
      ...withClients({ alice: {} }),
      workload: [{ ...alice, steps }, bob],
    } as RawScenario;
    expect(mended(torn)?.workload).toEqual([{ ...alice, steps: [{ op: 'read' }] }]);
  });

  it('charges nothing where nobody is left to be paid the fees', () => {
    const fees = { amount: 1, account: 'zoe' };
    const torn = { ...document, cluster: { ...document.cluster, fees } };
    expect(mended(torn)).toEqual(document);
  });

  it('takes no fees in the token of a client that is not there, nor in one that nobody creates', () => {
    const fees = { amount: 1, account: 'bob', token: { of: 'zoe', amount: 2 } };
    const [alice, bob] = document.workload;
    const pay = { op: 'pay', to: 'bob', amount: 1 } as const;
    const torn = {
      ...document,
      cluster: { ...document.cluster, fees },
      workload: [{ ...alice, steps: [{ ...pay, feeToken: 'silver' }] }, bob],
    } as RawScenario;
    expect(mended(torn)).toEqual({
      ...document,
      cluster: { ...document.cluster, fees: { amount: 1, account: 'bob' } },
      workload: [{ ...alice, steps: [pay] }, bob],
    });
  });

  it('leaves alone what the loader reads', () => {
    expect(mended(document)).toBe(document);
    fc.assert(
      fc.property(anyScenario, (scenario) => {
        expect(isSound(scenarioForm.state(scenario))).toBe(true);
      }),
    );
  });

  it('takes out whatever mentions a node that is not there, and no more', () => {
    const three = { ...document, cluster: { ...document.cluster, validators: 3 } };
    expect(mended(three)?.faults).toEqual([{ id: 'f2', kind: 'cut', from: ['v3'], at: '1 s' }]);
    expect(mended(three)?.workload).toBe(document.workload);
  });

  it('takes out what is done by and for a client, and lowers a quorum', () => {
    const alone = mended(withClients({ alice: {} }));
    expect(alone?.workload).toEqual([
      { id: 'of-alice', client: 'alice', steps: [{ op: 'create-token', as: 'gold' }] },
    ]);
    expect(alone?.cluster.accounts).toEqual({ joint: { signers: ['alice'], quorum: 1 } });
    expect(alone?.expect).toEqual({ balances: { alice: 1 } });
  });

  it('takes out what rests on something that was never created', () => {
    const [first, second] = document.workload;
    const without = { ...document, workload: [{ ...first, steps: first?.steps.slice(1) }, second] };
    expect(mended(without as RawScenario)?.workload).toEqual([{ ...first, steps: [] }, second]);
  });

  it('gives up where nothing can be taken out', () => {
    expect(
      mended({ ...document, cluster: { ...document.cluster, validators: 0 } }),
    ).toBeUndefined();
  });
});
