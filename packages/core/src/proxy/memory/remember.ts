import type { Result } from '../../message.ts';
import type { Answer } from '../answers/answer.ts';
import type { ProxyState } from '../state.ts';
import { withMemory } from '../submission.ts';
import { rememberedOf, withWord } from './memory.ts';

/**
 * P5: notes what a member tells, with its answer, of the account that sends the transaction.
 *
 * One that would sign it tells the next nonce, which is that of the transaction, and the balance.
 * Once it has settled the transaction, the nonce is one higher and the balance lower by the cost,
 * if nothing has been credited. One that refuses what it has seemed to admit is not believed any
 * more.
 */
export function withToldIn(answer: Answer, result: Result): ProxyState {
  const { memory } = answer.state;
  if (memory === undefined) return answer.state;
  switch (result.type) {
    case 'Admissible':
      return admitted(answer, result);
    case 'Settled':
      return settled(answer, result);
    case 'Rejected':
      return refused(answer);
    default:
      return answer.state;
  }
}

type Told<T extends Result['type']> = Extract<Result, { readonly type: T }>;

// What a handover has left with a member may be signed by others, so it is not about to be checked.
function admitted(answer: Answer, { transactionId, balance, isHeld }: Told<'Admissible'>) {
  const { id, transaction } = answer.submission.facts;
  const isAbout = answer.asked.purpose === 'check' && transactionId === id;
  if (!isAbout || balance === undefined || isHeld) return answer.state;
  const { nonce, sender } = transaction;
  // If it is forgotten that this nonce is used up, a word about it could have a rival signed.
  const isForgotten =
    answer.state.memory === undefined || rememberedOf(answer.state.memory, sender).unspent <= nonce;
  // An answer that was long on its way must not take the place of a later one.
  const isLate = (wordOf(answer)?.nonce ?? nonce) > nonce;
  return isForgotten || isLate ? answer.state : told(answer, { nonce, funds: balance });
}

function settled(answer: Answer, { transactionId }: Told<'Settled'>) {
  const { state, submission, asked, env } = answer;
  const { id, transaction } = submission.facts;
  const known = wordOf(answer);
  const isAbout = asked.purpose === 'settle' && transactionId === id;
  if (!isAbout || known?.nonce !== transaction.nonce) return state;
  const cost = env.rules.costOf(state, submission);
  return told(
    answer,
    cost === undefined ? undefined : { nonce: transaction.nonce + 1n, funds: known.funds - cost },
  );
}

function refused(answer: Answer): ProxyState {
  const isAbout = wordOf(answer)?.nonce === answer.submission.facts.transaction.nonce;
  return isAbout ? told(answer, undefined) : answer.state;
}

function wordOf({ state: { memory }, submission, member }: Answer) {
  const { sender } = submission.facts.transaction;
  return memory && rememberedOf(memory, sender).told[member.validator.address];
}

function told(
  { state, env, submission, member }: Answer,
  word: { readonly nonce: bigint; readonly funds: bigint } | undefined,
): ProxyState {
  const { memory } = state;
  if (memory === undefined) return state;
  const { sender } = submission.facts.transaction;
  const dated = word && { ...word, at: env.now };
  return withMemory(state, withWord(memory, sender, member.validator.address, dated));
}
