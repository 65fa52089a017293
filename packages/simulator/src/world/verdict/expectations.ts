import { balanceKey, cellKey, type Ledger } from '@quorate/core';
import { type Address, NATIVE_TOKEN_ID, type StateKey, type TokenId } from '@quorate/protocol';
import type { ValidatorAtRest } from '../../oracles/oracle.ts';
import type { SituationCount, SituationName } from '../../oracles/situations.ts';
import type {
  AccountReport,
  CostReport,
  FailedExpectation,
  OperationReport,
  Outcome,
} from '../../run-result.ts';
import type { Expectations, TokenExpectation } from '../../scenario/expectations.ts';
import { rawBytes32 } from '../../scenario/raw-values.ts';
import type { Parties } from '../parties.ts';
import type { Label, Labels } from '../users/labels.ts';
import { endingInWords } from './ending.ts';
import { exceeded } from './exceeded.ts';

/** The outcome of a run, for comparison with the scenario's expectations. */
export interface Outcomes {
  readonly accounts: readonly AccountReport[];
  readonly operations: readonly OperationReport[];
  readonly certificates: number;
  /** The last epoch in which all correct members that are up serve. */
  readonly epoch: number;
  readonly atRest: readonly ValidatorAtRest[];
  readonly parties: Parties;
  readonly labels: Labels;
  readonly situations: readonly SituationCount[];
  readonly costs: CostReport;
}

/** Something that a scenario expects of every ledger. */
interface Expectation {
  readonly path: string;
  readonly expected: unknown;
  readonly actual: (ledger: Ledger) => unknown;
}

/** Compares the scenario's expectations, except the verdict, with the outcome. */
export function failedExpectations(
  expectations: Expectations,
  found: Outcomes,
): readonly FailedExpectation[] {
  const { outcomes, certificates, epoch, sometimes, thresholds } = expectations;
  return [
    ...outcomes.flatMap(({ client, outcome }) => otherOutcome(client, outcome, found)),
    ...ofLedgers(expectations, found).flatMap((expectation) => atAll(expectation, found)),
    ...(certificates === undefined
      ? []
      : compare('certificates', certificates, found.certificates)),
    ...(epoch === undefined ? [] : compare('epoch', epoch, found.epoch)),
    ...sometimes.flatMap((name) => neverOccurred(name, found.situations)),
    ...thresholds.flatMap((threshold, index) =>
      exceeded(`thresholds[${index}]`, threshold, found.costs),
    ),
  ];
}

/** Without any member to look at, an expectation is not met. */
function atAll(
  { path, expected, actual }: Expectation,
  { atRest }: Outcomes,
): readonly FailedExpectation[] {
  if (atRest.length === 0) return compare(path, expected, 'no correct member that is up');
  return atRest.flatMap(({ name, state }) =>
    compare(`${path} at ${name}`, expected, actual(state.ledger)),
  );
}

function otherOutcome(
  name: string,
  expected: Outcome,
  { accounts, operations }: Outcomes,
): readonly FailedExpectation[] {
  const outcome = accounts.find(({ client }) => client === name)?.outcome;
  if (outcome === expected) return [];
  const cause = operations.find((each) => each.client === name && each.outcome === outcome);
  const actual = outcome === undefined ? undefined : endingInWords(cause ?? { outcome });
  return compare(`outcomes.${name}`, expected, actual);
}

function neverOccurred(
  name: SituationName,
  situations: readonly SituationCount[],
): readonly FailedExpectation[] {
  const count = situations.find((situation) => situation.name === name)?.count ?? 0;
  if (count > 0) return [];
  return [{ expectation: `sometimes.${name}`, expected: 'at least once', actual: 'never' }];
}

function ofLedgers(
  { balances, tokens, jobs, states }: Expectations,
  found: Outcomes,
): readonly Expectation[] {
  const { parties } = found;
  return [
    ...balances.map(({ client, balance }) => ({
      path: `balances.${client}`,
      expected: balance,
      actual: balanceOf(client, NATIVE_TOKEN_ID, parties),
    })),
    ...tokens.flatMap((token) => ofToken(token, found)),
    ...jobs.map(({ job, status }) => ({
      path: `jobs.${job}`,
      expected: status,
      actual: (ledger: Ledger) => ledger.job.get(idOf({ kind: 'job', name: job }, found))?.status,
    })),
    ...states.map(({ client, shown, key, state }) => ({
      path: `states.${client}.${shown}`,
      expected: rawBytes32(state),
      actual: stateOf(parties.signer(client).address, key as StateKey),
    })),
  ];
}

function ofToken(
  { token, supply, holders }: TokenExpectation,
  found: Outcomes,
): readonly Expectation[] {
  const id = idOf({ kind: 'token', name: token }, found);
  const ofHolders = holders.map(({ client, balance }) => ({
    path: `tokens.${token}.holders.${client}`,
    expected: balance,
    // Nobody holds 0 of a token that does not exist.
    actual: id === '' ? () => undefined : balanceOf(client, id as TokenId, found.parties),
  }));
  if (supply === undefined) return ofHolders;
  const actual = (ledger: Ledger) => ledger.token.get(id)?.supply;
  return [{ path: `tokens.${token}.supply`, expected: supply, actual }, ...ofHolders];
}

/** Gives a state as it is written in files: as text if possible. */
function stateOf(holder: Address, key: StateKey) {
  return ({ cell }: Ledger): string | undefined => {
    const state = cell.get(cellKey(holder, key));
    return state === undefined ? undefined : rawBytes32(state);
  };
}

function balanceOf(client: string, token: TokenId, { signer }: Parties) {
  const key = balanceKey(signer(client).address, token);
  return ({ balance }: Ledger): bigint => balance.get(key) ?? 0n;
}

// If no client was told that it created the label, there is no id, and no ledger holds anything
// under it.
function idOf(label: Label, { labels }: Outcomes): string {
  return labels.isCreated(label) ? labels.idOf(label) : '';
}

function compare(
  expectation: string,
  expected: unknown,
  actual: unknown,
): readonly FailedExpectation[] {
  if (expected === actual) return [];
  return [{ expectation, expected: String(expected), actual: String(actual ?? 'nothing') }];
}
