import type { TransactionEnvelope } from '@quorate/protocol';
import { type NodeName, type Reply, reply, type StoreWrite } from '../effect.ts';
import {
  type Account,
  applyChanges,
  NEW_ACCOUNT,
  type RecordChange,
  type TableName,
} from '../ledger/ledger.ts';
import { rememberTexts } from '../ledger/text-memory.ts';
import type { EncodedEnvelope, Rejected, Result, SubmitTransaction } from '../message.ts';
import { receiveEnvelope } from '../open-envelope.ts';
import { firstAnswer, type Submission, type ValidatorEnv } from './rule-types.ts';
import type { ValidatorState, ValidatorStep } from './state.ts';
import { signed } from './submission-checks.ts';

/**
 * Checks a transaction and signs it (rules V1 to V9).
 *
 * The first rule that fails decides the answer, and no refusal changes state. A signature comes
 * with the write of its lock: a validator that forgot a lock could be made to sign twice (V8).
 */
export function submitTransaction(
  state: ValidatorState,
  from: NodeName,
  message: SubmitTransaction,
  env: ValidatorEnv,
): ValidatorStep {
  const answer = (result: Result) => reply(from, message.requestId, result);
  const submission = open(state, message.envelope, env);
  if ('rejection' in submission) return { state, effects: [answer(submission)] };
  const known = firstAnswer(env.rules.submission, submission);
  if (known !== undefined) {
    const account = env.rules.refuse(submission);
    return account === submission.account
      ? { state, effects: [answer(known)] }
      : withAccount(submission, account, answer(known));
  }
  const { facts } = submission;
  const signature = env.signer.sign(env.rules.signedBytes(facts));
  const account = env.rules.takeLock(submission, signature);
  return withAccount(
    submission,
    account,
    answer(signed(env.signer.address, signature, facts.id, account)),
  );
}

function withAccount(
  { state, env, transaction }: Submission,
  account: Account,
  answer: Reply,
): ValidatorStep {
  const change: RecordChange = { table: 'account', key: transaction.sender, value: account };
  return {
    state: {
      genesis: state.genesis,
      committees: state.committees,
      status: state.status,
      ledger: applyChanges(state.ledger, [change]),
      handover: state.handover,
      pruning: state.pruning,
    },
    effects: env.rules.order.V8({ type: 'Persist', writes: [recordWrite(change)] }, answer),
  };
}

/** Gives the store write for a changed record. */
export function recordWrite({ table, key, value }: RecordChange): StoreWrite {
  return { key: LASTING.has(table) ? lastingKey(table, key) : `${table}/${key}`, value };
}

/** The tables whose keys are written again and again, so that remembering them pays. */
const LASTING: ReadonlySet<TableName> = new Set(['account', 'balance']);

const lastingKey = rememberTexts((table: TableName, key: string) => `${table}/${key}`);

/** Opens a submission for checking, or says why its bytes are refused (rule V1). */
export function open(
  state: ValidatorState,
  envelope: TransactionEnvelope | EncodedEnvelope,
  env: ValidatorEnv,
  isDryRun = false,
): Submission | Rejected {
  const opened = receiveEnvelope(envelope, env.rules.decode);
  if ('rejection' in opened) return opened;
  const { transaction } = opened.facts;
  const account = state.ledger.account.get(transaction.sender) ?? NEW_ACCOUNT;
  const { envelope: own, facts } = opened;
  return { envelope: own, facts, state, env, transaction, account, isDryRun };
}
