import fc from 'fast-check';
import { oneFrom } from '../../arbitraries/sketch.ts';
import { chance, span } from '../../arbitraries/values.ts';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { ScenarioCluster } from '../../scenario/cluster/cluster.ts';
import type { WorkloadEntry } from '../../scenario/scenario.ts';
import type { Draw } from '../draw.ts';
import type { Occasion } from '../occasion.ts';
import { withDeed } from '../party.ts';

/** How many times likelier than a class of faults it is that somebody forges a member's share. */
const ODDS = 0.8;

/** Before, and while, members sign one after the other. */
const forgeries = fc.record({
  account: oneFrom((names: readonly string[]) => names),
  forger: oneFrom((names: readonly string[]) => names),
  at: span(0, 1_500),
});

/**
 * In some of the runs in which several members sign for an account, makes a client submit what they
 * sign with a forged signature. Nothing of that may reach the members, who are honest: a bad
 * signature refuses only the request that brings it (rule P9).
 */
export function withForgedShare(
  parties: readonly ByzantineParty[],
  { swarm, workload }: Pick<Occasion, 'swarm' | 'workload'>,
  { cluster, draw }: { readonly cluster: ScenarioCluster; readonly draw: Draw },
): readonly ByzantineParty[] {
  const mayForge = swarm.profile === 'safe' && swarm.byzantine.clients.greatest > 0;
  const accounts = mayForge ? sharedIn(workload, cluster) : [];
  if (accounts.length === 0) return parties;
  const odds = chance(Math.min(1, swarm.odds * ODDS));
  const [takesPart, drawn] = draw('byzantine/forged-share', fc.tuple(odds, forgeries));
  if (!takesPart) return parties;
  const forger = drawn.forger(cluster.clients.map(({ name }) => name));
  const moment = { kind: 'time', at: drawn.at } as const;
  return withDeed(parties, forger, { moment, act: 'forged-share', of: drawn.account(accounts) });
}

/** Lists the accounts that several members act for. */
function sharedIn(
  workload: readonly WorkloadEntry[],
  { accounts }: Pick<ScenarioCluster, 'accounts'>,
): readonly string[] {
  const acts = (name: string) =>
    workload.some(({ steps }) =>
      steps.some((step) => step.op === 'transaction' && step.from === name),
    );
  return accounts.flatMap(({ name, quorum }) => (quorum > 1 && acts(name) ? [name] : []));
}
