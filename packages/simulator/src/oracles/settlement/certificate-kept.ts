import type { StoredCertificate, StoreWrite } from '@quorate/core';
import type { TransactionCertificate, TransactionId } from '@quorate/protocol';
import { isSameCertificate } from '../following/written-out.ts';
import { cosignersOf } from '../model/keys-of.ts';
import { certificatesTaken, settledBy, settledKeys } from '../model/settled-by.ts';
import type { Oracle, ValidatorStep } from '../oracle.ts';
import { isLasting, wronglyPruned } from '../wrongly-pruned.ts';
import { isEachInOneWrite } from './in-one-write.ts';
import { type IndexKind, isIndexKind, wrongKind } from './index-rows.ts';

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
  const settlements = settledBy(step);
  const settled = settlements.map(({ certificate }) => certificate);
  const { certificates, indexes } = writtenIn(step);
  const isWhole = settled.length === count && certificates.length === count;
  if (
    !isWhole ||
    !settled.every((each, index) => isSameCertificate(certificates[index]?.certificate, each))
  ) {
    return 'certificate as it came';
  }
  const at = step.now();
  if (certificates.some((row) => row?.settledAt !== at)) return 'time at which it settled';
  const wrong = wrongKind(settlements, indexes);
  if (wrong !== undefined) return LACKING[wrong];
  if (!settled.every((each) => areSignersKnown(each, step)))
    return 'entry for a key that signs in it';
  return isEachInOneWrite(step.observation.effects) ? undefined : 'single write with all of it';
}

/** What is not as it must be, if a row of this kind is not. */
const LACKING: Readonly<Record<IndexKind, string>> = {
  transaction: 'place where it is found',
  sequence: 'place where it is found',
  credit: 'entry for an account that it credits',
  submit: 'entry for the job that it delivers for',
  decision: 'entry for the job that it ends',
  jobs: 'entry for the parties of its job',
};

/** What a step writes besides ledger records, in order. */
interface Written {
  readonly certificates: readonly (StoredCertificate | undefined)[];
  readonly indexes: readonly StoreWrite[];
}

function writtenIn({ observation }: ValidatorStep): Written {
  // A certificate that is written twice counts once: it is the one of its nonce.
  const certificates = new Map<string, StoredCertificate | undefined>();
  const indexes: StoreWrite[] = [];
  for (const effect of observation.effects) {
    if (effect.type !== 'Persist') continue;
    for (const write of effect.writes) {
      const { key, value } = write;
      const kind = key.slice(0, key.indexOf('/'));
      if (kind === 'certificate') certificates.set(key, value as StoredCertificate | undefined);
      else if (isIndexKind(kind)) indexes.push(write);
    }
  }
  return { certificates: [...certificates.values()], indexes };
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
