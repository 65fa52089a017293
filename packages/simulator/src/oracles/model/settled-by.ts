import {
  applyChanges,
  CERTIFICATE_PREFIX,
  ledgerChanges,
  type Persist,
  type RecordChange,
  type StoredCertificate,
} from '@quorate/core';
import { factsOf, type TransactionCertificate } from '@quorate/protocol';
import { isPersist } from '../following/is-persist.ts';
import type { RecordedStep, Settled, ValidatorStep } from '../oracle.ts';
import { changesOf } from './ledger-change.ts';

/** Lists the keys of what ledger changes settle. */
export function settledKeys(changes: readonly RecordChange[]): readonly string[] {
  if (!changes.some(isSettlement)) return NONE;
  const keys: string[] = [];
  for (const { table, key } of changes) if (table === 'settled') keys.push(key);
  return keys;
}

const NONE: readonly string[] = [];

/**
 * Lists the certificates that a step settled, in order: at most one, except in a handover (rule
 * C7).
 */
export function certificatesSettled(step: RecordedStep): readonly TransactionCertificate[] {
  if (!step.changes.some(isSettlement)) return [];
  const heard = certificateHeard(step);
  return heard === undefined ? broughtIn(step).map(({ certificate }) => certificate) : [heard];
}

/** Lists what a step settled, each with the ledgers before and after. */
export function settledBy(step: ValidatorStep): readonly Settled[] {
  if (!step.changes.some(isSettlement)) return [];
  const certificate = certificateHeard(step);
  if (certificate === undefined) return broughtIn(step);
  const { validator, observation, changes } = step;
  const facts = factsOf(certificate.envelope.transaction);
  const before = observation.before.ledger;
  const after = observation.after.ledger;
  return [
    { validator, certificate, facts, transaction: facts.transaction, before, after, changes },
  ];
}

/**
 * Lists the certificates that a step settled, or kept as evidence because a rival had settled (rule
 * S2). Either way the validator found them valid.
 */
export function certificatesTaken(step: RecordedStep): readonly TransactionCertificate[] {
  const isConflict = step.observation.effects.some(
    (effect) =>
      effect.type === 'Reply' &&
      effect.result.type === 'Rejected' &&
      effect.result.rejection.code === 'ConflictingCertificate',
  );
  if (!isConflict) return certificatesSettled(step);
  const heard = certificateHeard(step);
  return heard === undefined ? [] : [heard];
}

function isSettlement({ table }: Pick<RecordChange, 'table'>): boolean {
  return table === 'settled';
}

function certificateHeard({ observation }: RecordedStep): TransactionCertificate | undefined {
  const { input } = observation;
  if (input.type !== 'Message' || input.message.type !== 'SubmitCertificate') return undefined;
  return input.message.certificate;
}

// Certificates brought by others are settled one after another, each with its own write.
function broughtIn({ validator, observation }: RecordedStep): readonly Settled[] {
  const settled: Settled[] = [];
  let ledger = observation.before.ledger;
  for (const effect of observation.effects) {
    if (!isPersist(effect)) continue;
    const written = ledgerChanges(effect.writes);
    const before = ledger;
    ledger = applyChanges(before, written);
    if (!written.some(isSettlement)) continue;
    const certificate = certificateWritten(effect);
    if (certificate === undefined) continue;
    const facts = factsOf(certificate.envelope.transaction);
    const { transaction } = facts;
    const changes = changesOf(before, written);
    settled.push({ validator, certificate, facts, transaction, before, after: ledger, changes });
  }
  return settled;
}

function certificateWritten({ writes }: Persist): TransactionCertificate | undefined {
  const row = writes.find(({ key }) => key.startsWith(CERTIFICATE_PREFIX));
  return (row?.value as StoredCertificate | undefined)?.certificate;
}
