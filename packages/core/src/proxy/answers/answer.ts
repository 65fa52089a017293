import type { CommitteeMember } from '../../committee.ts';
import type { ProxyEnv } from '../rule-types.ts';
import type { ProxyState, ProxyStep, Submission } from '../state.ts';
import type { Asked } from './request-id.ts';

/** A validator's answer, with what is needed to handle it. */
export interface Answer {
  readonly state: ProxyState;
  readonly env: ProxyEnv;
  readonly submission: Submission;
  /** The validator that answered, known by where the answer came from. */
  readonly member: CommitteeMember;
  readonly asked: Asked;
}

/** Ignores an answer. */
export function ignored({ state }: Pick<Answer, 'state'>): ProxyStep {
  return { state, effects: [] };
}
