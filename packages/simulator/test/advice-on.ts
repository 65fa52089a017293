import { expect } from 'vitest';
import { formatDiagnostic } from '../src/scenario/diagnostic.ts';
import { lintScenario } from '../src/scenario/lint/lint-scenario.ts';

/** Four validators, one more that may follow them, and two clients. */
export const CLUSTER = {
  validators: 4,
  candidates: 1,
  clients: { alice: { balance: 10 }, bob: {} },
  accounts: { shop: { signers: ['alice', 'bob'], quorum: 1, balance: 1 } },
};
export const RENEWAL = { id: 'renew', at: '1 s', members: ['v1', 'v2', 'v3', 'v5'] };
export const PAYS = { id: 'w', client: 'alice', steps: [{ op: 'pay', to: 'bob', amount: 1 }] };
export const SIGNS = {
  ...PAYS,
  steps: [
    { op: 'sign', as: 'A', to: 'bob', amount: 1 },
    { op: 'send', transaction: 'A', validators: ['v1'] },
  ],
};

export function fileOf(rest: object): string {
  const top = { version: 1, name: 'x', description: 'x', cluster: CLUSTER, workload: [PAYS] };
  return JSON.stringify({ ...top, expect: { balances: { shop: 1 } }, ...rest });
}

/** Lists what is advised on a scenario, each with the key or the item that it points at. */
export function adviceOn(rest: object): readonly string[] {
  const file = fileOf(rest);
  const { mistakes, advice } = lintScenario(file, 'x.yaml');
  expect(mistakes.map(formatDiagnostic)).toEqual([]);
  return advice.map(({ path, column, message }) => {
    const key = /^"(\w+)":/.exec(file.slice(column - 1))?.[1];
    return `${key === undefined ? path : `${path}.${key}`}: ${message}`;
  });
}
