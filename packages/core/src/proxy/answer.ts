import type { CommitteeMember } from '../committee.ts';
import type { Asked } from './request-id.ts';
import type { ProxyEnv } from './rule-types.ts';
import type { ProxyState, ProxyStep, Submission } from './state.ts';

/** An answer of a validator while it is heard. */
export interface Answer {
  readonly state: ProxyState;
  readonly env: ProxyEnv;
  readonly submission: Submission;
  /** Who answers, by where the answer came from. */
  readonly member: CommitteeMember;
  readonly asked: Asked;
}

/** Takes no notice of an answer. */
export function ignored({ state }: Pick<Answer, 'state'>): ProxyStep {
  return { state, effects: [] };
}
