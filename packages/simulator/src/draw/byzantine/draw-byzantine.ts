import fc from 'fast-check';
import { CLIENT_DEEDS } from '../../arbitraries/acts/client-acts.ts';
import { PROXY_DEEDS } from '../../arbitraries/acts/proxy-acts.ts';
import { VALIDATOR_DEEDS } from '../../arbitraries/acts/validator-acts.ts';
import { type Sketches, share, shuffledNames } from '../../arbitraries/sketch.ts';
import { type Culprit, clientsOf, type Stage } from '../../arbitraries/stage.ts';
import { chance, whole } from '../../arbitraries/values.ts';
import type { ByzantineAct, ByzantineParty } from '../../scenario/byzantine/byzantine.ts';
import type { Role, Swarm } from '../../scenario/swarm/swarm.ts';
import type { Draw } from '../draw.ts';
import { type Deed, partyOf } from '../party.ts';
import { conspiracies } from './conspiracy.ts';
import { exceeded } from './exceeded.ts';
import { withoutLeaksToRivals } from './leaks.ts';

/** What nodes of a role may do, and how many acts one of them has at most. */
const DEEDS: Readonly<Record<Role, { readonly deeds: Deeds; readonly most: number }>> = {
  validators: { deeds: VALIDATOR_DEEDS, most: 5 },
  proxies: { deeds: PROXY_DEEDS, most: 2 },
  clients: { deeds: CLIENT_DEEDS, most: 4 },
};

type Deeds = Readonly<Record<string, Sketches<Culprit, Omit<ByzantineAct, 'id'>>>>;

/** Draws Byzantine nodes in addition to those of the scenario, within the budget of the profile. */
export function drawByzantine(
  swarm: Swarm,
  stage: Stage & { readonly taken: readonly string[] },
  draw: Draw,
): readonly ByzantineParty[] {
  const { cluster, budget, taken } = stage;
  if (cluster.clients.length === 0) return [];
  const isFree = ({ node }: ByzantineParty) => !taken.includes(node);
  if (swarm.profile === 'beyond') {
    return draw('byzantine/conspiracy', conspiracies)(stage).filter(isFree);
  }
  const clients = drawSome('clients', clientsOf(stage), { swarm, draw });
  const accomplice = clients[0] ?? clientsOf(stage)[0] ?? '';
  const parties = (role: Role, nodes: readonly string[]) =>
    nodes.map((node) => drawParty(role, { ...stage, node, accomplice }, draw));
  const liars = withoutLeaksToRivals([
    ...parties('validators', drawSome('validators', budget.faulty, { swarm, draw })),
    // The first proxy stays honest: otherwise nothing could be required of any client.
    ...parties('proxies', drawSome('proxies', cluster.proxies.slice(1), { swarm, draw })),
    ...parties('clients', clients),
  ]);
  return exceeded(liars, draw).filter(isFree);
}

/** Takes as many of the candidates as are drawn, the first ones first. */
function drawSome(
  role: Role,
  candidates: readonly string[],
  { swarm, draw }: { readonly swarm: Swarm; readonly draw: Draw },
): readonly string[] {
  const { least, greatest } = swarm.byzantine[role];
  const most = Math.min(greatest, candidates.length);
  if (most === 0) return [];
  const counts = whole({ least: Math.min(least, most), greatest: most });
  const [takesPart, count] = draw(`byzantine/${role}`, fc.tuple(chance(swarm.odds), counts));
  return takesPart ? candidates.slice(0, count) : [];
}

/**
 * Deeds that are drawn more often: rivals and those who sign both, and deeds that seldom take
 * effect.
 */
const FAVOURED: Partial<Readonly<Record<string, number>>> = {
  equivocate: 4,
  inadmissible: 4,
  'bad-encoding': 2,
  'double-sign': 2,
  collude: 2,
  'duplicate-signer': 2,
  swap: 3,
};

/**
 * Deeds that can take effect only if the committee changes, and the weights with which they are
 * drawn then.
 */
const IN_CHANGES: Partial<Readonly<Record<string, number>>> = {
  'false-snapshot': 4,
  'false-change': 2,
  propose: 1,
  'leaked-keys': 4,
};

/** Draws the acts of a node, each kind of act from a stream of its own. */
function drawParty(role: Role, culprit: Culprit, draw: Draw): ByzantineParty {
  const { deeds, most } = DEEDS[role];
  const id = `byzantine-${culprit.node}`;
  const [order, part] = draw(id, fc.tuple(shuffledNames, share));
  const weighed = Object.keys(deeds).flatMap((kind) => Array(weightOf(kind, culprit)).fill(kind));
  // Each kind of act occurs once, but clients may act several times in one way.
  const all = role === 'clients' ? order(weighed) : [...new Set(order(weighed))];
  const kinds = all.slice(0, 1 + Math.floor(part * most));
  const sketched = kinds.map((kind) => draw(`${id}/${kind}`, deeds[kind] as Deeds[string]));
  return partyOf(
    culprit.node,
    sketched.map((sketch) => sketch(culprit) as Deed),
  );
}

/**
 * Deeds that are drawn separately: those that take effect only if a client reads
 * (`false-records.ts`), those that keep clients from doing anything (`false-refusals.ts`), and the
 * one that no correct client heeds (`answered-clients.ts`).
 */
const APART: ReadonlySet<string> = new Set<ByzantineAct['act']>([
  'false-records',
  'other-certificates',
  'false-refusal',
  'answer-client',
]);

function weightOf(kind: string, { changes }: Culprit): number {
  if (APART.has(kind)) return 0;
  const inChanges = IN_CHANGES[kind];
  if (inChanges !== undefined) return changes.length > 0 ? inChanges : 0;
  return FAVOURED[kind] ?? 1;
}
