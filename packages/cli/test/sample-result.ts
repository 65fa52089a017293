import type { Forensics, RunResult } from '@quorate/simulator';

const MS = 1_000_000n;

/** What a run of first-payment.yaml looks like. */
export const firstPayment: RunResult = {
  name: 'first-payment',
  description: 'Alice pays Bob over a network in which nothing goes wrong.',
  seed: '0x1',
  verdict: 'pass',
  expectedVerdict: 'pass',
  traceHash: '3f2a9c01'.repeat(8),
  drawHash: 'd1ce5eed'.repeat(8),
  crypto: 'trusted',
  ed25519: 'sodium',
  events: 42,
  virtualNanos: 312_456_789n,
  accounts: [
    {
      client: 'alice',
      address: 'a1'.repeat(32),
      balance: 900n,
      nextNonce: 1n,
      lock: 'none',
      outcome: 'final',
    },
    { client: 'bob', address: 'b0'.repeat(32), balance: 100n, nextNonce: 0n, lock: 'none' },
  ],
  certificates: [
    {
      transactionId: 'c4'.repeat(32),
      client: 'alice',
      nonce: 0n,
      summary: 'alice pays bob 100',
      signers: ['v1', 'v2', 'v4'],
      signedAt: 2n * MS,
      certifiedAt: 100n * MS,
      finalAt: 189n * MS,
      settledAt: { v1: 150n * MS, v2: 160n * MS, v3: 262n * MS, v4: 189n * MS },
    },
  ],
  validators: ['v1', 'v2', 'v3', 'v4'].map((name) => ({
    name,
    status: 'active',
    seat: true,
    digest: '5d1e'.repeat(16),
    settled: 1,
  })),
  operations: [
    {
      client: 'alice',
      summary: 'alice pays bob 100',
      outcome: 'final',
      startedAt: 0n,
      endedAt: 240n * MS,
    },
  ],
  oracles: [
    { name: 'no-double-sign', checks: 42, violations: [] },
    { name: 'convergence', checks: 1, violations: [] },
  ],
  shapes: [],
  situations: [
    { name: 'catch-up', count: 0 },
    { name: 'negative-balance', count: 2 },
  ],
  costs: {
    transactions: 1,
    verifications: 12,
    signatures: 5,
    messages: 31,
    finalityNanos: [187n * MS],
  },
  faults: [],
  neverCame: [],
  failedExpectations: [],
};

/** A run in which a wrong core certifies both halves of a double spend. */
export const brokenDoubleSpend: RunResult = {
  ...firstPayment,
  name: 'double-spend',
  description: 'Alice signs two transactions for one nonce.',
  seed: '0x5eed',
  verdict: 'violation:unique-certificate',
  accounts: [
    {
      client: 'alice',
      address: 'a1'.repeat(32),
      balance: -100n,
      nextNonce: 1n,
      lock: 'contested',
      outcome: 'locked-by-own-equivocation',
    },
  ],
  certificates: ['bob', 'carol'].map((payee) => ({
    transactionId: (payee === 'bob' ? 'aa' : 'bb').repeat(32),
    client: 'alice',
    nonce: 0n,
    summary: `alice pays ${payee} 100`,
    signers: payee === 'bob' ? ['v1', 'v2'] : ['v3', 'v4'],
    signedAt: 0n,
    certifiedAt: 90n * MS,
    finalAt: undefined,
    settledAt: {},
  })),
  validators: [
    { name: 'v1', status: 'active', seat: true, digest: '11'.repeat(32), settled: 1 },
    { name: 'v2', status: 'active', seat: true, digest: '11'.repeat(32), settled: 1 },
    { name: 'v3', status: 'active', seat: true, digest: '22'.repeat(32), settled: 1 },
    { name: 'v4', status: 'crashed', seat: true, digest: '00'.repeat(32), settled: 0 },
  ],
  operations: [
    {
      client: 'alice',
      summary: 'alice pays bob 100',
      outcome: 'locked-by-own-equivocation',
      reason: 'PreviousTransactionMustBeConfirmedFirst',
      startedAt: 0n,
      endedAt: 0n,
    },
  ],
  shapes: [],
  situations: [],
  costs: { ...firstPayment.costs, transactions: 0, finalityNanos: [] },
  faults: [
    { id: 'f1', kind: 'crash', at: 100n * MS },
    { id: 'f2', kind: 'cut', at: undefined },
  ],
  neverCame: [1, 3],
  oracles: [
    {
      name: 'unique-certificate',
      checks: 42,
      violations: [
        {
          oracle: 'unique-certificate',
          kind: 'safety',
          mustHold: 'No two transactions for one (sender, nonce) are certified.',
          at: 120n * MS,
          event: 13,
          message: 'two certificates for (alice, nonce 0)',
          facts: { first: 'aa'.repeat(32), second: 'bb'.repeat(32) },
        },
      ],
    },
  ],
  failedExpectations: [{ expectation: 'balances.bob', expected: '0', actual: '100' }],
};

/** Who signed both halves of that double spend. */
export const doubleSpendForensics: Forensics = {
  validators: 4,
  quorum: 3,
  faultyMax: 1,
  conflicts: [
    {
      sender: 'alice',
      address: 'a1'.repeat(32),
      nonce: 0n,
      rivals: ['aa', 'bb'].map((id) => ({
        transactionId: id.repeat(32),
        summary: `alice pays ${id === 'aa' ? 'bob' : 'carol'} 100`,
        message: `${id}00`,
        signers: id === 'aa' ? ['v1', 'v3', 'v4'] : ['v2', 'v3', 'v4'],
        hasQuorum: true,
      })),
      intersection: ['v3', 'v4'],
      culprits: ['v3', 'v4'].map((name) => ({
        name,
        key: name.repeat(32),
        isFaulty: true,
        signatures: ['aa', 'bb'].map((id) => ({
          transactionId: id.repeat(32),
          signature: id.repeat(64),
        })),
      })),
      finding: 'assumption-broken',
      verdict: 'assumption broken: 2 of 4 validators lied, and f is 1',
    },
  ],
};
