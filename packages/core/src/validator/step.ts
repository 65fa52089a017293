import type { Input, LoadedRows, NodeName } from '../effect.ts';
import {
  hearAnnouncement,
  hearResponse,
  hearRows,
  hearTimer,
  serveSnapshot,
} from '../handover/hear.ts';
import type { ValidatorMessage } from '../message.ts';
import { PRUNE_TIMER } from '../pruning/policy.ts';
import { checkTransaction } from './check-transaction.ts';
import { prune, pruneLoaded, watchPruning } from './pruning.ts';
import { answerQuery, query } from './queries/query.ts';
import type { ValidatorEnv } from './rule-types.ts';
import type { ValidatorResume, ValidatorState, ValidatorStep } from './state.ts';
import { submitCertificate } from './submit-certificate.ts';
import { submitTransaction } from './submit-transaction.ts';

/**
 * Takes a validator one step further.
 *
 * Pure and total: no input from a peer makes it throw, and a refused or repeated message returns
 * the same state object.
 */
export function stepValidator(
  state: ValidatorState,
  input: Input<ValidatorMessage, ValidatorResume>,
  env: ValidatorEnv,
): ValidatorStep {
  return watchPruning(state, take(state, input, env), env);
}

function take(
  state: ValidatorState,
  input: Input<ValidatorMessage, ValidatorResume>,
  env: ValidatorEnv,
): ValidatorStep {
  switch (input.type) {
    case 'Message':
      return hear(state, input.from, input.message, env);
    case 'Loaded':
      return goOn(state, input.resume, input.rows, env);
    case 'Timer':
      return input.id === PRUNE_TIMER ? prune(state) : hearTimer(state, input.id, env);
  }
}

function goOn(
  state: ValidatorState,
  resume: ValidatorResume,
  rows: LoadedRows,
  env: ValidatorEnv,
): ValidatorStep {
  if ('query' in resume) return answerQuery(state, resume, rows, env);
  return resume.rows === 'places' || resume.rows === 'candidates'
    ? pruneLoaded(state, resume, rows, env)
    : hearRows(state, resume, rows, env);
}

function hear(
  state: ValidatorState,
  from: NodeName,
  message: ValidatorMessage,
  env: ValidatorEnv,
): ValidatorStep {
  switch (message.type) {
    case 'SubmitTransaction':
      return submitTransaction(state, from, message, env);
    case 'CheckTransaction':
      return checkTransaction(state, from, message, env);
    case 'SubmitCertificate':
      return submitCertificate(state, from, message, env);
    case 'GetCertificates':
    case 'GetAccountInfo':
    case 'GetTokenInfo':
    case 'GetEscrowJobs':
      return query(state, from, message, env);
    case 'AnnounceChange':
      return hearAnnouncement(state, from, message, env);
    case 'GetSnapshot':
      return serveSnapshot(state, from, message);
    case 'Response':
      return hearResponse(state, from, message, env);
  }
}
