import fc from 'fast-check';
import type { Line } from '../arbitraries/plots/scene.ts';
import { share } from '../arbitraries/sketch.ts';
import { chance } from '../arbitraries/values.ts';
import { unversionedFault } from '../scenario/unversioned-fault.ts';
import type { Draw } from './draw.ts';

/** How many runs have clients that know no releases. */
const ODDS = 0.12;

/** How much of what can be said without a release they say so. */
const PART = 0.6;

/** One for each line; longer runs use them again. */
const shares = fc.tuple(...Array.from({ length: 12 }, () => share));

/** Has some of the transactions of a run be in the un-versioned shape now and then. */
export function unversioned(lines: readonly Line[], draw: Draw): readonly Line[] {
  const [takesPart, drawn] = draw('workload/unversioned', fc.tuple(chance(ODDS), shares));
  if (!takesPart) return lines;
  return lines.map((line, index) =>
    maySayIt(line) && (drawn[index % drawn.length] ?? 1) < PART ? said(line) : line,
  );
}

// Members of a shared account sign the same, or they are at odds.
function maySayIt({ step }: Line): boolean {
  return (
    step.op === 'transaction' &&
    step.from === undefined &&
    unversionedFault(step.operations) === undefined
  );
}

function said({ client, step }: Line): Line {
  return step.op === 'transaction'
    ? { client, step: { ...step, release: 'Unversioned' } }
    : { client, step };
}
