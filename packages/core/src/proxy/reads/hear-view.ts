import { LIMITS } from '@quorate/protocol';
import { type CommitteeMember, nodeNameOf } from '../../committee.ts';
import type { AccountInfo, Certificates, Rejected, Result } from '../../message.ts';
import { provesItself, verified, verifiedAt } from '../catch-up/fetched.ts';
import type { ProxyEnv } from '../rule-types.ts';
import type { ProxyState, ProxyStep, Read, View } from '../state.ts';
import { conclude } from './conclude.ts';
import { withBacking } from './doubts.ts';
import { plainView } from './plain-view.ts';
import { backingRequestId, endRead, putRead, viewRequestId } from './read.ts';

/** An answer to a read, with what is needed to handle it. */
export interface Heard {
  readonly state: ProxyState;
  readonly env: ProxyEnv;
  readonly read: Read;
  readonly member: CommitteeMember;
  /** Whether the answer counts towards the quorum. */
  readonly isCounted: boolean;
  /** Whether it answers the request for the certificate behind a reported nonce. */
  readonly isBacking: boolean;
}

/** Finds the read that an answer belongs to; undefined for any other answer or an outdated one. */
export function readOf(
  state: ProxyState,
  requestId: string,
  member: CommitteeMember,
): Pick<Heard, 'read' | 'isBacking'> | undefined {
  if (state.reads.size === 0) return undefined;
  const read = state.reads.get(Number(requestId.split(':')[1]));
  if (read === undefined) return undefined;
  const isBacking = requestId === backingRequestId(state, read);
  const isAsked = isBacking || requestId === viewRequestId(state, read, member);
  return isAsked ? { read, isBacking } : undefined;
}

/**
 * Handles a validator's answer to a read, or the certificate behind the nonce that it reported
 * (P7).
 */
export function hearView(heard: Heard, result: Result): ProxyStep {
  if (heard.isBacking) return hearBacking(heard, result);
  switch (result.type) {
    case 'AccountInfo':
      return hearAccount(heard, result);
    case 'Certificates':
      return heard.read.query.type === 'GetAccountInfo'
        ? { state: heard.state, effects: [] }
        : hearPlain(heard, result);
    case 'TokenInfo':
    case 'EscrowJobs':
    case 'Rejected':
      return hearPlain(heard, result);
    default:
      return { state: heard.state, effects: [] };
  }
}

// Handles an answer that needs no backing; a quorum of them makes the view. An answer with an
// invalid certificate is ignored: it is damaged or from a liar, and must not count as a sign that
// something does not exist.
function hearPlain(heard: Heard, result: View['result']): ProxyStep {
  const { state, env, isCounted } = heard;
  if (result.type === 'Certificates' && !isVerified(heard, result)) return { state, effects: [] };
  const isBacked = result.type !== 'Rejected' && isCounted;
  const next = withView(heard, { result, isBacked });
  const answer = refusalOf(heard, next) ?? plainView({ state, env }, next);
  return answer === undefined
    ? { state: putRead(state, next), effects: [] }
    : endRead(state, next, answer);
}

function isVerified(heard: Heard, { certificates }: Certificates): boolean {
  return certificates
    .slice(0, LIMITS.certificatesPerRequest)
    .every((certificate) => verified(heard, certificate) !== undefined);
}

// If a query is invalid, f + 1 validators say so.
function refusalOf({ state, env }: Heard, { views }: Read): Rejected | undefined {
  const refusals = Object.values(views).flatMap(({ result }) =>
    result.type === 'Rejected' ? [result] : [],
  );
  const needed = env.rules.faultyMax(state.committee.members.length) + 1;
  return refusals.find(
    ({ rejection: { code } }) =>
      refusals.filter(({ rejection }) => rejection.code === code).length >= needed,
  );
}

// A reported nonce counts once the certificate below it is shown: no validator can make one up.
function hearAccount(heard: Heard, result: AccountInfo): ProxyStep {
  const { state, read, member } = heard;
  if (read.query.type !== 'GetAccountInfo' || result.address !== read.query.address) {
    return { state, effects: [] };
  }
  const isBacked = result.nextNonce === 0n;
  const next = withView(heard, { result, isBacked });
  if (isBacked) return conclude(heard, next);
  const select = {
    by: 'Sender',
    sender: result.address,
    fromNonce: result.nextNonce - 1n,
    limit: 1,
  } as const;
  return {
    state: putRead(state, next),
    effects: [
      {
        type: 'Send',
        to: nodeNameOf(member.validator),
        message: {
          type: 'GetCertificates',
          requestId: backingRequestId(state, next),
          select,
        },
      },
    ],
  };
}

// Any other answer drops the report. Only the next repetition asks again: an answer that restarted
// the exchange here would make it endless.
function hearBacking(heard: Heard, result: Result): ProxyStep {
  const { state, read, member } = heard;
  const certificate = result.type === 'Certificates' ? result.certificates[0] : undefined;
  const view = read.views[member.validator.address];
  if (view?.result.type !== 'AccountInfo' || view.isBacked) return { state, effects: [] };
  const { address: sender, nextNonce } = view.result;
  const facts = certificate && verifiedAt(heard, certificate, { sender, nonce: nextNonce - 1n });
  if (certificate === undefined || facts === undefined) {
    const { [member.validator.address]: _unbacked, ...views } = read.views;
    return conclude(heard, { ...read, views });
  }
  const needsOthers = !provesItself(state, certificate);
  const believed = { ...heard, state: withBacking(state, member.validator.address) };
  return conclude(believed, withView(heard, { ...view, isBacked: true, certificate, needsOthers }));
}

function withView({ read, member }: Heard, view: View): Read {
  return { ...read, views: { ...read.views, [member.validator.address]: view } };
}
