import { type CommitteeMember, memberAt } from '../../committee.ts';
import { isServing } from '../serving.ts';
import type { ProxyState, Read } from '../state.ts';

/**
 * P7: tells whether what a member says to a query counts for a quorum: only who serves can say that there
 * is nothing more.
 *
 * A member that gathers certificates in order to merge is answered by anybody: it has to get what there is
 * before anybody serves, and it asks again.
 */
export function isCounted(
  state: Pick<ProxyState, 'committee' | 'changes' | 'serving'>,
  { query, waiting }: Read,
  { validator }: CommitteeMember,
): boolean {
  if (isServing(state, validator.address)) return true;
  return (
    query.type === 'GetCertificates' && memberAt(state.committee, waiting.client) !== undefined
  );
}
