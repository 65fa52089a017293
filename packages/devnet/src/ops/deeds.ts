import type { Observation } from '@quorate/actors';
import {
  CERTIFICATE_PREFIX,
  type CertificateRow,
  type Effect,
  isTombstone,
  openEnvelope,
  type ValidatorMessage,
  type ValidatorResume,
  type ValidatorState,
} from '@quorate/core';
import { factsOf, type TransactionFacts } from '@quorate/protocol';

/** One step of a validator. */
export type ValidatorObservation = Observation<ValidatorState, ValidatorMessage, ValidatorResume>;

/** What a step of a validator did with one transaction. */
export interface Deed {
  readonly type: 'Signed' | 'Settled';
  readonly facts: TransactionFacts;
}

const NOTHING: readonly Deed[] = [];

/**
 * Gives what a step of a validator newly signed or settled.
 *
 * Settlements are read from the writes: a transaction may settle with a change of committee or with
 * other certificates, and then no answer says that it has settled.
 */
export function deedsIn(step: ValidatorObservation): readonly Deed[] {
  const { before, after } = step;
  if (before === after) return NOTHING;
  return before.ledger.settled.size === after.ledger.settled.size
    ? signedIn(step)
    : step.effects.flatMap(settledIn);
}

function signedIn({ input, effects }: ValidatorObservation): readonly Deed[] {
  if (input.type !== 'Message' || input.message.type !== 'SubmitTransaction') return NOTHING;
  if (!effects.some(isSignature)) return NOTHING;
  const { transaction } = openEnvelope(input.message.envelope);
  return [{ type: 'Signed', facts: factsOf(transaction) }];
}

function isSignature(effect: Effect<unknown>): boolean {
  return effect.type === 'Reply' && effect.result.type === 'Signed';
}

function settledIn(effect: Effect<unknown>): readonly Deed[] {
  if (effect.type !== 'Persist') return NOTHING;
  const deeds: Deed[] = [];
  for (const { key, value } of effect.writes) {
    if (!key.startsWith(CERTIFICATE_PREFIX)) continue;
    const row = value as CertificateRow;
    if (isTombstone(row)) continue;
    deeds.push({ type: 'Settled', facts: factsOf(row.certificate.envelope.transaction) });
  }
  return deeds;
}
