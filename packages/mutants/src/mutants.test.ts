import { CLIENT_RULES, PROXY_RULES, VALIDATOR_RULES } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';

/** The entries that no mutant replaces, by role and path, with the reason. */
const LEFT_AS_THEY_ARE: Readonly<Record<string, string>> = {
  'validator: operations.JoinCommittee.validate': 'it refuses nothing',
  'validator: operations.LeaveCommittee.validate': 'it refuses nothing',
};

type Entries = ReadonlyMap<string, unknown>;

/** Lists the functions of a table and of the tables in it, by their paths. */
function entriesOf(table: object, path = ''): Entries {
  const entries = Object.entries(table).map(([key, entry]): Entries => {
    const at = path === '' ? key : `${path}.${key}`;
    return typeof entry === 'function' ? new Map([[at, entry]]) : entriesOf(entry, at);
  });
  return new Map(entries.flatMap((each) => [...each]));
}

const RIGHT = {
  validator: entriesOf(VALIDATOR_RULES),
  proxy: entriesOf(PROXY_RULES),
  client: entriesOf(CLIENT_RULES),
};

function tablesOf({ validatorRules, proxyRules, clientRules }: Mutant): readonly object[] {
  return [validatorRules, proxyRules, clientRules].filter((table) => table !== undefined);
}

/** Lists the entries in which a mutant differs from the right tables, by role and path. */
function replacedIn(mutant: Mutant): readonly string[] {
  return tablesOf(mutant).flatMap((table) =>
    [...entriesOf(table)].flatMap(([path, entry]) =>
      RIGHT[mutant.role].get(path) === entry ? [] : [`${mutant.role}: ${path}`],
    ),
  );
}

describe('the mutants', () => {
  it('number more than forty, each with its own id and title', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(40);
    expect(new Set(MUTANTS.map(({ id }) => id)).size).toBe(MUTANTS.length);
    expect(new Set(MUTANTS.map(({ title }) => title)).size).toBe(MUTANTS.length);
  });

  it('have ids in kebab case, and rules of the ledger document', () => {
    for (const { id, rule } of MUTANTS) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(rule).toMatch(/^[VSDECP]\d+$/);
    }
  });

  it.each(MUTANTS.map((mutant) => [mutant.id, mutant] as const))(
    '%s replaces one entry of the table of its role',
    (_, mutant) => {
      expect(tablesOf(mutant)).toHaveLength(1);
      expect(replacedIn(mutant)).toHaveLength(1);
      const [table = {}] = tablesOf(mutant);
      expect([...entriesOf(table).keys()].sort()).toEqual([...RIGHT[mutant.role].keys()].sort());
    },
  );

  it('replace every entry of the tables but those that are listed with a reason', () => {
    const replaced = new Set(MUTANTS.flatMap(replacedIn));
    const left = Object.entries(RIGHT).flatMap(([role, entries]) =>
      [...entries.keys()].map((path) => `${role}: ${path}`).filter((path) => !replaced.has(path)),
    );
    expect(left.sort()).toEqual(Object.keys(LEFT_AS_THEY_ARE).sort());
  });
});
