import { partyOf, type RecordedMessage, type RecordedRun } from '@quorate/simulator';
import { LOST } from '../report/events.ts';
import type { Side } from './compare-happenings.ts';
import { type Happening, transactionOf } from './happenings.ts';

/** Says in a line what happened, such as "v3 answers mallory: Signed (mallory pays bob 100)". */
export function happeningText(
  { what, message: place, fault = '' }: Happening,
  { messages, transactions }: Pick<RecordedRun, 'messages' | 'transactions'>,
): string {
  const message = messages[place ?? -1];
  if (message === undefined) return fault;
  const { kind, answers, signers, lost, isAltered } = message;
  const [from, to] = namesOf(message);
  const id = transactionOf(message, messages);
  const transaction = transactions.find(({ transactionId }) => transactionId === id);
  const saying = [
    kind.replace(/^Response /, ''),
    ...(transaction === undefined
      ? []
      : [`(${transaction.sender} ${transaction.operations.join(', ')})`]),
    ...(signers === undefined ? [] : [`signed by ${signers.join(' ')}`]),
  ].join(' ');
  const noun = answers === undefined ? 'message' : 'answer';
  switch (what) {
    case 'sent':
      return `${from} ${answers === undefined ? 'sends' : 'answers'} ${to}: ${saying}`;
    case 'got':
      return `${to} gets the ${noun} of ${from}${isAltered === true ? ', damaged' : ''}: ${saying}`;
    default:
      return `the ${noun} of ${from} to ${to} is ${LOST[lost?.reason ?? 'link']}: ${saying}`;
  }
}

/** Names both ends of a message. A user and its client have the same name. */
function namesOf({ from, to }: Pick<RecordedMessage, 'from' | 'to'>): readonly [string, string] {
  const [sender, receiver] = [partyOf(from), partyOf(to)];
  if (sender !== receiver) return [sender, receiver];
  return from === sender ? [sender, 'the user'] : ['the user', receiver];
}

/**
 * Says what became in the second run of a message that the first delivers or loses where they part,
 * such as "is lost, at event 7"; undefined for what else happens there.
 */
export function fateText(
  { what, message: place }: Happening,
  own: Side,
  other: Side,
): string | undefined {
  if (what !== 'got' && what !== 'lost') return undefined;
  const sent = own.happenings.find((each) => each.what === 'sent' && each.message === place);
  const same = (sent && own.shared.get(sent))?.message;
  if (same === undefined) return 'is never sent';
  const fate = other.happenings.find((each) => each.message === same && each.what !== 'sent');
  if (fate === undefined) return 'is still under way at the end';
  const when = `at event ${fate.event}`;
  return fate.what === 'lost' ? `is lost, ${when}` : `arrives ${when}`;
}
