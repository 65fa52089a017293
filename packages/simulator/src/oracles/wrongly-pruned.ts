import {
  CERTIFICATE_PREFIX,
  type CertificateRow,
  isTombstone,
  type Persist,
  type StoredCertificate,
  type StoreWrite,
} from '@quorate/core';
import {
  type Address,
  bytesToHex,
  encodeSignature,
  encodeTransaction,
  hexToBytes,
  keccak256,
  type TransactionCertificate,
  type TransactionFacts,
  type TransactionId,
} from '@quorate/protocol';
import type { ValidatorStep } from './oracle.ts';

/**
 * Tells whether a certificate must never be pruned: its sender asks for that, or committees depend
 * on it (docs/durability.md).
 */
export function isLasting({ transaction: { archival, operations } }: TransactionFacts): boolean {
  return (
    archival ||
    operations.some(
      ({ kind }) =>
        kind === 'ChangeCommittee' || kind === 'JoinCommittee' || kind === 'LeaveCommittee',
    )
  );
}

/**
 * Says what is wrong with how a step prunes certificates; undefined when nothing is. Each must
 * leave a tombstone that names what has settled there, when, and the hash of what was there; the
 * newest of every sender must stay, and those that are `lasting`, and all while a committee is
 * changing.
 */
export function wronglyPruned(
  step: ValidatorStep,
  lasting: ReadonlySet<TransactionId>,
): string | undefined {
  for (const effect of step.observation.effects) {
    if (effect.type !== 'Persist') continue;
    for (const write of effect.writes) {
      if (!write.key.startsWith(CERTIFICATE_PREFIX)) continue;
      const fault = faultOf(step, write, lasting) ?? traceFault(step, write, effect);
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function faultOf(
  { observation, now }: ValidatorStep,
  { key, value }: StoreWrite,
  lasting: ReadonlySet<TransactionId>,
): string | undefined {
  if (value === undefined) return 'keeps no trace of a certificate';
  const row = value as CertificateRow;
  if (!isTombstone(row)) return undefined;
  const { settled, account } = observation.after.ledger;
  const place = key.slice(CERTIFICATE_PREFIX.length);
  if (settled.get(place) !== row.pruned) return 'keeps a trace of what has not settled there';
  if (isChanging(observation.before)) return 'lets go while its committee changes';
  if (lasting.has(row.pruned)) return 'lets go of what is to stay';
  const [sender, nonce = ''] = place.split('/');
  const { nextNonce = 0n } = account.get(sender as Address) ?? {};
  const { policy } = observation.before.pruning ?? {};
  if (policy === undefined) return 'lets go of what it was told to keep';
  if (BigInt(nonce) + policy.keepPerAccount >= nextNonce)
    return 'lets go of the newest of a sender';
  return row.settledAt + policy.olderThanNanos > now()
    ? 'lets go of what is not old enough'
    : undefined;
}

/**
 * How far a validator has pruned. After a crash it would never come back to what it has marked and
 * kept, so one write holds the mark and what it stands for.
 */
const MARK = 'pruning/';

/** Says what is wrong with what is left of a certificate, as it was when the step read it. */
function traceFault(
  { observation: { input } }: ValidatorStep,
  { key, value }: StoreWrite,
  { writes }: Persist,
): string | undefined {
  const row = value as CertificateRow;
  if (!isTombstone(row)) return undefined;
  if (!writes.some((each) => each.key.startsWith(MARK))) {
    return 'lets go and does not mark in the same write how far it has come';
  }
  const read = input.type === 'Loaded' ? input.rows.flat() : [];
  const kept = read.find((each) => each.key === key)?.value as StoredCertificate | undefined;
  if (kept === undefined) return undefined;
  const isTrue = row.settledAt === kept.settledAt && row.hash === hashOf(kept.certificate);
  return isTrue ? undefined : 'keeps a trace of another certificate than it had';
}

// By the definition of `PrunedCertificate`, and not by the code that wrote the trace.
function hashOf({ envelope, signatures }: TransactionCertificate): string {
  const { transaction, signature } = envelope;
  const form = bytesToHex(encodeTransaction(transaction)) + bytesToHex(encodeSignature(signature));
  return keccak256(hexToBytes(form + signatures.flat().join('')));
}

// New members need the history (rule C7), and late certificates are pushed from the store (rule
// C4).
export function isChanging({ status, handover }: ValidatorStep['observation']['before']): boolean {
  return status !== 'active' || handover.pushes.length > 0 || handover.late.size > 0;
}
