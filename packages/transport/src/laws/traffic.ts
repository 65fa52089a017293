import fc from 'fast-check';
import type { Detach, NodeName, Transport } from '../transport.ts';
import type { LawMessage } from './transport-under-test.ts';

/** A message under way, or one that arrived. */
export interface Packet {
  readonly from: NodeName;
  readonly to: NodeName;
  readonly message: LawMessage;
}

/** Draws the name of a node; few, so that links carry several messages. */
export const nodes = fc.constantFrom('v1', 'v2', 'p1');

/** Draws a message. */
export const messages: fc.Arbitrary<LawMessage> = fc.record({
  sequence: fc.nat(),
  parts: fc.array(fc.record({ text: fc.string({ maxLength: 4 }) }), { maxLength: 3 }),
});

/** Draws what the nodes send, numbered in the order of sending; a node may write to itself. */
export const traffic: fc.Arbitrary<readonly Packet[]> = fc
  .array(fc.record({ from: nodes, to: nodes, message: messages }), { maxLength: 20 })
  .map((packets) =>
    packets.map((packet, sequence) => ({ ...packet, message: { ...packet.message, sequence } })),
  );

/** Sends one packet. */
export function sendPacket(transport: Transport<LawMessage>, packet: Packet): void {
  transport.send(packet.from, packet.to, packet.message);
}

/** Attaches a node that notes what it receives. */
export function attachNote(
  transport: Transport<LawMessage>,
  node: NodeName,
  received: Packet[],
): Detach {
  return transport.attach(node, (from, message) => received.push({ from, to: node, message }));
}

/** Attaches every node there is, all noting in one list. */
export function attachAll(transport: Transport<LawMessage>, received: Packet[]): void {
  for (const node of ['v1', 'v2', 'p1']) attachNote(transport, node, received);
}

/** Puts packets in the order of sending. */
export function bySequence(packets: readonly Packet[]): readonly Packet[] {
  return packets.toSorted((left, right) => left.message.sequence - right.message.sequence);
}

/** Groups packets by link, keeping the order within each. */
export function byLink(packets: readonly Packet[]): ReadonlyMap<string, readonly Packet[]> {
  const links = new Map<string, Packet[]>();
  for (const packet of packets) {
    const link = `${packet.from}→${packet.to}`;
    links.set(link, [...(links.get(link) ?? []), packet]);
  }
  return links;
}
