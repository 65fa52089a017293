import type { ByzantineAct } from '../byzantine/byzantine.ts';
import { byzantineNodes } from '../byzantine/byzantine-nodes.ts';
import type { Path, Problem } from '../diagnostic.ts';
import { amnesiacNodes } from '../faults/amnesiac-nodes.ts';
import { field } from '../loose.ts';
import type { Scenario } from '../scenario.ts';
import { asksItself } from './asking.ts';
import { committeeMayChange } from './committee-may-change.ts';
import { unused } from './idle-links.ts';
import { advice } from './piece-of-advice.ts';
import { roleOf } from './role-of.ts';

/** Finds acts that cannot have any effect. */
export function idleActs(scenario: Scenario): readonly Problem[] {
  return scenario.byzantine.flatMap(({ node, acts }, party) =>
    acts.flatMap((act, index) => {
      const place = ['byzantine', party, 'acts', index];
      return [
        ...narrowedToNothing(act, place),
        ...withoutChange(act, scenario).map((message) => advice([...place, 'act'], message)),
        ...withStrangers(act, node, scenario).map(([key, message]) =>
          advice([...place, ...key], message),
        ),
        ...hollow(act, node, scenario).map(([key, message]) => advice([...place, key], message)),
        ...withoutPartner(act, place, scenario),
      ];
    }),
  );
}

/** The keys that can narrow an act to nothing. */
const NARROWING: readonly Path[] = [['kinds'], ['rules'], ['only', 'peers'], ['only', 'senders']];

function narrowedToNothing(act: ByzantineAct, place: Path): readonly Problem[] {
  return NARROWING.flatMap((path) => {
    const value = path.reduce((whole: unknown, key) => field(whole, String(key)), act);
    return Array.isArray(value) && value.length === 0
      ? [advice([...place, ...path], `"${path.join('.')}" leaves the act nothing to do`)]
      : [];
  });
}

/** Finds acts narrowed to messages between a node and others, or itself, that never exist. */
function withStrangers(
  act: ByzantineAct,
  node: string,
  scenario: Scenario,
): readonly (readonly [Path, string])[] {
  const peers = ('only' in act ? act.only.peers : undefined) ?? [];
  if (peers.length === 0 || peers.some((peer) => dealWith(node, peer, scenario))) return [];
  const strangers = peers.map((peer) => (peer === node ? 'itself' : peer)).join(' and ');
  // What a validator hears about a client, it hears from a proxy.
  const meansSenders =
    roleOf(node, scenario) === 'validator' &&
    peers.every((peer) => roleOf(peer, scenario) === 'client');
  const remedy = meansSenders ? 'name the senders instead' : 'name another node';
  const message = `the act does nothing: ${node} never deals with ${strangers}; ${remedy}`;
  return [[['only', 'peers'], message]];
}

function dealWith(node: string, peer: string, scenario: Scenario): boolean {
  return node === peer
    ? asksItself(node, scenario)
    : unused({ from: node, to: peer }, scenario) === undefined;
}

/** Acts that change nothing compared with an honest node, each with the key that causes this. */
function hollow(
  act: ByzantineAct,
  node: string,
  { changes, cluster }: Scenario,
): readonly (readonly [string, string])[] {
  switch (act.act) {
    case 'lie':
      // By 0, it shows as pending for the next nonce what it refused to sign.
      return act.by === 0n && act.about !== 'pending'
        ? [['by', 'the act does nothing: to add 0 is to tell the truth']]
        : [];
    case 'wrong-name':
      // After a change, its name is still that of its first key, so under a fresh key it is a wrong
      // name.
      return act.as === node && changes.length === 0
        ? [['as', `the act does nothing: ${node} signs as itself; name another validator`]]
        : [];
    case 'selective-service': {
      const { peers, senders } = act.serves;
      return peers === undefined && senders === undefined
        ? [['serves', 'the act does nothing: it serves everybody; give "peers" or "senders"']]
        : [];
    }
    case 'forged-share':
      return cluster.accounts.some(({ name }) => name === act.of)
        ? []
        : [['of', `the act does nothing: ${act.of} signs alone; name a multisig account`]];
    case 'nonce-abuse':
    case 'bad-encoding':
    case 'inadmissible':
      return act.targets?.length === 0
        ? [['targets', 'the act does nothing: it sends to nobody; name targets, or leave it out']]
        : [];
    default:
      return [];
  }
}

/** Acts that depend on a change of committee that never happens. */
function withoutChange(act: ByzantineAct, scenario: Scenario): readonly string[] {
  if (committeeMayChange(scenario)) return [];
  const none = 'the act does nothing: without a change of committee';
  if (act.act === 'false-snapshot') return [`${none} nobody asks for a snapshot`];
  if (act.act === 'leaked-keys') return [`${none} no epoch ends, and no keys leak`];
  if (act.act === 'stale-committee') {
    const isWhole = scenario.cluster.validators.every((name) => act.members.includes(name));
    return isWhole ? [`${none} these members are the committee`] : [];
  }
  if (act.act !== 'false-change') return [];
  // At its moment, the liar invents a change that nobody has made.
  const makesUp = act.forges === 'certificate' && act.moment !== undefined;
  return makesUp ? [] : [`${none} nobody tells of any`];
}

/**
 * Validators refuse hardly anything of an honest client, so a colluding validator would have
 * nothing to sign.
 */
function withoutPartner(act: ByzantineAct, place: Path, scenario: Scenario): readonly Problem[] {
  // A seed may choose clients that are honest in the file to break the rules.
  if (act.act !== 'collude' || scenario.swarm !== undefined) return [];
  const { with: partner } = act;
  const account = scenario.cluster.accounts.find(({ name }) => name === partner);
  const breakers = ruleBreakers(scenario);
  if ((account?.signers ?? [partner]).some((name) => breakers.has(name))) return [];
  const message = `"${partner}" is not Byzantine, so it asks for hardly anything that others refuse: give it acts, or name another`;
  return [advice([...place, 'with'], message)];
}

/**
 * The clients that may sign what validators refuse: Byzantine ones, and those that sign by hand or
 * forget what they signed.
 */
function ruleBreakers(scenario: Scenario): ReadonlySet<string> {
  return new Set([
    ...byzantineNodes(scenario),
    ...scenario.workload
      .filter(({ steps }) => steps.some(({ op }) => op === 'sign'))
      .map(({ client }) => client),
    ...amnesiacNodes(scenario),
  ]);
}
