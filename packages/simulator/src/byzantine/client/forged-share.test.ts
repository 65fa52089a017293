import { PROXY_RULES, type ProxyRules } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { createLab } from '../../../test/byzantine-lab.ts';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';

const wanted = { ...pay('dave', 30), from: 'treasury' };

/** Alice and bob sign one after the other, and mallory forges what she can of it in between. */
function forged(
  act: object = {},
  proxyRules: ProxyRules = PROXY_RULES,
  signers: readonly string[] = ['alice', 'bob'],
) {
  const later = { op: 'wait', for: '1 s' };
  const deed = { id: 'forge', act: 'forged-share', at: '300 ms', of: 'treasury', ...act };
  const scenario = scenarioOf({
    clients: { alice: {}, bob: {}, dave: {}, mallory: {} },
    accounts: { treasury: { signers, quorum: 2, balance: 100 } },
    steps: { alice: [wanted], bob: [later, wanted] },
    byzantine: [{ id: 'forger', node: 'mallory', acts: [deed] }],
  });
  return runScenario(scenario, { proxyRules });
}

/** The rules of a proxy that verifies no signature under what it keeps already. */
const CREDULOUS: ProxyRules = {
  ...PROXY_RULES,
  partsFault: (state, opened, verifier) =>
    state.incomplete.has(opened.facts.id)
      ? undefined
      : PROXY_RULES.partsFault(state, opened, verifier),
};

describe('forged-share', () => {
  it('P9 reaches what is kept, and neither spoils nor completes it', () => {
    const { faults, verdict, certificates, operations } = forged();
    expect(faults).toMatchObject([{ id: 'forge', at: expect.any(BigInt) }]);
    expect([verdict, certificates.length]).toEqual(['pass', 1]);
    expect(operations.map(({ outcome }) => outcome)).toEqual(['incomplete', 'final']);
  });

  it('P9 shows a proxy that verifies no signature under what it keeps', () => {
    expect(forged({}, CREDULOUS).verdict).toBe('violation:parts-kept');
    expect(forged({ at: '5 s' }, CREDULOUS).verdict).toBe('pass');
  });

  it('waits a while for somebody to sign, but not for ever', () => {
    expect(forged({ at: '0 ms' }).faults).toMatchObject([{ at: expect.any(BigInt) }]);
    const { faults, verdict } = forged({ at: '5 s' });
    expect(faults).toMatchObject([{ id: 'forge', at: undefined }]);
    expect(verdict).toBe('pass');
    const lab = createLab({ node: 'alice', acts: [{ act: 'forged-share', of: 'bob' }] });
    lab.run();
    expect(lab.traffic.map(({ to, message }) => `${to} ${message.type}`)).toEqual(
      Array(8).fill('p1 GetPending'),
    );
  });

  it('is in the name of another member, and of one who has not signed if there is any', () => {
    const inTheNameOf = (signers: readonly string[]) => {
      const names: (string | undefined)[] = [];
      const watching: ProxyRules = {
        ...PROXY_RULES,
        partsFault: (state, opened, verifier) => {
          const fault = PROXY_RULES.partsFault(state, opened, verifier);
          const { signature } = opened.envelope;
          if (fault !== undefined && signature.kind === 'MultiSig') {
            names.push(...signature.signatures.map(([key]) => key));
          }
          return fault;
        },
      };
      const { accounts, verdict } = forged({}, watching, signers);
      expect(verdict).toBe('pass');
      return names.map((key) => accounts.find(({ address }) => address === key)?.client);
    };
    expect(inTheNameOf(['alice', 'bob'])).toEqual(['bob']);
    expect(inTheNameOf(['mallory', 'alice', 'bob'])).toEqual(['bob']);
    // Bob, who is no member then, is refused as well.
    expect(inTheNameOf(['mallory', 'alice'])).toEqual(['alice', 'bob']);
  });
});
