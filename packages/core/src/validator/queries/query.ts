import { type LoadedRows, type LoadRange, type NodeName, reply } from '../../effect.ts';
import { type Query, type Result, rejected } from '../../message.ts';
import type { ValidatorEnv } from '../rule-types.ts';
import type { QueryResume, ValidatorState, ValidatorStep } from '../state.ts';
import { accountInfo, accountRanges } from './account-info.ts';
import { certificatePlan, certificatesIn, originsIn, type Plan } from './certificates.ts';
import { escrowJobRanges, escrowJobs } from './escrow-jobs.ts';
import { idsFault } from './filter.ts';
import { certificateRanges } from './origins.ts';
import { tokenInfo } from './token-info.ts';

/**
 * Begins to answer a query.
 *
 * Lists that strangers can grow are read from the store, never collected from memory. The rest of
 * the answer comes from memory at the moment when the rows arrive.
 */
export function query(
  state: ValidatorState,
  from: NodeName,
  asked: Query,
  env: ValidatorEnv,
): ValidatorStep {
  const plan = planOf(state, asked);
  if (typeof plan === 'string') {
    const fault = rejected({ code: 'InvalidRequest', rule: 'V1', reason: plan });
    return { state, effects: [reply(from, asked.requestId, fault)] };
  }
  const { ranges, rows } = plan;
  const resume: QueryResume = { from, query: asked, rows };
  return ranges.length === 0
    ? answerQuery(state, resume, [], env)
    : { state, effects: [{ type: 'Load', ranges, resume }] };
}

/**
 * Answers a query from the rows read for it, or first reads the certificates that those rows name.
 */
export function answerQuery(
  state: ValidatorState,
  { from, query: asked, rows: kind }: QueryResume,
  rows: LoadedRows,
  env: ValidatorEnv,
): ValidatorStep {
  if (kind === 'origins') {
    const ranges = certificateRanges(originsIn(rows));
    const resume: QueryResume = { from, query: asked, rows: 'answer' };
    return { state, effects: [{ type: 'Load', ranges, resume }] };
  }
  return { state, effects: [reply(from, asked.requestId, resultOf(state, asked, rows, env))] };
}

// Gives what to read, or says what is wrong with the query.
function planOf(state: ValidatorState, asked: Query): Plan | string {
  switch (asked.type) {
    case 'GetCertificates':
      return certificatePlan(state, asked.select);
    case 'GetAccountInfo':
      return planned(accountRanges(asked));
    case 'GetTokenInfo':
      return planned(idsFault('token ids', asked.tokenIds) ?? []);
    case 'GetEscrowJobs':
      return planned(escrowJobRanges(asked));
  }
}

function planned(ranges: readonly LoadRange[] | string): Plan | string {
  return typeof ranges === 'string' ? ranges : { ranges, rows: 'answer' };
}

function resultOf(
  state: ValidatorState,
  asked: Query,
  rows: LoadedRows,
  env: ValidatorEnv,
): Result {
  switch (asked.type) {
    case 'GetCertificates':
      return certificatesIn(rows);
    case 'GetAccountInfo':
      return accountInfo(state, asked, rows, env);
    case 'GetTokenInfo':
      return tokenInfo(state, asked);
    case 'GetEscrowJobs':
      return escrowJobs(state, asked, rows);
  }
}
