import type { StoredCertificate, StoreWrite } from '@quorate/core';
import { factsOf, type TransactionCertificate, type TransactionId } from '@quorate/protocol';
import { cosignersOf } from '../keys-of.ts';
import type { Oracle, ValidatorStep } from '../oracle.ts';
import { certificatesSettled, certificatesTaken, settledBy, settledKeys } from '../settled-by.ts';
import { isSameCertificate } from '../written-out.ts';
import { isLasting, wronglyPruned } from '../wrongly-pruned.ts';
import { isEachInOneWrite } from './in-one-write.ts';
import { type JobRows, jobRowsOf } from './job-rows.ts';

/**
 * A validator that settles a certificate stores it unchanged, with the time of its own clock, and
 * the index rows that lead to it: by transaction id, in the order of settlement, in the credit list
 * of every account that it credits, and by the job that it concerns. It also records the keys that
 * signed beside the sender (C2). All this is one write (S5). A validator that prunes a certificate
 * keeps a tombstone. It keeps the configured number of each sender's newest certificates, those
 * that are not old enough, and archival ones. Of two certificates for one nonce it keeps the second
 * as evidence (S2).
 *
 * Our addition to ledger.md, for rules S5 and S7, and as a basis for rule P6: a validator that
 * cannot show what it has settled leaves lagging ones behind.
 */
export function certificateKept(): Oracle {
  const lasting = new Set<TransactionId>();
  return {
    name: 'certificate-kept',
    kind: 'safety',
    noteSettlement: ({ facts }) => {
      if (isLasting(facts)) lasting.add(facts.id);
    },
    afterAnswer: ({ validator, result, step }) => {
      if (result.type !== 'Rejected' || result.rejection.code !== 'ConflictingCertificate') return;
      if (certificatesTaken(step).every((each) => isKeptAsEvidence(each, step))) return;
      return {
        message: `${validator} found two certificates for one nonce and did not keep the second`,
        facts: { validator, transaction: result.rejection.conflicting },
      };
    },
    afterStep: (step) => {
      const lacking = unwritten(step);
      const { validator } = step;
      if (lacking === undefined) {
        const fault = wronglyPruned(step, lasting);
        return fault === undefined
          ? undefined
          : { message: `${validator} ${fault}`, facts: { validator, lacking: fault } };
      }
      return {
        message: `${validator} settled a certificate and wrote no ${lacking}`,
        facts: { validator, lacking },
      };
    },
  };
}

function unwritten(step: ValidatorStep): string | undefined {
  const count = settledKeys(step.changes).length;
  if (count === 0) return undefined;
  const settled = certificatesSettled(step);
  const rows = writtenIn(step);
  const isWhole = settled.length === count && rows.certificates.length === count;
  if (
    !isWhole ||
    !settled.every((each, index) => isSameCertificate(rows.certificates[index]?.certificate, each))
  ) {
    return 'certificate as it came';
  }
  const at = step.now();
  if (rows.certificates.some((row) => row?.settledAt !== at)) return 'time at which it settled';
  if (rows.transaction !== count || rows.sequence !== count) return 'place where it is found';
  if (rows.credit !== credited(step)) return 'entry for an account that it credits';
  if (!settled.every((each) => areSignersKnown(each, step)))
    return 'entry for a key that signs in it';
  if (!isEachInOneWrite(step.observation.effects)) return 'single write with all of it';
  return isOfJobs(settled) ? unlisted(rows, step) : undefined;
}

/**
 * What a step writes besides ledger records: the certificate, and the number of index rows of each
 * kind.
 */
interface Written extends JobRows {
  readonly certificates: (StoredCertificate | undefined)[];
  transaction: number;
  sequence: number;
  credit: number;
}

function writtenIn({ observation }: ValidatorStep): Written {
  const indexes = { transaction: 0, sequence: 0, credit: 0, submit: 0, decision: 0, jobs: 0 };
  const written: Written = { certificates: [], ...indexes };
  const known = { put: new Set<string>(), deleted: new Set<string>() };
  for (const effect of observation.effects) {
    if (effect.type !== 'Persist') continue;
    for (const { key, value } of effect.writes) {
      note(written, value === undefined ? known.deleted : known.put, { key, value });
    }
  }
  return written;
}

// A row that is written twice counts once: it serves one certificate only.
function note(written: Written, known: Set<string>, { key, value }: StoreWrite): void {
  const kind = key.slice(0, key.indexOf('/'));
  if (!isCounted(kind) || known.has(key)) return;
  known.add(key);
  if (kind === 'certificate') written.certificates.push(value as StoredCertificate | undefined);
  else written[kind] += 1;
}

function isCounted(kind: string): kind is 'certificate' | Exclude<keyof Written, 'certificates'> {
  switch (kind) {
    case 'certificate':
    case 'transaction':
    case 'sequence':
    case 'credit':
    case 'submit':
    case 'decision':
    case 'jobs':
      return true;
    default:
      return false;
  }
}

function isOfJobs(settled: readonly TransactionCertificate[]): boolean {
  return settled.some(({ envelope }) =>
    factsOf(envelope.transaction).transaction.operations.some(({ kind }) => kind === 'Escrow'),
  );
}

/**
 * Says which index row for finding escrow jobs is missing: by submission, by decision, or by party.
 */
function unlisted(rows: Written, step: ValidatorStep): string | undefined {
  const expected = jobRowsOf(settledBy(step));
  if (rows.submit !== expected.submit) return 'entry for the job that it delivers for';
  if (rows.decision !== expected.decision) return 'entry for the job that it ends';
  return rows.jobs === expected.jobs ? undefined : 'entry for the parties of its job';
}

/**
 * Tells whether all keys that signed in a multisig or a claim are recorded, so that none can become
 * a validator key (rule C2).
 */
function areSignersKnown(
  { envelope }: TransactionCertificate,
  { observation: { after } }: ValidatorStep,
): boolean {
  const { members, verifiers } = cosignersOf(envelope);
  return [...members, ...verifiers].every((key) => after.ledger.signer.has(key));
}

/** Counts the entries that a step adds to credit lists, according to the account records. */
function credited({ changes }: ValidatorStep): number {
  let sum = 0;
  for (const { table, value, was } of changes) {
    if (table === 'account') sum += (value?.creditCount ?? 0) - (was?.creditCount ?? 0);
  }
  return sum;
}

function isKeptAsEvidence(
  certificate: TransactionCertificate,
  { observation }: ValidatorStep,
): boolean {
  return observation.effects.some(
    (effect) =>
      effect.type === 'Persist' &&
      effect.writes.some(
        ({ key, value }) =>
          key.startsWith('conflict/') &&
          isSameCertificate(value as TransactionCertificate, certificate),
      ),
  );
}
