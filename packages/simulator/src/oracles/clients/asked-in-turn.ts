import type { ClientState } from '@quorate/core';
import { perLife } from '../following/per-life.ts';
import type { ClientStep, Finding, Oracle } from '../oracle.ts';

/**
 * A correct client sends one transaction after another, in the order of the requests: neither the
 * one that it begins nor the ones that wait overtake an earlier unanswered request. It answers each
 * request once. Each of its attempts has its own request id, by which it recognises a refusal of an
 * earlier attempt, which ends nothing and does not take the place of a later one (rule P4). Asked
 * for something after it has given up, it begins its attempts anew.
 *
 * Our addition to ledger.md. In any order everything settles in the end, but a payment that was to
 * fund the others may come too late; and a wrongly accepted refusal does harm only when it is late.
 */
export function askedInTurn(): Oracle {
  const lifeOf = perLife(
    (_: ClientStep): Life => ({
      attempts: new Set(),
      answered: new Set(),
      latest: undefined,
      told: -1,
    }),
  );

  return {
    name: 'asked-in-turn',
    kind: 'safety',
    afterClientStep: (step) => {
      const life = lifeOf(step);
      return (
        believedLate(step, life) ??
        toldLess(step, life) ??
        saidTwice(step, life) ??
        outOfTurn(step) ??
        resumed(step)
      );
    },
  };
}

/** What a client has said since it started. */
interface Life {
  /** The ids of its requests. */
  readonly attempts: Set<string>;
  /** The ids of the requests that it has answered. */
  readonly answered: Set<string>;
  /** The id of its latest request. */
  latest: string | undefined;
  /** The place of the latest attempt of which an open refusal was noted; -1 before that. */
  told: number;
}

function believedLate({ node, observation }: ClientStep, { latest }: Life): Finding | undefined {
  const { input, before, after } = observation;
  if (input.type !== 'Message' || input.message.type !== 'Response') return undefined;
  const { requestId, result } = input.message;
  if (result.type !== 'Rejected' || latest === undefined || requestId === latest) return undefined;
  const isEnded = before.inFlight !== undefined && after.inFlight?.asked !== before.inFlight.asked;
  return isEnded
    ? found(node, 'takes the refusal of an earlier attempt for that of the latest')
    : undefined;
}

function toldLess({ node, observation }: ClientStep, life: Life): Finding | undefined {
  const { input, before, after } = observation;
  if (input.type !== 'Message' || input.message.type !== 'Response') return undefined;
  const told = after.inFlight?.openRefusal;
  if (told === undefined || told === before.inFlight?.openRefusal) return undefined;
  // One from before a restart is of none of these attempts.
  const place = [...life.attempts].indexOf(input.message.requestId);
  const isEarlier = before.inFlight?.openRefusal !== undefined && place < life.told;
  life.told = place;
  return isEarlier
    ? found(node, 'has an earlier refusal in mind in place of a later one')
    : undefined;
}

function saidTwice({ node, observation }: ClientStep, life: Life): Finding | undefined {
  const { input, effects } = observation;
  if (input.type === 'Message' && input.message.type !== 'Response') {
    life.answered.delete(`${input.from} ${input.message.requestId}`);
  }
  for (const effect of effects) {
    if (effect.type === 'Send' && effect.message.type === 'SubmitTransaction') {
      const { requestId } = effect.message;
      life.latest = requestId;
      if (life.attempts.has(requestId)) {
        return found(node, 'makes two attempts under one request id');
      }
      life.attempts.add(requestId);
    }
    if (effect.type === 'Reply') {
      const answered = `${effect.to} ${effect.requestId}`;
      if (life.answered.has(answered)) return found(node, 'answers twice what it was asked once');
      life.answered.add(answered);
    }
  }
  return undefined;
}

function found(client: string, what: string): Finding {
  return { message: `${client} ${what}`, facts: { client } };
}

function outOfTurn({ node, observation: { before, after } }: ClientStep): Finding | undefined {
  if (before.queue === after.queue || before.queue.length < 2) return undefined;
  const begun = after.inFlight?.asked;
  const isBegun = begun !== undefined && before.inFlight?.asked !== begun;
  const now = placesIn(before, [...(isBegun ? [begun] : []), ...after.queue]);
  if (now.every((place, index) => place > (now[index - 1] ?? -1))) return undefined;
  return found(node, 'does what it is asked in another order');
}

function resumed({ node, observation: { input, before, after } }: ClientStep): Finding | undefined {
  if (before.inFlight?.isResting !== true || after.inFlight?.isResting !== false) return undefined;
  if (input.type !== 'Message' || input.message.type === 'Response') return undefined;
  const { retries, openRefusal } = after.inFlight;
  return retries === 0 && openRefusal === undefined
    ? undefined
    : found(node, 'goes on with attempts that it had given up');
}

/** A request made in this very step comes after all that waited. */
function placesIn({ queue }: ClientState, asked: ClientState['queue']): readonly number[] {
  return asked.map((each) => {
    const place = queue.indexOf(each);
    return place < 0 ? queue.length : place;
  });
}
