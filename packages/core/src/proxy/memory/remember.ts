import type { TransactionId } from '@quorate/protocol';
import type { Result } from '../../message.ts';
import type { Answer } from '../answers/answer.ts';
import type { ProxyState } from '../state.ts';
import { withMemory } from '../submission.ts';
import { type Remembered, rememberedOf, type Told, withWord } from './memory.ts';

/**
 * P5: notes what a member tells, with its answer, of the account that sends the transaction.
 *
 * One that would sign it tells the next nonce, which is that of the transaction, and the balance.
 * Once it has settled the transaction, the nonce is one higher and the balance lower by what that
 * takes, if nothing has been credited. One that refuses what it has seemed to admit is not believed any
 * more.
 */
export function withToldIn(answer: Answer, result: Result): ProxyState {
  const { state, submission, member } = answer;
  const { memory } = state;
  if (memory === undefined) return state;
  const { sender } = submission.facts.transaction;
  const { address } = member.validator;
  const word = wordAfter(answer, result, rememberedOf(memory, sender));
  const noted = withWord(memory, sender, address, word);
  return noted === memory ? state : withMemory(state, noted);
}

/** Gives the word of the member from now on; undefined if it is worth nothing. */
function wordAfter(answer: Answer, result: Result, known: Remembered): Told | undefined {
  const word = known.told[answer.member.validator.address];
  const isOfThis = word?.nonce === answer.submission.facts.transaction.nonce;
  switch (result.type) {
    case 'Admissible':
      return admitted(answer, result, known) ?? word;
    case 'Settled':
      return isOfThis && isAbout(answer, 'settle', result) ? settled(answer, word) : word;
    case 'Rejected':
      return isOfThis ? undefined : word;
    default:
      return word;
  }
}

type ResultOf<T extends Result['type']> = Extract<Result, { readonly type: T }>;

// What a handover has left with a member may be signed by others, so it is not about to be checked.
function admitted(
  answer: Answer,
  result: ResultOf<'Admissible'>,
  { unspent, told }: Remembered,
): Told | undefined {
  const { balance, isHeld } = result;
  if (!isAbout(answer, 'check', result) || balance === undefined || isHeld) return undefined;
  const { nonce } = answer.submission.facts.transaction;
  // If it is forgotten that this nonce is used up, a word about it could have a rival signed.
  const isForgotten = unspent <= nonce;
  // An answer that was long on its way must not take the place of a later one.
  const isLate = (told[answer.member.validator.address]?.nonce ?? nonce) > nonce;
  return isForgotten || isLate ? undefined : { nonce, funds: balance, at: answer.env.now };
}

function settled({ state, submission, env }: Answer, { nonce, funds }: Told): Told | undefined {
  const spent = env.rules.spentBy(state, submission.facts.transaction);
  return spent === undefined ? undefined : { nonce: nonce + 1n, funds: funds - spent, at: env.now };
}

function isAbout(
  { asked, submission }: Answer,
  purpose: Answer['asked']['purpose'],
  { transactionId }: { readonly transactionId: TransactionId },
): boolean {
  return asked.purpose === purpose && transactionId === submission.facts.id;
}
