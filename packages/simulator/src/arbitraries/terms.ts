import fc from 'fast-check';
import type { Draw } from '../draw/draw.ts';
import type { ScenarioCluster } from '../scenario/cluster/cluster.ts';
import type { ScenarioFees } from '../scenario/cluster/fees.ts';
import type { Swarm } from '../scenario/swarm/swarm.ts';
import { oneFrom, type Sketches } from './sketch.ts';
import { chance, span } from './values.ts';

/** The fraction of runs with fees: clients without a balance can do next to nothing in them. */
const CHARGING = 0.12;

/** The fraction of these in which fees may also be paid in another token. */
const OTHERWISE = 0.5;

/** The fraction of runs that refuse transactions that name no network. */
const VERSIONED = 0.06;

/**
 * The fraction of runs in which requests to join or leave have to wait, and with them changes of
 * committee.
 */
const WAITING = 0.08;

type Payees = readonly { readonly name: string }[];

const fees: Sketches<Payees, ScenarioFees> = fc
  .tuple(
    fc.constantFrom(1n, 1n, 2n, 10n),
    oneFrom((all: Payees) => all),
  )
  .map(([amount, account]) => (all) => ({ amount, account: account(all).name }));

/** The first client creates the token: it has a balance to pay for that. */
const feeTokens: Sketches<Payees, ScenarioFees['token']> = fc
  .tuple(chance(OTHERWISE), fc.constantFrom(1n, 3n, 7n), chance(0.5))
  .map(([isTaken, amount, isDefault]) => ([first]) => {
    return isTaken && first !== undefined ? { of: first.name, amount, isDefault } : undefined;
  });

/**
 * Draws what genesis sets for everybody: fees and the account that gets them, whether transactions
 * have to name their network, and how old an epoch must be before requests settle.
 */
export function drawTerms(
  payees: Payees,
  { operations }: Pick<Swarm, 'operations'>,
  draw: Draw,
): Pick<ScenarioCluster, 'fees' | 'acceptsUnversioned' | 'requestAge'> {
  const [charges, sketch] = draw('cluster/fees', fc.tuple(chance(CHARGING), fees));
  const [waits, age] = draw('cluster/request-age', fc.tuple(chance(WAITING), span(100, 3_000)));
  const token = operations.token === 0 ? undefined : draw('cluster/fee-token', feeTokens)(payees);
  const native = charges ? sketch(payees) : undefined;
  return {
    fees: native === undefined || token === undefined ? native : { ...native, token },
    acceptsUnversioned: !draw('cluster/versioned', chance(VERSIONED)),
    requestAge: waits ? age : 0n,
  };
}
