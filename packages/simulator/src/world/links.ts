import type { Between, LinkOf, Span } from '@quorate/network';
import { type LinkModel, spanOf as spanBetween } from '@quorate/network';
import type { NodeName } from '@quorate/transport';
import { linkModels } from '../scenario/network/link-models.ts';
import type { Scenario } from '../scenario/scenario.ts';

const DIRECT = 'direct:';
const USER = 'user:';
/** No act can have such a name. */
const READER = ':as:reader';

/** A user is beside its client: their messages take no time and are never lost. */
const BESIDE: LinkModel = { delay: { kind: 'const', mean: 0n }, drop: 0 };

/** Names the user of a client; no node of a scenario can have such a name. */
export function userOf(client: string): NodeName {
  return `${USER}${client}`;
}

/** Names the direct sender of a client, which talks to validators over the client's own links. */
export function directOf(client: string): NodeName {
  return `${DIRECT}${client}`;
}

/** Names the reader of a client's user, which reads over the client's own links. */
export function readerOf(client: string): NodeName {
  return `${directOf(client)}${READER}`;
}

/** Tells whether a node is a reader. */
export function isReader(node: NodeName): boolean {
  return node.startsWith(DIRECT) && node.endsWith(READER);
}

/** Names the part of a Byzantine client that does one act, over the client's own links. */
export function actorOf(client: string, act: string): NodeName {
  return `${directOf(client)}:${act}`;
}

/** Gives the links of a scenario, including those of its users and direct senders. */
export function linksOf({ network }: Pick<Scenario, 'network'>): LinkOf {
  const links = linkModels(network);
  return (from, to) => (isBeside(from, to) ? BESIDE : links(ownerOf(from), ownerOf(to)));
}

/** Gives the links that a fault concerns; never that between a user and its client. */
export function spanOf(between: Between): Span {
  const concerns = spanBetween(between);
  return (sender, receiver) =>
    !isBeside(sender, receiver) && concerns(ownerOf(sender), ownerOf(receiver));
}

/** Gives the links between some nodes of a scenario, including their users and direct senders. */
export function spanAmong(nodes: ReadonlySet<string>): Span {
  return (from, to) => isBeside(from, to) || (nodes.has(ownerOf(from)) && nodes.has(ownerOf(to)));
}

/** Tells whether a link is between a user and its client, and so not part of the network. */
export function isBeside(from: NodeName, to: NodeName): boolean {
  return from.startsWith(USER) || to.startsWith(USER);
}

/** Gives the client behind a direct sender or an act; any other node is its own owner. */
export function ownerOf(node: NodeName): string {
  if (!node.startsWith(DIRECT)) return node;
  const [owner = ''] = node.slice(DIRECT.length).split(':');
  return owner;
}

/**
 * Gives the client to which a user, a direct sender or an act belongs, and the registrar for each
 * of its errands; any other node is its own.
 */
export function partyOf(node: NodeName): string {
  if (!node.startsWith(USER)) return ownerOf(node);
  const [party = ''] = node.slice(USER.length).split(':');
  return party;
}
