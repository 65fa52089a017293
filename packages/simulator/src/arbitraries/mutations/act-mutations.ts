import fc from 'fast-check';
import { DEEDS } from '../../draw/draw-byzantine.ts';
import type { ByzantineAct, ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { Scenario, ScenarioCluster } from '../../scenario/scenario.ts';
import type { Role } from '../../scenario/swarm/swarm.ts';
import { clientsOf } from '../stage.ts';
import { freshId, type Means, type Mutation, placeIn, withPlace } from './mutation.ts';

/** Adds an act to a node that is Byzantine, or that may be. */
export const addAct: Mutation = (parent, means) => {
  const nodes = suspects(parent, means);
  if (nodes.length === 0) return parent;
  const node = means.draw('node', fc.constantFrom(...nodes));
  const id = `byzantine-${node}`;
  const known = parent.byzantine.find((party) => party.node === node);
  const party = known ?? { id: freshName(id, parent), node, acts: [] };
  const more = { ...party, acts: [...party.acts, drawAct(party, parent, means)] };
  const others = parent.byzantine.filter((each) => each !== known);
  return { ...parent, byzantine: [...others, more] };
};

/** Takes an act out; a node without acts is honest and goes with it. */
export const dropAct: Mutation = (parent, means) => withAct(parent, means, () => []);

/** Puts another act in the place of one. */
export const changeAct: Mutation = (parent, means) =>
  withAct(parent, means, ({ id }, party) => [{ ...drawAct(party, parent, means), id }]);

function withAct(
  parent: Scenario,
  means: Means,
  change: (act: ByzantineAct, party: ByzantineParty) => readonly ByzantineAct[],
): Scenario {
  const all = parent.byzantine.flatMap(({ acts }) => acts);
  const chosen = all[placeIn(all, means) ?? -1];
  const byzantine = parent.byzantine
    .map((party) => ({
      ...party,
      acts: withPlace(party.acts, chosen === undefined ? -1 : party.acts.indexOf(chosen), (act) =>
        change(act, party),
      ),
    }))
    .filter(({ acts }) => acts.length > 0);
  return { ...parent, byzantine };
}

function drawAct(party: ByzantineParty, parent: Scenario, { draw, stage }: Means): ByzantineAct {
  const { deeds } = DEEDS[roleOf(party.node, parent.cluster)];
  const kind = draw('act', fc.constantFrom(...Object.keys(deeds)));
  const sketches = deeds[kind] as (typeof deeds)[string];
  const liar = parent.byzantine.find(({ node }) => clientsOf(stage).includes(node))?.node;
  const accomplice = liar ?? clientsOf(stage)[0] ?? '';
  const deed = draw('deed', sketches)({ ...stage, node: party.node, accomplice });
  return { id: freshName(`${party.id}-act`, parent), ...deed } as ByzantineAct;
}

/** Ids of nodes and of acts are taken from one another. */
function freshName(prefix: string, { byzantine }: Scenario): string {
  return freshId(
    prefix,
    byzantine.flatMap(({ id, acts }) => [id, ...acts.map((act) => act.id)]),
  );
}

/** Who may be Byzantine: within the budget, all proxies but the first, and clients. */
function suspects({ cluster, byzantine }: Scenario, { stage, space }: Means): readonly string[] {
  const may = (role: Role, nodes: readonly string[]) =>
    space.byzantine[role].greatest > 0 ? nodes : [];
  const liars = byzantine.map(({ node }) => node);
  const all = [
    ...may('validators', stage.budget.faulty),
    ...may('proxies', cluster.proxies.slice(1)),
    ...may('clients', clientsOf(stage)),
  ];
  return [...new Set([...liars, ...all])];
}

function roleOf(node: string, { validators, proxies }: ScenarioCluster): Role {
  if (validators.includes(node)) return 'validators';
  return proxies.includes(node) ? 'proxies' : 'clients';
}
