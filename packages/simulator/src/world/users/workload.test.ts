import { describe, expect, it } from 'vitest';
import { pay, scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';

const clients = { alice: { balance: 100 }, bob: {}, carol: {} };

/** Gives what steps ended with, client by client in the order of the file. */
function endingsOf(...args: Parameters<typeof runScenario>): readonly string[] {
  return runScenario(...args).operations.map(
    ({ client, summary, outcome, reason }) =>
      `${client} ${summary}: ${outcome}${reason === undefined ? '' : `, ${reason}`}`,
  );
}

describe('a step that names what another client creates', () => {
  it('waits until it is created', () => {
    const late = [
      { op: 'wait', for: '9 s' },
      { op: 'create-token', as: 'gold', mints: ['bob'] },
    ];
    const mint = { op: 'mint', token: 'gold', to: 'carol', amount: 5 };
    expect(endingsOf(scenarioOf({ clients, steps: { bob: [mint], alice: late } }))).toEqual([
      'bob mints 5 gold for carol: final',
      'alice creates the token gold: final',
    ]);
  });

  it('is reported by name when nobody tries to create it', () => {
    const create = [
      { op: 'wait', for: '90 s' },
      { op: 'create-token', as: 'gold' },
    ];
    const burn = { op: 'burn', token: 'gold', amount: 1 };
    const { verdict, oracles } = runScenario(
      scenarioOf({ clients, steps: { alice: create, bob: [burn] } }),
    );
    expect(verdict).toBe('liveness');
    expect(oracles.flatMap(({ violations }) => violations)).toMatchObject([
      { message: 'alice has no answer at the limit' },
      { message: 'bob waits for the token gold, which nobody has created' },
    ]);
  });

  it('is left out as refused when its creation was refused, and the next step is taken', () => {
    const refused = { op: 'batch', steps: [{ op: 'create-token', as: 'gold' }, pay('bob', 101)] };
    const burn = { op: 'burn', token: 'gold', amount: 1, outcome: 'refused' };
    const scenario = scenarioOf({
      clients,
      steps: { alice: [refused, burn, pay('bob', 1)], carol: [burn] },
    });
    expect(endingsOf(scenario)).toEqual([
      expect.stringMatching(/^alice creates the token gold.*: refused/),
      'alice step 2: refused, there is no token gold',
      'alice pays bob 1: final',
      'carol step 1: refused, there is no token gold',
    ]);
    expect(runScenario(scenario)).toMatchObject({ verdict: 'pass', failedExpectations: [] });
  });
});

describe('payments that are not awaited', () => {
  it('are made in the order of the steps, though all are given to the client at one instant', () => {
    const amounts = [1, 2, 3, 4];
    const steps = { alice: amounts.map((amount) => ({ ...pay('bob', amount), await: false })) };
    for (const schedule of ['random', { kind: 'pct', depth: 3, window: '50 ms', events: 40 }]) {
      const { certificates } = runScenario(scenarioOf({ clients, steps, network: { schedule } }));
      expect(certificates.map(({ nonce, summary }) => [nonce, summary])).toEqual(
        amounts.map((amount, index) => [BigInt(index), `alice pays bob ${amount}`]),
      );
    }
  });
});

describe('a reading', () => {
  it('takes its turn among the steps, and reads one’s own, another’s or a shared account', () => {
    const accounts = { treasury: { signers: ['alice', 'bob'], quorum: 2, balance: 10 } };
    const steps = [
      { op: 'read' },
      pay('bob', 1),
      { op: 'read', of: 'bob' },
      { op: 'read', of: 'treasury' },
    ];
    expect(endingsOf(scenarioOf({ clients, accounts, steps: { alice: steps } }))).toEqual([
      'alice reads alice: final',
      'alice pays bob 1: final',
      'alice reads bob: final',
      'alice reads treasury: final',
    ]);
  });

  it('is about tokens, jobs and certificates, too', () => {
    const settled = [
      { op: 'create-token', as: 'gold' },
      { op: 'escrow-terms', as: 'fair', fee: 1 },
      { op: 'escrow-job', as: 'logo', terms: 'fair', provider: 'bob', fee: 1 },
      { op: 'escrow-reject', job: 'logo' },
      { op: 'create-token', as: 'lead' },
      { op: 'escrow-job', as: 'site', terms: 'fair', provider: 'bob', fee: 1 },
    ];
    const subjects = [
      [{ balances: ['gold'], cells: [] }, 'alice, of tokens gold, no cells'],
      [{ balances: [], cells: ['a'], of: 'bob' }, 'bob, no tokens, of cells a'],
      [{ token: 'gold' }, 'the token gold'],
      [{ token: 'gold', andTokens: ['lead'] }, 'the tokens gold and lead'],
      [{ job: 'logo' }, 'the job logo'],
      [{ job: 'site', andJobs: ['logo'] }, 'the jobs site and logo'],
      [{ jobs: 'provider', of: 'bob' }, 'the jobs of bob as provider'],
      [{ jobs: 'client', status: 'Refunded' }, 'the refunded jobs of alice as client'],
      [{ certificates: 2, limit: 1 }, 'certificates of alice from nonce 2 on'],
      [{ certificate: 'last' }, 'the last certificate of alice'],
      [{ token: 'gold', certificate: 'creation' }, 'the certificate that created the token gold'],
      [{ job: 'logo', certificate: 'creation' }, 'the certificate that created the job logo'],
      [{ job: 'logo', certificate: 'decision' }, 'the certificate that decided the job logo'],
    ] as const;
    const reads = subjects.map(([subject]) => ({ op: 'read', ...subject }));
    const endings = endingsOf(scenarioOf({ clients, steps: { alice: [...settled, ...reads] } }));
    expect(endings.slice(settled.length)).toEqual(
      subjects.map(([, words]) => `alice reads ${words}: final`),
    );
  });

  it('waits for what another client creates, and is left out where there is nothing to ask for', () => {
    const late = [
      { op: 'wait', for: '9 s' },
      { op: 'create-token', as: 'gold' },
      { op: 'batch', steps: [{ op: 'create-token', as: 'lead' }, pay('bob', 101)] },
    ];
    const reads = [
      { op: 'read', certificate: 'last' },
      { op: 'read', token: 'gold' },
      { op: 'read', token: 'lead' },
      { op: 'read', of: 'alice', certificate: 'last' },
    ];
    const endings = endingsOf(scenarioOf({ clients, steps: { bob: reads, alice: late } }));
    expect(endings.filter((each) => each.startsWith('bob'))).toEqual([
      'bob step 1: refused, nothing of bob has settled',
      'bob reads the token gold: final',
      'bob step 3: refused, there is no token lead',
      'bob reads the last certificate of alice: final',
    ]);
  });

  it('asks again when it was lost over the links of the client', () => {
    const scenario = scenarioOf({
      clients,
      steps: { alice: [{ op: 'read' }] },
      faults: [{ id: 'lost', kind: 'cut', from: 'alice', to: 'p1', at: '0 ms', for: '6 s' }],
    });
    const [report] = runScenario(scenario).operations;
    expect(report).toMatchObject({ outcome: 'final', startedAt: 0n });
    expect(report?.endedAt).toBeGreaterThan(7_000_000_000n);
    expect(report?.endedAt).toBeLessThan(8_000_000_000n);
  });

  it('P8 ends with what the proxy says when no quorum answers, and when nobody says anything', () => {
    const read = { op: 'read' };
    const cut = (to: unknown) => [{ id: 'cut', kind: 'cut', from: 'p1', to, at: '0 ms' }];
    const limits = { simTime: '3 min' };
    const apart = { clients, steps: { alice: [read, read] }, limits };
    expect(endingsOf(scenarioOf({ ...apart, faults: cut(['v1', 'v2']) }))).toEqual([
      'alice reads alice: refused, QuorumUnreachable',
      'alice reads alice: refused, QuorumUnreachable',
    ]);
    expect(endingsOf(scenarioOf({ ...apart, faults: cut('alice') }))).toEqual([
      'alice reads alice: unknown, no answer',
      'alice reads alice: unknown, no answer',
    ]);
  });
});

describe('a batch', () => {
  it('names what it creates before anybody else can', () => {
    const steps = [
      { op: 'create-token', as: 'gold', amount: 1 },
      { op: 'manage-token', token: 'gold', add: ['alice'] },
      { op: 'manage-token', token: 'gold', admin: 'bob' },
      { op: 'mint', token: 'gold', to: 'bob', amount: 4 },
      { op: 'escrow-terms', as: 'fair', token: 'gold', fee: '10 %' },
      { op: 'escrow-job', as: 'logo', terms: 'fair', provider: 'bob', fee: 1 },
    ];
    const expected = {
      tokens: { gold: { supply: 5, holders: { alice: 0, bob: 4 } } },
      jobs: { logo: 'Funded' },
    };
    const result = runScenario(
      scenarioOf({ clients, steps: { alice: [{ op: 'batch', steps }] }, expect: expected }),
    );
    expect([result.verdict, result.failedExpectations]).toEqual(['pass', []]);
  });
});

describe('what a step must end with', () => {
  it('is compared, outcome and code separately', () => {
    const steps = [
      { ...pay('bob', 101), outcome: 'final', code: 'UnexpectedNonce' },
      { ...pay('bob', 1), outcome: 'refused', code: 'InsufficientFunding' },
      { ...pay('bob', 101), outcome: 'refused', code: 'InsufficientFunding' },
    ];
    const { failedExpectations } = runScenario(scenarioOf({ clients, steps: { alice: steps } }));
    expect(failedExpectations).toEqual([
      ...['outcome', 'code'].map((key) => ({
        expectation: `workload.of-alice.steps[0].${key}`,
        ...(key === 'outcome'
          ? { expected: 'final', actual: 'refused (InsufficientFunding)' }
          : { expected: 'UnexpectedNonce', actual: 'InsufficientFunding' }),
      })),
      {
        expectation: 'workload.of-alice.steps[1].outcome',
        expected: 'refused',
        actual: 'final',
      },
      {
        expectation: 'workload.of-alice.steps[1].code',
        expected: 'InsufficientFunding',
        actual: 'none',
      },
    ]);
  });

  it('is compared for tokens, jobs and states at every validator', () => {
    const steps = [
      { op: 'create-token', as: 'gold', amount: 3 },
      { op: 'set-state', key: 'head', to: 'one' },
    ];
    const expected = {
      tokens: { gold: { supply: 4, holders: { alice: 2 } } },
      states: { alice: { head: 'two', tail: 'one' } },
    };
    const { failedExpectations } = runScenario(
      scenarioOf({ validators: 1, clients, steps: { alice: steps }, expect: expected }),
    );
    expect(failedExpectations.map(({ expectation }) => expectation)).toEqual([
      'tokens.gold.supply at v1',
      'tokens.gold.holders.alice at v1',
      'states.alice.head at v1',
      'states.alice.tail at v1',
    ]);
  });
});

describe('a multisig account', () => {
  const accounts = { treasury: { signers: ['alice', 'bob'], quorum: 2, balance: 10 } };
  const fromTreasury = { ...pay('carol', 4), from: 'treasury' };

  it('settles what enough members have signed, and takes the same wish anew afterwards', () => {
    const twice = [fromTreasury, { op: 'wait', for: '5 s' }, fromTreasury];
    const scenario = scenarioOf({
      clients,
      accounts,
      steps: { alice: twice, bob: [{ op: 'wait', for: '1 s' }, ...twice] },
    });
    expect(endingsOf(scenario)).toEqual([
      'alice for treasury pays carol 4: incomplete, 1 of the signers signed, the multisig quorum is 2',
      'alice for treasury pays carol 4: incomplete, 1 of the signers signed, the multisig quorum is 2',
      'bob for treasury pays carol 4: final',
      'bob for treasury pays carol 4: final',
    ]);
  });

  it('does not add up signatures for different payments', () => {
    const other = { ...fromTreasury, amount: 5 };
    const scenario = scenarioOf({
      clients,
      accounts,
      steps: { alice: [fromTreasury], bob: [other] },
    });
    expect(runScenario(scenario).certificates).toEqual([]);
  });

  it('V3 refuses the signature of a stranger', () => {
    const scenario = scenarioOf({ clients, accounts, steps: { carol: [fromTreasury] } });
    expect(endingsOf(scenario)).toEqual([
      'carol for treasury pays carol 4: refused, InvalidSignature',
    ]);
  });
});

describe('a burn that names no token', () => {
  it('destroys native ones', () => {
    const burn = { op: 'burn', amount: 41 };
    const steps = { alice: [burn, { ...burn, amount: 60, outcome: 'refused' }, pay('bob', 59)] };
    const result = runScenario(scenarioOf({ clients, steps }));
    expect(result).toMatchObject({ verdict: 'pass', failedExpectations: [] });
    expect(result.operations.map(({ summary }) => summary)).toContain('burns 41');
    expect(result.accounts.map(({ balance }) => balance)).toEqual([0n, 59n, 0n]);
  });
});
