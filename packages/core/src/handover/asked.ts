import type { NodeName } from '../effect.ts';
import { type ValidatorState, withHandover } from '../validator/state.ts';
import { noHandover } from './handover.ts';

/** Notes that a node was asked for certificates. */
export function noteAsked(
  state: ValidatorState,
  node: NodeName,
  requestId: string,
): ValidatorState {
  const { handover } = state;
  const asked = handover.asked.set(keyOf(node, requestId), true);
  return asked === handover.asked ? state : withHandover(state, { ...handover, asked });
}

/**
 * Notes that a node has answered. Undefined when nothing was asked, or the answer is a duplicate.
 */
export function noteAnswered(
  state: ValidatorState,
  node: NodeName,
  requestId: string,
): ValidatorState | undefined {
  const { handover } = state;
  const asked = handover.asked.delete(keyOf(node, requestId));
  return asked === handover.asked ? undefined : withHandover(state, { ...handover, asked });
}

/** Forgets open requests once nothing is waited for, because some are never answered. */
export function forgetAsked(state: ValidatorState): ValidatorState {
  const { handover } = state;
  const { asked, rumours, merge } = handover;
  if (asked.size === 0 || rumours.length > 0 || merge !== undefined) return state;
  return withHandover(state, { ...handover, asked: noHandover(undefined).asked });
}

function keyOf(node: NodeName, requestId: string): string {
  return `${node} ${requestId}`;
}
