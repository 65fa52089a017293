import type { TransactionCertificate } from '@quorate/protocol';
import { followedBy, isOfUnknown } from '../committee.ts';
import { askForEpoch, changeWrite, nextCommittee } from '../committee-chain.ts';
import type { Effect, StoreWrite } from '../effect.ts';
import { invariant } from '../invariant.ts';
import { quorumSize } from '../quorum.ts';
import type { ClientEnv } from './rule-types.ts';
import type { ClientState } from './state.ts';

/**
 * Asks the proxy for the next committee change if the signers of a certificate belong to no
 * committee that the client knows (rule P10).
 */
export function askForChange(
  { committees, proxy }: ClientState,
  certificate: TransactionCertificate,
): readonly Effect<never>[] {
  if (!isOfUnknown(committees, certificate)) return [];
  return [askForEpoch(proxy, lastOf(committees).epoch + 1)];
}

/** Follows the chain of committee changes, as far as the certificates are its next links. */
export function followChanges(
  state: ClientState,
  certificates: readonly TransactionCertificate[],
  { verifier }: Pick<ClientEnv, 'verifier'>,
): readonly [ClientState, readonly StoreWrite[]] {
  const writes: StoreWrite[] = [];
  let { committees } = state;
  for (const certificate of certificates) {
    const context = { quorum: quorumSize, verifier };
    const next = nextCommittee(lastOf(committees), certificate, context);
    if (next === undefined) continue;
    committees = [...committees, next];
    writes.push(changeWrite(next.epoch, certificate));
  }
  return [writes.length === 0 ? state : { ...state, committees }, writes];
}

/** Adds a committee that the client had followed before a restart. */
export function withChange(state: ClientState, certificate: TransactionCertificate): ClientState {
  const committee = followedBy(certificate.envelope.transaction);
  return committee === undefined
    ? state
    : { ...state, committees: [...state.committees, committee] };
}

function lastOf(committees: ClientState['committees']) {
  const last = committees.at(-1);
  invariant(last !== undefined, 'a client knows a committee');
  return last;
}
