import { proxiesOf } from '../../world/users/proxy-of.ts';
import type { ByzantineParty } from '../byzantine/byzantine.ts';
import type { Problem } from '../diagnostic.ts';
import type { Ends } from '../network/link-ends.ts';
import type { Scenario } from '../scenario.ts';
import { asksAll, asksItself } from './asking.ts';
import { committeeMayChange } from './committee-may-change.ts';
import { advice } from './piece-of-advice.ts';
import { roleOf } from './role-of.ts';

/** Finds overrides of links that an earlier one shadows, or that no message ever uses. */
export function idleLinks(scenario: Scenario): readonly Problem[] {
  const { links } = scenario.network;
  return links.flatMap((link, index) => {
    const message =
      nameless(link) ??
      (isShadowed(links, index)
        ? 'never matches: an earlier override takes all of it'
        : whollyUnused(link, scenario));
    return message === undefined ? [] : [advice(['network', 'links', index], message)];
  });
}

function nameless({ from, to }: Ends): string | undefined {
  if (from.length > 0 && to.length > 0) return undefined;
  return `never matches: "${from.length === 0 ? 'from' : 'to'}" names no node; name some`;
}

/** Whether an earlier override matches all that this one matches. */
function isShadowed(links: readonly Ends[], index: number): boolean {
  const covers = (before: readonly string[], later: readonly string[]) =>
    before.includes('*') || later.every((name) => before.includes(name));
  const { from, to } = links[index] as Ends;
  return links.slice(0, index).some((before) => covers(before.from, from) && covers(before.to, to));
}

/** Says why no node sends over any of these links; undefined if one may. */
function whollyUnused({ from, to }: Ends, scenario: Scenario): string | undefined {
  const reasons = from.flatMap((one) =>
    to.map((other) => unused({ from: one, to: other }, scenario)),
  );
  return reasons.includes(undefined) ? undefined : reasons[0];
}

interface Link {
  readonly from: string;
  readonly to: string;
}

/** Says why no node sends over a link; undefined if one may. */
export function unused({ from, to }: Link, scenario: Scenario): string | undefined {
  if (from === '*' || to === '*') return undefined;
  const role = roleOf(from, scenario);
  if (role !== roleOf(to, scenario)) {
    return role === 'client' ? unusedBy(from, to, scenario) : unusedBy(to, from, scenario);
  }
  // A validator that has destroyed its key of an epoch (C9) does not recognise itself among the
  // members that it must tell of the end of the epoch (C4), so it may send to itself.
  if (role === 'validator' && committeeMayChange(scenario)) return undefined;
  if (from === to) {
    return asksItself(from, scenario) ? undefined : `carries nothing: ${from} sends itself nothing`;
  }
  if (role !== 'validator') return `carries nothing: no ${role} talks with another`;
  return scenario.byzantine.some(mayTurnToValidators)
    ? undefined
    : 'carries nothing: validators talk with each other about changes of committee alone, and there is none';
}

/**
 * Says why no message passes between a client and a node that is none. Between a proxy and a
 * validator, where neither is a client, messages pass.
 */
function unusedBy(client: string, other: string, scenario: Scenario): string | undefined {
  if (roleOf(client, scenario) !== 'client' || goesItsOwnWay(client, scenario)) return undefined;
  if (scenario.byzantine.some((party) => party.node === other && answersClients(party)))
    return undefined;
  const proxies = proxiesOf(scenario, client);
  return proxies.includes(other)
    ? undefined
    : `carries nothing: ${client} talks with ${proxies.join(' and ')} alone`;
}

/** Whether a client may send to other nodes than its proxies. */
function goesItsOwnWay(client: string, { byzantine, swarm, workload }: Scenario): boolean {
  if (swarm !== undefined || byzantine.some(({ node }) => node === client)) return true;
  return workload.some(
    (entry) => entry.client === client && entry.steps.some(({ op }) => op === 'send'),
  );
}

function answersClients({ acts }: ByzantineParty): boolean {
  return acts.some(({ act }) => act === 'answer-client');
}

function mayTurnToValidators(party: ByzantineParty): boolean {
  return asksAll(party) || party.acts.some(({ act }) => act === 'false-change');
}
