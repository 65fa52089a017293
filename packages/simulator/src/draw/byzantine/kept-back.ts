import fc from 'fast-check';
import { oneFrom } from '../../arbitraries/sketch.ts';
import { chance } from '../../arbitraries/values.ts';
import type { ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { ScenarioCluster } from '../../scenario/cluster/cluster.ts';
import type { WorkloadEntry } from '../../scenario/scenario.ts';
import { operationsIn } from '../../scenario/steps/operations-in.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import type { Draw } from '../draw.ts';
import type { Occasion } from '../occasion.ts';
import { THROUGHOUT, withDeed } from '../party.ts';

/**
 * How many times likelier than a class of faults such a proxy is where clients of another proxy
 * build on its clients' results: few runs have that.
 */
const ODDS = 2;

const victims = oneFrom((names: readonly string[]) => names);

/**
 * In some runs, makes a proxy keep all certificates from one correct validator, while clients of
 * the first proxy, which stays honest, build on what the clients of the faulty one do. The first
 * proxy then has to deliver these certificates (rule P6).
 */
export function withKeptBack(
  parties: readonly ByzantineParty[],
  { swarm, budget, workload }: Occasion,
  { cluster, draw }: { readonly cluster: ScenarioCluster; readonly draw: Draw },
): readonly ByzantineParty[] {
  const mayKeep = swarm.profile === 'safe' && swarm.byzantine.proxies.greatest > 0;
  const keeper = mayKeep ? keeperIn(workload, cluster) : undefined;
  const correct = budget.correct.filter((name) => cluster.validators.includes(name));
  if (keeper === undefined || correct.length === 0) return parties;
  const odds = chance(Math.min(1, swarm.odds * ODDS));
  const [takesPart, victim] = draw('byzantine/kept-back', fc.tuple(odds, victims));
  if (!takesPart) return parties;
  const only = { peers: [victim(correct)], senders: undefined };
  return withDeed(parties, keeper, { ...THROUGHOUT, only, act: 'withhold-certificate' });
}

/** Names a proxy on whose clients' tokens and jobs clients of the first proxy build. */
function keeperIn(
  workload: readonly WorkloadEntry[],
  { proxies, clients }: Pick<ScenarioCluster, 'proxies' | 'clients'>,
): string | undefined {
  const [first, ...others] = proxies;
  const usedAt = (proxy: string | undefined) => {
    const own = clients.filter((client) => client.proxy === proxy).map(({ name }) => name);
    return workload.filter(({ client }) => own.includes(client)).flatMap(labelsOf);
  };
  const used = new Set(usedAt(first));
  return others.find((proxy) => usedAt(proxy).some((label) => used.has(label)));
}

function labelsOf({ steps }: WorkloadEntry): readonly string[] {
  return steps.flatMap((step) => operationsIn(step).flatMap(labelsIn));
}

/**
 * The token, terms or job that an operation creates or builds on; the native token has no creator.
 */
function labelsIn(operation: OperationStep): readonly string[] {
  switch (operation.op) {
    case 'create-token':
    case 'escrow-terms':
      return [operation.as];
    case 'manage-token':
      return [operation.token];
    case 'escrow-job':
      return [operation.as, operation.terms];
    case 'escrow-submit':
    case 'escrow-reject':
    case 'escrow-complete':
      return [operation.job];
    default:
      return [];
  }
}
