import fc from 'fast-check';
import type { Draw } from '../draw/draw.ts';
import type { ScenarioFees } from '../scenario/fees.ts';
import type { ScenarioCluster } from '../scenario/scenario.ts';
import { oneFrom, type Sketches } from './sketch.ts';
import { chance, span } from './values.ts';

/** How many runs charge fees: whoever owns nothing can do next to nothing in them. */
const CHARGING = 0.12;

/** How many of these take them in another token, too. */
const OTHERWISE = 0.5;

/** How many refuse transactions that name no network. */
const VERSIONED = 0.06;

/** How many have requests wait, and with them changes of committee. */
const WAITING = 0.08;

type Payees = readonly { readonly name: string }[];

const fees: Sketches<Payees, ScenarioFees> = fc
  .tuple(
    fc.constantFrom(1n, 1n, 2n, 10n),
    oneFrom((all: Payees) => all),
  )
  .map(([amount, account]) => (all) => ({ amount, account: account(all).name }));

/** The first client creates it: who owns nothing could not pay for that. */
const feeTokens: Sketches<Payees, ScenarioFees['token']> = fc
  .tuple(chance(OTHERWISE), fc.constantFrom(1n, 3n, 7n), chance(0.5))
  .map(([isTaken, amount, isDefault]) => ([first]) => {
    return isTaken && first !== undefined ? { of: first.name, amount, isDefault } : undefined;
  });

/**
 * Draws what genesis asks of everybody: fees, which one of these gets, whether transactions have to name their
 * network, and how old an epoch must be for requests.
 */
export function drawTerms(
  payees: Payees,
  draw: Draw,
): Pick<ScenarioCluster, 'fees' | 'acceptsUnversioned' | 'requestAge'> {
  const [charges, sketch] = draw('cluster/fees', fc.tuple(chance(CHARGING), fees));
  const [waits, age] = draw('cluster/request-age', fc.tuple(chance(WAITING), span(100, 3_000)));
  const token = draw('cluster/fee-token', feeTokens)(payees);
  const native = charges ? sketch(payees) : undefined;
  return {
    fees: native === undefined || token === undefined ? native : { ...native, token },
    acceptsUnversioned: !draw('cluster/versioned', chance(VERSIONED)),
    requestAge: waits ? age : 0n,
  };
}
