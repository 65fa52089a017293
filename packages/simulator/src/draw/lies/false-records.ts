import { CERTIFICATE_CHOICES, RECORD_LIES } from '@quorate/byzantine';
import fc from 'fast-check';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { WorkloadEntry } from '../../scenario/scenario.ts';
import { isOfAccount, type Subject } from '../../scenario/steps/subject.ts';
import type { Draw } from '../draw.ts';
import { type Occasion, withLie } from '../occasion.ts';
import { type Deed, THROUGHOUT } from '../party.ts';

/** How many times likelier than a class of faults such a lie is: few clients look anything up. */
const ODDS = 2;

const lies: fc.Arbitrary<Deed> = fc
  .constantFrom(...RECORD_LIES)
  .map((shows) => ({ ...THROUGHOUT, act: 'false-records', shows }));

/** `falsely-pruned.ts` draws the other one. */
const SHOWING = CERTIFICATE_CHOICES.filter((choice) => choice !== 'pruned');

const choices: fc.Arbitrary<Deed> = fc
  .constantFrom(...SHOWING)
  .map((shows) => ({ ...THROUGHOUT, act: 'other-certificates', shows }));

/**
 * If a client looks up tokens, escrow jobs or certificates, may make a validator that may be
 * Byzantine report wrong records or show certificates that no correct validator would show.
 */
export function withFalseRecords(
  parties: readonly ByzantineParty[],
  occasion: Occasion,
  draw: Draw,
): readonly ByzantineParty[] {
  const read = occasion.workload.flatMap(({ steps }) => steps.flatMap((step) => subjectIn(step)));
  const all = [
    ['false-records', lies, read.some((subject) => !isOfCertificates(subject))],
    ['false-certificates', choices, read.some(isOfCertificates)],
  ] as const;
  return all.reduce(
    (sum, [name, deeds, isRead]) =>
      isRead ? withLie(sum, { name, odds: ODDS, deeds }, occasion, draw) : sum,
    parties,
  );
}

function subjectIn(step: WorkloadEntry['steps'][number]): readonly Subject[] {
  // Validators are not asked for what lacks signatures.
  const isOfValidators = step.op === 'read' && step.incomplete === undefined;
  return isOfValidators && !isOfAccount(step) ? [step] : [];
}

function isOfCertificates({ certificates, certificate }: Subject): boolean {
  return certificates !== undefined || certificate !== undefined;
}
