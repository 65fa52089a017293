import type { NodeName } from '@quorate/transport';
import type { LinkModel } from '../network.ts';
import { linkModels } from '../scenario/link-models.ts';
import type { Scenario } from '../scenario/scenario.ts';

const DIRECT = 'direct:';

/** A user sits beside its client: what the two say to each other takes no time and is never lost. */
const BESIDE: LinkModel = { delay: { kind: 'const', mean: 0n }, drop: 0 };

/** Names the user of a client; no node of a scenario can have such a name. */
export function userOf(client: string): NodeName {
  return `user:${client}`;
}

/** Names the hand-driven half of a client, which talks to validators over the client's own links. */
export function directOf(client: string): NodeName {
  return `${DIRECT}${client}`;
}

/** Gives the links of a scenario, with those of its users and direct senders. */
export function linksOf({
  network,
  cluster,
}: Scenario): (from: NodeName, to: NodeName) => LinkModel {
  const links = linkModels(network);
  const users = new Set(cluster.clients.map(({ name }) => userOf(name)));
  return (from, to) =>
    users.has(from) || users.has(to) ? BESIDE : links(ownerOf(from), ownerOf(to));
}

function ownerOf(node: NodeName): string {
  return node.startsWith(DIRECT) ? node.slice(DIRECT.length) : node;
}
