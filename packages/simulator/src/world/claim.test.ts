import { describe, expect, it } from 'vitest';
import { runScenario } from '../run-scenario.ts';
import { loadScenario } from '../scenario/read/load.ts';

function claimScenario(step: string): string {
  return `version: 1
name: claim
description: Alice records what Bob and Carol vouch for, and goes on paying.
cluster:
  validators: 4
  clients:
    alice: { balance: 100 }
    bob: {}
    carol: {}
workload:
  - id: claim
    client: alice
    steps:
      - { op: pay, to: bob, amount: 10 }
      - ${step}
      - { op: pay, to: bob, amount: 10 }
`;
}

describe('claim', () => {
  it.each([
    '{ op: claim, data: "0xc0ffee", verifiers: [bob, carol] }',
    '{ op: claim, data: "0xc0ffee", verifiers: [bob, carol], quorum: 1 }',
    '{ op: claim, data: "0x", verifiers: [] }',
  ])('is signed by its verifiers and settles between two payments: %s', (step) => {
    const result = runScenario(loadScenario(claimScenario(step), 'claim.yaml'));
    expect(result.verdict).toBe('pass');
    expect(result.operations.map(({ outcome }) => outcome)).toEqual(['final', 'final', 'final']);
    expect(result.certificates.map(({ nonce, summary }) => [nonce, summary])).toEqual([
      [0n, 'alice pays bob 10'],
      [1n, expect.stringMatching(/^alice claims [03] bytes$/)],
      [2n, 'alice pays bob 10'],
    ]);
    expect(result.validators.map(({ settled }) => settled)).toEqual([3, 3, 3, 3]);
  });
});
