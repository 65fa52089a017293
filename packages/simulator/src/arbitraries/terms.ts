import fc from 'fast-check';
import type { Draw } from '../draw/draw.ts';
import type { ScenarioFees } from '../scenario/fees.ts';
import type { ScenarioCluster } from '../scenario/scenario.ts';
import { oneFrom, type Sketches } from './sketch.ts';
import { chance, span } from './values.ts';

/** How many runs charge fees: whoever owns nothing can do next to nothing in them. */
const CHARGING = 0.12;

/** How many have requests wait, and with them changes of committee. */
const WAITING = 0.08;

type Payees = readonly { readonly name: string }[];

const fees: Sketches<Payees, ScenarioFees> = fc
  .tuple(
    fc.constantFrom(1n, 1n, 2n, 10n),
    oneFrom((all: Payees) => all),
  )
  .map(([amount, account]) => (all) => ({ amount, account: account(all).name }));

/** Draws what genesis asks of everybody: fees, which one of these gets, and how old an epoch must be for requests. */
export function drawTerms(
  payees: Payees,
  draw: Draw,
): Pick<ScenarioCluster, 'fees' | 'requestAge'> {
  const [charges, sketch] = draw('cluster/fees', fc.tuple(chance(CHARGING), fees));
  const [waits, age] = draw('cluster/request-age', fc.tuple(chance(WAITING), span(100, 3_000)));
  return { fees: charges ? sketch(payees) : undefined, requestAge: waits ? age : 0n };
}
