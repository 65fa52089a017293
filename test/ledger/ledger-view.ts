import type { Ledger } from '@quorate/core';
import { type Address, operationId } from '@quorate/protocol';
import type { NaiveState } from './naive-ledger.ts';

/** What a ledger holds, in the one form in which two ledgers are compared. */
export type LedgerView = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Shows a ledger of the core. */
export function viewOfCore(ledger: Ledger): LedgerView {
  return {
    nonces: nonZero(ledger.account, ({ nextNonce }) => nextNonce),
    balances: nonZero(ledger.balance, (balance) => balance),
    supplies: nonZero(ledger.token, ({ supply }) => supply),
    cells: view(ledger.cell, (state) => state),
    tokens: view(
      [...ledger.token].filter(([, { description }]) => description !== undefined),
      ({ description: token }) => [
        token?.admin,
        token?.name,
        token?.decimals,
        token?.mints,
        token?.updateCount,
      ],
    ),
    configs: view(ledger.config, ({ tokenId, evaluator, evaluationFee, minEvaluatorFee }) => [
      tokenId,
      evaluator,
      evaluationFee,
      minEvaluatorFee,
    ]),
    jobs: view(ledger.job, (job) => [
      job.tokenId,
      job.client,
      job.provider,
      job.evaluator,
      job.providerFee,
      job.evaluatorFee,
      job.deliverable ?? null,
      job.status,
    ]),
    claims: view(ledger.claim, () => true),
    requests: Object.fromEntries(
      [...ledger.request].map(([key, request]) => [
        operationId(request.origin.sender, request.origin.nonce, Number(key.split('/')[2])),
        request.kind === 'Join' ? request.config : null,
      ]),
    ),
  };
}

/** Shows a naive ledger. */
export function viewOfNaive(state: NaiveState): LedgerView {
  return {
    nonces: nonZero(state.nonces, (nonce) => nonce),
    balances: nonZero(state.balances, (balance) => balance),
    supplies: nonZero(state.supplies, (supply) => supply),
    cells: view(state.cells, (cell) => cell),
    tokens: view(state.tokens, (token) => [
      token.admin,
      token.name,
      token.decimals,
      [...token.mints].sort((a: Address, b: Address) => (a < b ? -1 : 1)),
      token.updates,
    ]),
    configs: view(state.configs, ({ tokenId, evaluator, evaluationFee, minEvaluatorFee }) => [
      tokenId,
      evaluator,
      evaluationFee,
      minEvaluatorFee,
    ]),
    jobs: view(state.jobs, ({ config, ...job }) => [
      config.tokenId,
      job.client,
      job.provider,
      config.evaluator,
      job.providerFee,
      job.evaluatorFee,
      job.deliverable,
      job.status,
    ]),
    claims: view(state.claims, () => true),
    requests: view(state.requests, (config) => config),
  };
}

/** Lists the tokens whose balances and escrowed funds do not add up to the supply. */
export function unbalancedTokens({ balance, job, token }: Ledger): readonly string[] {
  const held = new Map<string, bigint>();
  const add = (tokenId: string, amount: bigint) =>
    held.set(tokenId, (held.get(tokenId) ?? 0n) + amount);
  for (const [key, amount] of balance) add(key.slice(key.indexOf('/') + 1), amount);
  for (const { status, tokenId, providerFee, evaluatorFee } of job.values()) {
    if (status === 'Funded' || status === 'Submitted') add(tokenId, providerFee + evaluatorFee);
  }
  return [...new Set([...held.keys(), ...token.keys()])].filter(
    (tokenId) => (held.get(tokenId) ?? 0n) !== (token.get(tokenId)?.supply ?? 0n),
  );
}

type Entries<V> = Iterable<readonly [string, V]>;

function view<V>(entries: Entries<V>, show: (value: V) => unknown): Record<string, unknown> {
  return Object.fromEntries([...entries].map(([key, value]) => [key, show(value)]));
}

// Zero and absence are one: a balance that came and went was never there.
function nonZero<V>(entries: Entries<V>, amount: (value: V) => bigint): Record<string, unknown> {
  return view(
    [...entries].filter(([, value]) => amount(value) !== 0n),
    amount,
  );
}
