import { LIMITS } from '@quorate/protocol';
import { type CommitteeMember, nodeNameOf } from '../../committee.ts';
import type { AccountInfo, Certificates, Rejected, Result } from '../../message.ts';
import { provesItself, verified, verifiedAt } from '../fetched.ts';
import type { ProxyEnv } from '../rule-types.ts';
import type { ProxyState, ProxyStep, Read, View } from '../state.ts';
import { conclude } from './conclude.ts';
import { plainView } from './plain-view.ts';
import { backingRequestId, endRead, putRead, viewRequestId } from './read.ts';

/** What somebody reads, and a member that has said something to it. */
export interface Heard {
  readonly state: ProxyState;
  readonly env: ProxyEnv;
  readonly read: Read;
  readonly member: CommitteeMember;
  /** Whether what it says counts for a quorum. */
  readonly isCounted: boolean;
  /** Whether it was asked for the certificate behind the nonce that it says. */
  readonly isBacking: boolean;
}

/** Finds the query that an answer belongs to; undefined for one of another kind or out of date. */
export function readOf(
  state: ProxyState,
  requestId: string,
): Pick<Heard, 'read' | 'isBacking'> | undefined {
  if (state.reads.size === 0) return undefined;
  const read = state.reads.get(Number(requestId.split(':')[1]));
  if (read === undefined) return undefined;
  const isBacking = requestId === backingRequestId(state.upSince, read);
  const isAsked = isBacking || requestId === viewRequestId(state.upSince, read);
  return isAsked ? { read, isBacking } : undefined;
}

/** Hears what one validator says, or the certificate behind the nonce that it says (rule P7). */
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

// An answer that stands for itself; those of a quorum that serves make one. Where a certificate does not verify
// it is none: it came damaged, or from a liar, and what it lacks nobody may take for what there is not.
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

// What is wrong with a query, f + 1 validators say alike.
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

// A nonce counts when its last certificate is shown: no validator can make one up.
function hearAccount(heard: Heard, result: AccountInfo): ProxyStep {
  const { state, read, member } = heard;
  if (read.query.type !== 'GetAccountInfo' || result.address !== read.query.address) {
    return { state, effects: [] };
  }
  const isBacked = result.nextNonce === 0n;
  const next = withView(heard, { result, isBacked });
  if (isBacked) return conclude(heard, next, undefined);
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
          requestId: backingRequestId(state.upSince, next),
          select,
        },
      },
    ],
  };
}

// Whoever answers with anything else has not shown it: to take an account for news here would be to ask anew.
function hearBacking(heard: Heard, result: Result): ProxyStep {
  const { state, read, member } = heard;
  const certificate = result.type === 'Certificates' ? result.certificates[0] : undefined;
  const view = read.views[member.validator.address];
  if (view?.result.type !== 'AccountInfo' || view.isBacked) return { state, effects: [] };
  const { address: sender, nextNonce } = view.result;
  const facts = certificate && verifiedAt(heard, certificate, { sender, nonce: nextNonce - 1n });
  if (facts === undefined) {
    const { [member.validator.address]: _unbacked, ...views } = read.views;
    return conclude(heard, { ...read, views }, undefined);
  }
  const needsOthers = certificate !== undefined && !provesItself(state, certificate);
  return conclude(heard, withView(heard, { ...view, isBacked: true, needsOthers }), certificate);
}

function withView({ read, member }: Heard, view: View): Read {
  return { ...read, views: { ...read.views, [member.validator.address]: view } };
}
