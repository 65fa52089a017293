import { compareMoments, countFirst } from './moments.ts';
import type { Message, Moment, RunData } from './run-data.ts';

/**
 * Some messages, those from which they came, and those that came from them; places in the list of
 * messages.
 */
export interface Lineage {
  readonly before: ReadonlySet<number>;
  readonly self: ReadonlySet<number>;
  readonly after: ReadonlySet<number>;
}

/** Knows what led to what. */
export interface Causes {
  of(messages: readonly number[]): Lineage;
  /** Gives the messages that carry a certificate with these signers for a transaction. */
  carriers(transaction: number, signers: readonly string[]): readonly number[];
  /** Gives all messages about a transaction. */
  about(transaction: number): readonly number[];
}

/**
 * Derives what led to what from a recorded run.
 *
 * Whatever a node sends comes from what it got in the same event or, as writing to a disk takes
 * time, from what it got last about that transaction. An answer comes from its request too, a
 * certificate from the signatures in it, and a success from what settled, though a client may have
 * asked again since. For the answer of a validator its request is enough.
 */
export function createCauses(data: RunData): Causes {
  const arrivals = arrivalsIn(data);
  const causes = data.messages.map((message) => causesOf(data, message, arrivals));
  const effects: number[][] = data.messages.map(() => []);
  for (const [place, list] of causes.entries()) {
    for (const cause of list) effects[cause]?.push(place);
  }
  const where = (isMeant: (message: Message) => boolean) =>
    data.messages.flatMap((message, place) => (isMeant(message) ? [place] : []));
  return {
    of: (messages) => ({
      before: closure(messages, causes),
      self: new Set(messages),
      after: closure(messages, effects),
    }),
    carriers(transaction, signers) {
      const wanted = signers.toSorted().join(' ');
      return where(
        (message) =>
          message.transaction === transaction &&
          signersOf(data, message).toSorted().join(' ') === wanted,
      );
    },
    about: (transaction) => where((message) => message.transaction === transaction),
  };
}

/** Gives the signers of the certificate that a message carries; empty if it carries none. */
export function signersOf({ texts }: RunData, { signers }: Message): readonly string[] {
  return (texts[signers ?? -1] ?? '').split(' ').filter((name) => name !== '');
}

/** A message that a node has got. */
interface Heard {
  readonly place: number;
  readonly message: Message;
  readonly arrival: Moment;
}

function arrivalsIn(data: RunData): ReadonlyMap<string, readonly Heard[]> {
  const heard = data.messages.flatMap((message, place) =>
    message.arrivals.map((arrival) => ({ place, message, arrival })),
  );
  const byNode = new Map<string, Heard[]>();
  for (const each of heard.toSorted((a, b) => compareMoments(a.arrival, b.arrival))) {
    const node = nodeAt(data, each.message, 'to');
    const list = byNode.get(node) ?? [];
    byNode.set(node, list);
    list.push(each);
  }
  return byNode;
}

function nodeAt({ texts, lanes }: RunData, message: Message, end: 'from' | 'to'): string {
  const part = end === 'from' ? message.sender : message.receiver;
  return texts[part ?? -1] ?? lanes[message[end]]?.name ?? '';
}

function causesOf(
  data: RunData,
  message: Message,
  arrivals: ReadonlyMap<string, readonly Heard[]>,
): readonly number[] {
  const { sent, transaction, answers } = message;
  if (answers !== undefined && data.lanes[message.from]?.role === 'validator') return [answers];
  const known = arrivals.get(nodeAt(data, message, 'from')) ?? [];
  const count = countFirst(known, ({ arrival }) => compareMoments(arrival, sent) <= 0);
  const heard = known.slice(0, count).toReversed();
  const direct = heard.find(({ arrival: [event] }) => event === sent[0]);
  const isAbout = (other: Message) =>
    transaction !== undefined && other.transaction === transaction;
  const near = direct ?? heard.find((each) => isAbout(each.message));
  const shares = signersOf(data, message).flatMap((signer) => {
    const isShare = ({ message: other }: Heard) =>
      isAbout(other) && data.texts[other.kind] === SHARE && nodeAt(data, other, 'from') === signer;
    return heard.find(isShare) ?? [];
  });
  const isProof = ({ message: other }: Heard) =>
    isAbout(other) && data.texts[other.kind] === SETTLED;
  const proof = data.texts[message.kind] === SUCCESS ? heard.find(isProof) : undefined;
  const request = answers === undefined ? [] : [answers];
  const others = [near, proof].flatMap((each) => each ?? []).concat(shares);
  return [...new Set([...request, ...others.map(({ place }) => place)])];
}

/** The kind of a message with which a validator gives its signature. */
const SHARE = 'Response Signed';
/** That with which it tells that it took a certificate, and that with which a proxy tells so. */
const SETTLED = 'Response Settled';
const SUCCESS = 'Response Success';

/** Follows links from some places, and gives all that are reached, without these. */
function closure(from: readonly number[], links: readonly (readonly number[])[]): Set<number> {
  const reached = new Set<number>();
  const open = [...from];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    for (const next of links[place] ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  for (const place of from) reached.delete(place);
  return reached;
}
