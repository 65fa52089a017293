import type { Address } from '@quorate/protocol';
import type { Env } from '../env.ts';
import type { Result } from '../message.ts';
import { faultyMax, quorumSize } from '../quorum.ts';
import { verifies } from '../verification/verifies.ts';
import type { Submission } from './state.ts';

/** What a proxy's step may use. */
export type ProxyEnv = Env<ProxyRules>;

/** The rules of a proxy, one entry each; a wrong proxy for a test replaces one. */
export interface ProxyRules {
  /** How many validators of a committee of this size make a quorum. */
  readonly quorum: (size: number) => number;
  /** How many validators of a committee of this size may be Byzantine. */
  readonly faultyMax: (size: number) => number;
  /** P2: whether an answer is what it says it is: this validator's signature. */
  readonly acceptsSignature: (
    submission: Submission,
    validator: Address,
    answer: SignedAnswer,
    env: Pick<ProxyEnv, 'verifier'>,
  ) => boolean;
}

/** A validator's answer that carries its signature. */
export type SignedAnswer = Extract<Result, { readonly type: 'Signed' }>;

/** The rules of a correct proxy. */
export const PROXY_RULES: ProxyRules = {
  quorum: quorumSize,
  faultyMax,
  acceptsSignature: ({ facts }, validator, answer, { verifier }) =>
    answer.validator === validator &&
    answer.transactionId === facts.id &&
    verifies(verifier, validator, facts.signingBytes, answer.signature),
};
