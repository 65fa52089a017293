import type { Address } from '@quorate/protocol';
import type { ProxyState } from './state.ts';

/**
 * P4, P7: tells whether a member of the current committee is known to serve its epoch.
 *
 * Until a member has merged, it may lack anything that the previous committee has settled, and no
 * certificate shows that. So neither its refusals nor its view of an account count. The members of
 * the committee that the proxy starts with are taken to serve, because there is no change to
 * announce to them.
 */
export function isServing(
  { committee, changes, serving }: Pick<ProxyState, 'committee' | 'changes' | 'serving'>,
  validator: Address,
): boolean {
  return !changes.has(committee.epoch) || serving.has(validator);
}

/**
 * Notes that a member serves the current epoch: it says so, or it has signed with its key of that
 * epoch.
 */
export function withServing(state: ProxyState, validator: Address): ProxyState {
  if (isServing(state, validator)) return state;
  return { ...state, serving: new Set([...state.serving, validator]) };
}
