import { balanceKey, formatDigest, ledgerDigest, NEW_ACCOUNT } from '@quorate/core';
import { factsOf, NATIVE_TOKEN_ID } from '@quorate/protocol';
import type { ValidatorAtRest } from '../oracles/oracle.ts';
import type {
  AccountReport,
  FailedExpectation,
  OracleReport,
  Outcome,
  ValidatorReport,
  Verdict,
  Violation,
} from '../run-result.ts';
import type { Expectations, ScenarioClient } from '../scenario/scenario.ts';
import type { Workload } from './workload.ts';
import type { World } from './world.ts';

/** Lists the validators that are up, with the digests of their ledgers. */
export function validatorsAtRest({ validators }: World): readonly ValidatorAtRest[] {
  return validators.flatMap(({ name, state }) => {
    const current = state();
    if (current === undefined) return [];
    return [{ name, state: current, digest: formatDigest(ledgerDigest(current.ledger)) }];
  });
}

/** Reports every validator, up or down. */
export function reportValidators(
  { validators }: World,
  atRest: readonly ValidatorAtRest[],
): readonly ValidatorReport[] {
  return validators.map(({ name, status }) => {
    const up = atRest.find((validator) => validator.name === name);
    return {
      name,
      status: status(),
      digest: up?.digest ?? '',
      settled: up?.state.ledger.settled.size ?? 0,
    };
  });
}

/** Reports every client's account as the first validator that is up holds it. */
export function reportAccounts(
  { parties, workloads }: World,
  clients: readonly ScenarioClient[],
  atRest: readonly ValidatorAtRest[],
): readonly AccountReport[] {
  return clients.map(({ name }) => {
    const { address } = parties.signer(name);
    const ledgers = atRest.map(({ state }) => state.ledger);
    const account = ledgers[0]?.account.get(address) ?? NEW_ACCOUNT;
    const locks = ledgers.map((ledger) => ledger.account.get(address)?.lock?.kind ?? 'none');
    const outcome = outcomeOf(name, workloads, locks);
    return {
      client: name,
      address,
      balance: ledgers[0]?.balance.get(balanceKey(address, NATIVE_TOKEN_ID)) ?? 0n,
      nextNonce: account.nextNonce,
      lock: locks.find((lock) => lock !== 'none') ?? 'none',
      ...(outcome === undefined ? {} : { outcome }),
    };
  });
}

const WORST_FIRST: readonly Outcome[] = [
  'locked-by-own-equivocation',
  'unknown',
  'refused',
  'final',
];

function outcomeOf(
  client: string,
  workloads: readonly Workload[],
  locks: readonly string[],
): Outcome | undefined {
  const own = workloads.filter((workload) => workload.client === client);
  const outcomes = own.flatMap((workload) => workload.operations().map(({ outcome }) => outcome));
  if (own.some(equivocates)) {
    outcomes.push(locks.every((lock) => lock === 'none') ? 'final' : 'locked-by-own-equivocation');
  }
  return WORST_FIRST.find((outcome) => outcomes.includes(outcome));
}

function equivocates(workload: Workload): boolean {
  const ids = new Map<bigint, string>();
  return workload.signed().some(({ transaction }) => {
    const { id, transaction: said } = factsOf(transaction);
    const first = ids.get(said.nonce) ?? id;
    ids.set(said.nonce, first);
    return first !== id;
  });
}

/** Judges a run: a safety violation before a liveness one before nothing checked at all. */
export function verdictOf(oracles: readonly OracleReport[]): Verdict {
  const violations = oracles.flatMap((oracle) => oracle.violations);
  const unsafe = violations.find(({ kind }) => kind === 'safety');
  if (unsafe !== undefined) return `violation:${unsafe.oracle}`;
  if (violations.length > 0) return 'liveness';
  return oracles.some(({ checks }) => checks > 0) ? 'pass' : 'unknown';
}

/** Compares what a scenario expects, the verdict apart, with what came out. */
export function failedExpectations(
  expect: Expectations,
  {
    accounts,
    certificates,
    validators,
  }: {
    readonly accounts: readonly AccountReport[];
    readonly certificates: number;
    readonly validators: readonly (readonly [
      name: string,
      balanceOf: (client: string) => bigint,
    ])[];
  },
): readonly FailedExpectation[] {
  const failed: FailedExpectation[] = [];
  const compare = (expectation: string, expected: unknown, actual: unknown) => {
    if (expected === actual) return;
    failed.push({ expectation, expected: String(expected), actual: String(actual ?? 'nothing') });
  };
  for (const { client, outcome } of expect.outcomes) {
    const account = accounts.find((report) => report.client === client);
    compare(`outcomes.${client}`, outcome, account?.outcome);
  }
  for (const { client, balance } of expect.balances) {
    for (const [name, balanceOf] of validators) {
      compare(`balances.${client} at ${name}`, balance, balanceOf(client));
    }
  }
  if (expect.certificates !== undefined) {
    compare('certificates', expect.certificates, certificates);
  }
  return failed;
}

/** Reports what broke in nodes as violations: a bug of ours fails the run like a wrong ledger. */
export function nodeFailureReport({ failures }: World): OracleReport {
  return {
    name: 'nodes-do-not-break',
    checks: 1,
    violations: failures.map(
      ({ node, at, failure }): Violation => ({
        oracle: 'nodes-do-not-break',
        kind: 'safety',
        at,
        message: `${node} stopped: ${failure instanceof Error ? failure.message : String(failure)}`,
        facts: {
          node,
          failure: failure instanceof Error ? (failure.stack ?? failure.name) : String(failure),
        },
      }),
    ),
  };
}

/** Reports clients whose operations never ended, once the world has come to rest or its limit. */
export function livenessReport(
  { workloads, clock, start }: World,
  isAtRest: boolean,
): OracleReport {
  const at = clock.now() - start;
  const message = (client: string) =>
    isAtRest
      ? `${client} waits for an answer that cannot come`
      : `${client} has no answer at the limit`;
  return {
    name: 'liveness-honest',
    checks: workloads.length,
    violations: workloads
      .filter((workload) => !workload.isDone())
      .map(
        ({ client }): Violation => ({
          oracle: 'liveness-honest',
          kind: 'liveness',
          at,
          message: message(client),
          facts: { client },
        }),
      ),
  };
}
