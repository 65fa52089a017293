import {
  type Address,
  factsOf,
  type TransactionCertificate,
  type TransactionId,
} from '@quorate/protocol';
import type { Answer } from '../answers/answer.ts';
import { takeOn } from '../catch-up/drive.ts';
import type { ProxyEnv } from '../rule-types.ts';
import type { ProxyState, ProxyStep, Read } from '../state.ts';
import { accountView } from './account-view.ts';
import { isAwaited, withDoubts } from './doubts.ts';
import { endRead, putRead, repeatRead } from './read.ts';

/**
 * Continues a read after a timeout: concludes from the backed answers if they are enough; otherwise
 * asks again.
 *
 * Backed answers are kept while they are too few: where messages are lost, no single round may bring
 * a quorum of them. If a quorum leads to no answer, newer ones are needed from all.
 */
export function retryRead(before: ProxyState, read: Read, env: ProxyEnv): ProxyStep {
  const state = withDoubts(before, read);
  const views = Object.fromEntries(
    Object.entries(read.views).filter(([, { isBacked }]) => isBacked),
  );
  const step = conclude({ state, env }, { ...read, views });
  if (!step.state.reads.has(read.number)) return step;
  const isQuorum = Object.keys(views).length >= env.rules.quorum(state.committee.members.length);
  const next = isQuorum
    ? { ...read, views: {}, undecided: read.undecided + 1 }
    : { ...read, views };
  return repeatRead(state, next, env.now);
}

/**
 * Concludes a read of an account when f + 1 validators stand at the highest backed nonce.
 *
 * If fewer do, its certificate is driven like any other, which brings the others up (rule P6),
 * whichever of them answers first. The next repetition of the read then finds them there.
 */
export function conclude({ state, env }: Pick<Answer, 'state' | 'env'>, read: Read): ProxyStep {
  const size = state.committee.members.length;
  const needed = env.rules.faultyMax(size) + 1;
  const backed = backedViews(read, needed);
  const kept = putRead(state, read);
  if (backed.length < env.rules.quorum(size)) return drive(kept, read);
  const highest = backed.reduce((n, { info }) => (info.nextNonce > n ? info.nextNonce : n), 0n);
  // A validator reports a higher nonce and has been asked for the certificate: wait for it. No rule
  // asks for that: of a backed quorum, one correct member at least has settled whatever was
  // acknowledged before the read began. But what is newer is better to know.
  const isClaimed = Object.entries(read.views).some(
    ([validator, { result, isBacked }]) =>
      !isBacked &&
      result.type === 'AccountInfo' &&
      result.nextNonce > highest &&
      isAwaited(state, validator as Address),
  );
  if (isClaimed) return { state: kept, effects: [] };
  const standing = backed.filter(({ info }) => info.nextNonce === highest);
  return standing.length < needed
    ? drive(kept, read)
    : endRead(kept, read, accountView(standing, needed, { ...env, network: state.network }));
}

// A certificate by retired keys is first delivered to the other validators. After that, the nonce
// behind it counts only if f + 1 validators have reached it: correct ones settle it if they can
// (rule C8).
function backedViews({ views, retries }: Read, needed: number) {
  const all = Object.entries(views).flatMap(([validator, { result, isBacked, needsOthers }]) =>
    result.type === 'AccountInfo' && isBacked ? [{ validator, info: result, needsOthers }] : [],
  );
  if (retries === 0) return all;
  return all.filter(
    ({ info, needsOthers }) =>
      needsOthers !== true ||
      all.filter((other) => other.info.nextNonce >= info.nextNonce).length >= needed,
  );
}

// Drives a certificate only if some validator that has answered has not settled it: otherwise there
// is nobody to bring up to date. Of two with signatures of different epochs, the one that proves
// itself is used.
function drive(state: ProxyState, { views }: Read): ProxyStep {
  const all = Object.values(views);
  const lowest = all.reduce<bigint | undefined>(
    (least, { result }) =>
      result.type === 'AccountInfo' && (least === undefined || result.nextNonce < least)
        ? result.nextNonce
        : least,
    undefined,
  );
  const ahead = new Map<TransactionId, TransactionCertificate>();
  for (const { certificate, needsOthers } of all) {
    if (certificate === undefined || lowest === undefined) continue;
    const { id, transaction } = factsOf(certificate.envelope.transaction);
    if (transaction.nonce < lowest || (needsOthers === true && ahead.has(id))) continue;
    ahead.set(id, certificate);
  }
  const effects = [...ahead.values()].flatMap((certificate) =>
    takeOn(state, { envelope: certificate.envelope, certificate }),
  );
  return { state, effects };
}
