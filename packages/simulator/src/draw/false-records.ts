import fc from 'fast-check';
import { chance } from '../arbitraries/values.ts';
import type { ByzantineParty } from '../scenario/byzantine/byzantine.ts';
import { CERTIFICATE_CHOICES, RECORD_LIES } from '../scenario/byzantine/words.ts';
import type { WorkloadEntry } from '../scenario/scenario.ts';
import { isOfAccount, type Subject } from '../scenario/subject.ts';
import type { Draw } from './draw.ts';
import { liarOn, type Occasion } from './occasion.ts';
import { type Deed, THROUGHOUT, withDeed } from './party.ts';

/** How much likelier than a class of faults it is that a validator lies about what somebody looks up: few do. */
const ODDS = 2;

const lies: fc.Arbitrary<Deed> = fc
  .constantFrom(...RECORD_LIES)
  .map((shows) => ({ ...THROUGHOUT, act: 'false-records', shows }));

const choices: fc.Arbitrary<Deed> = fc
  .constantFrom(...CERTIFICATE_CHOICES)
  .map((shows) => ({ ...THROUGHOUT, act: 'other-certificates', shows }));

/**
 * Has a validator that may be Byzantine tell of tokens and escrow jobs what it does not hold, or show certificates as
 * nobody else would, where somebody looks them up.
 */
export function withFalseRecords(
  parties: readonly ByzantineParty[],
  occasion: Occasion,
  draw: Draw,
): readonly ByzantineParty[] {
  const { swarm, workload } = occasion;
  const liar = liarOn(occasion);
  if (liar === undefined) return parties;
  const read = workload.flatMap(({ steps }) => steps.flatMap((step) => subjectIn(step)));
  const all = [
    ['records', lies, read.some((subject) => !isOfCertificates(subject))],
    ['certificates', choices, read.some(isOfCertificates)],
  ] as const;
  return all.reduce<readonly ByzantineParty[]>((sum, [name, deeds, isRead]) => {
    if (!isRead) return sum;
    const odds = chance(Math.min(1, swarm.odds * ODDS));
    const [takesPart, deed] = draw(`byzantine/false-${name}`, fc.tuple(odds, deeds));
    return takesPart ? withDeed(sum, liar, deed) : sum;
  }, parties);
}

function subjectIn(step: WorkloadEntry['steps'][number]): readonly Subject[] {
  // What lacks signatures no validator is asked for.
  const isOfValidators = step.op === 'read' && step.incomplete === undefined;
  return isOfValidators && !isOfAccount(step) ? [step] : [];
}

function isOfCertificates({ certificates, certificate }: Subject): boolean {
  return certificates !== undefined || certificate !== undefined;
}
