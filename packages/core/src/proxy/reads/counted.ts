import { type CommitteeMember, memberAt } from '../../committee.ts';
import { isServing } from '../serving.ts';
import type { ProxyState, Read } from '../state.ts';

/**
 * P7: tells whether a member's answer to a read counts towards the quorum. Only a member that
 * serves can say that there is nothing more.
 *
 * There is one exception: a member that collects certificates in order to merge gets answers from
 * anybody. It needs them before anybody serves, and it asks again.
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
