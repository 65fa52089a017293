import type { Result } from '../../message.ts';
import { findSettled } from '../catch-up/find.ts';
import type { ProxyStep } from '../state.ts';
import { put, withProgress } from '../submission.ts';
import { type Answer, ignored } from './answer.ts';
import { lastingIn } from './lasting.ts';

/**
 * Handles an answer to an earlier question, or to a question of an earlier attempt. It does not
 * count, but what it tells for good is noted (rule P4).
 */
export function hearOutdated(answer: Answer, result: Result): ProxyStep {
  const { state, submission, member, asked } = answer;
  const { address } = member.validator;
  const known = submission.progress[address];
  const isAboutIt = asked.purpose === 'check' || asked.purpose === 'sign';
  if (known === undefined || !isAboutIt || submission.phase === 'settling') return ignored(answer);
  const lasting = lastingIn(result, known, submission);
  if (lasting.holds === known.holds && lasting.isPast === known.isPast) return ignored(answer);
  const noted = withProgress(submission, address, (progress) => ({ ...progress, ...lasting }));
  return lasting.isPast === known.isPast
    ? { state: put(state, noted), effects: [] }
    : findSettled(state, noted);
}
