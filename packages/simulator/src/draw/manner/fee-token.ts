import { act, type Line } from '../../arbitraries/plots/scene.ts';
import { chance } from '../../arbitraries/values.ts';
import type { Scenario } from '../../scenario/scenario.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';
import { inManner, type MannerOdds } from './in-manner.ts';

/** The label of the other token in which fees may be paid. */
const LABEL = 'fee-token';

/** How much of it each client gets: enough for a few transactions. */
const EACH = 20n;

/**
 * The fraction of runs in which its client does something else first, so that no fees can be paid
 * in the token.
 */
const MISTAKEN = 0.15;

/**
 * Gives the first transaction of the client that has to create the fee token, in which it also pays
 * some of it to all others. Empty if there is no such token, or if the scenario states what the
 * client does.
 */
export function feeTokenLines(
  { cluster, workload }: Pick<Scenario, 'cluster' | 'workload'>,
  { operations: { committee } }: Swarm,
  draw: Draw,
): readonly Line[] {
  const of = cluster.fees?.token?.of;
  if (of === undefined || workload.some(({ client }) => client === of)) return [];
  const others = cluster.clients.filter(({ name }) => name !== of);
  const amount = EACH * BigInt(cluster.clients.length);
  const creation = {
    op: 'create-token',
    as: LABEL,
    name: LABEL,
    decimals: 0,
    mints: [of],
  } as const;
  const payments = others.map(
    ({ name }) => ({ op: 'pay', to: name, amount: EACH, token: LABEL }) as const,
  );
  const isMistaken = committee > 0 && draw('workload/other-token', chance(MISTAKEN));
  const first = isMistaken ? [act(of, { op: 'join-committee' })] : [];
  return [...first, act(of, { ...creation, amount }, ...payments)];
}

const ODDS: MannerOdds = {
  stream: 'workload/fee-token',
  runs: 0.9,
  part: 0.5,
  // Members of a multisig account have to sign the same transaction; a transaction without a
  // release names no token.
  may: ({ from, release }) => from === undefined && release === undefined,
};

/**
 * Makes some of the transactions of a run pay their fee in the token that its first lines create.
 */
export function paidInToken(
  lines: readonly Line[],
  opening: readonly Line[],
  draw: Draw,
): readonly Line[] {
  return opening.length === 0 ? lines : inManner(lines, { feeToken: LABEL }, ODDS, draw);
}
