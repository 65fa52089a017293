import { factsOf, type TransactionCertificate } from '@quorate/protocol';
import type { Settled, ValidatorStep } from './oracle.ts';

/** Gives the certificate that a step settled, or undefined for a step that settled none. */
export function certificateSettled(step: ValidatorStep): TransactionCertificate | undefined {
  const isSettled = step.changes.some(({ table }) => table === 'settled');
  return isSettled ? certificateHeard(step) : undefined;
}

/** Gives what a step settled, with the ledgers on both sides of it. */
export function settledBy(step: ValidatorStep): Settled | undefined {
  const certificate = certificateSettled(step);
  if (certificate === undefined) return undefined;
  const { validator, observation, changes } = step;
  const facts = factsOf(certificate.envelope.transaction);
  const before = observation.before.ledger;
  const after = observation.after.ledger;
  return { validator, certificate, facts, transaction: facts.transaction, before, after, changes };
}

/**
 * Gives the certificate that a step settled or, because a rival was settled before it, kept as
 * evidence (rule S2): either way the validator found nothing wrong with it.
 */
export function certificateTaken(step: ValidatorStep): TransactionCertificate | undefined {
  const isConflict = step.observation.effects.some(
    (effect) =>
      effect.type === 'Reply' &&
      effect.result.type === 'Rejected' &&
      effect.result.rejection.code === 'ConflictingCertificate',
  );
  return isConflict ? certificateHeard(step) : certificateSettled(step);
}

function certificateHeard({ observation }: ValidatorStep): TransactionCertificate | undefined {
  const { input } = observation;
  if (input.type !== 'Message' || input.message.type !== 'SubmitCertificate') return undefined;
  return input.message.certificate;
}
