import type { Address } from '@quorate/protocol';
import type { ProxyState } from './state.ts';

/**
 * P4, P7: tells whether a member of the current committee was heard to serve its epoch.
 *
 * Until a member has merged it lags by whatever the committee before has settled, and no certificate says
 * so: what it refuses counts for nothing, nor does what it says of an account. Of the committee that a
 * proxy begins with it has no change to tell, and takes its members to serve.
 */
export function isServing(
  { committee, changes, serving }: Pick<ProxyState, 'committee' | 'changes' | 'serving'>,
  validator: Address,
): boolean {
  return !changes.has(committee.epoch) || serving.has(validator);
}

/** Notes that a member serves the running epoch: a signature under its key of the epoch shows it, too. */
export function withServing(state: ProxyState, validator: Address): ProxyState {
  if (isServing(state, validator)) return state;
  return { ...state, serving: new Set([...state.serving, validator]) };
}
