import type { ProxyState } from '@quorate/core';
import type { Finding, Oracle, ProxyStep } from '../oracle.ts';
import type { Driven, Progress } from './proxy-view.ts';

/**
 * When a correct proxy follows a change of committee, it counts afresh: of what members of an
 * earlier committee have answered, nothing counts any more, for whatever it drives and for whatever
 * is read. What it asks the new members has a number of its own, because a node may be a member of
 * both. The bytes of a transaction and the certificate that was made of it stay (rules P10, C9).
 *
 * Our addition to ledger.md. Answers of two committees, added up, make a quorum of neither; but it
 * takes a change at the one moment in which some have answered.
 */
export function countedAfresh(): Oracle {
  return {
    name: 'counted-afresh',
    kind: 'safety',
    afterProxyStep: ({ node, observation: { before, after } }: ProxyStep): Finding | undefined => {
      if (before.committee === after.committee) return undefined;
      const what = driven(before, after) ?? read(before, after);
      if (what === undefined) return undefined;
      return {
        message: `${node} ${what}`,
        facts: { proxy: node, epoch: String(after.committee.epoch) },
      };
    },
  };
}

function driven(before: ProxyState, after: ProxyState): string | undefined {
  for (const is of after.submissions.values()) {
    const was = before.submissions.get(is.facts.id);
    const what = was && (countedStill(is) ?? changed(was, is));
    if (what !== undefined) return what;
  }
  return undefined;
}

function countedStill({ progress, found, retries, isDisowned }: Driven): string | undefined {
  if (found !== undefined) return 'still looks for what an earlier committee has settled';
  if (isDisowned) return 'still holds against a transaction what an earlier committee disowned';
  if (retries > 0) return 'counts repetitions for an earlier committee';
  return Object.values(progress).some(hasAnswered)
    ? 'counts answers of an earlier committee'
    : undefined;
}

function hasAnswered(progress: Progress): boolean {
  const { admits, holds, isPast, signature, settled, refusal, basis } = progress;
  const isSaid = [signature, refusal, basis].some((each) => each !== undefined);
  return admits || holds || isPast || settled || isSaid;
}

function changed(was: Driven, is: Driven): string | undefined {
  if (is.envelope !== was.envelope) return 'goes on with other bytes';
  if (is.certificate !== was.certificate) return 'goes on with another certificate';
  const asked = Object.values(was.progress).map(({ asking }) => asking);
  const isRepeated = Object.values(is.progress).some(({ asking }) => asking <= Math.max(...asked));
  return isRepeated ? 'asks as an earlier committee was asked' : undefined;
}

function read({ reads: known }: ProxyState, { reads }: ProxyState): string | undefined {
  for (const is of reads.values()) {
    const was = known.get(is.number);
    if (was === undefined) continue;
    if (Object.keys(is.views).length > 0) return 'counts readings of an earlier committee';
    if (is.retries <= was.retries) return 'has not asked the new committee what somebody reads';
  }
  return undefined;
}
