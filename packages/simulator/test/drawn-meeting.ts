import type { Address } from '@quorate/protocol';
import fc from 'fast-check';
import {
  type Machine,
  type Sent,
  type Taken,
  withoutDisk,
} from '../src/explore/machines/machine.ts';

/** Who acts, and who hears of it. */
export const CLIENTS = ['alice', 'bob'] as const;
type Client = (typeof CLIENTS)[number];
const NODES = ['v1', 'v2', 'p1'] as const;
/** Messages in answer to one kind are of a later kind. */
const KINDS = 3;

/** Ways in which a node's reaction to one client may depend on the other. */
const COUPLINGS = [
  // Once the other has changed it, it sends less, no longer changes, changes upon what it otherwise
  // ignores, or gives something away.
  'silenced',
  'stopped',
  'stirred',
  'given',
  // It sends both the same message, or gives something away about the same.
  'common-word',
  'common-place',
  // It remembers who came first, and tells so, or does not.
  'ranked',
  'remembered',
] as const;
export type Coupling = (typeof COUPLINGS)[number];

/**
 * Drawn more often: two that have no effect in most cases, and the one that has one most often, so
 * that no test is without a meeting that is coupled.
 */
const OFTEN: readonly Coupling[] = [
  ...(['common-word', 'common-word', 'stirred', 'stirred'] as const),
  ...(['given', 'given', 'given', 'given'] as const),
];

interface Word {
  readonly to: string;
  readonly kind: number;
}

/** How a node reacts to each kind of message about a client, by its state for that client. */
interface Table {
  readonly hear: readonly (readonly (Reaction | undefined)[])[];
}

interface Reaction {
  readonly next: number;
  readonly says: readonly Word[];
}

/**
 * A few nodes to which clients speak, and what couples the two clients at one of them; undefined if
 * nothing does.
 */
export interface Meeting {
  readonly machines: readonly Machine[];
  readonly coupling: Coupling | undefined;
}

interface Memory {
  readonly alice: number;
  readonly bob: number;
  readonly first: string;
}

const word = fc.record({ to: fc.constantFrom(...NODES, 'user'), kind: fc.nat({ max: KINDS - 1 }) });
const reaction = fc.record({
  next: fc.constantFrom(0, 1, 1),
  says: fc.array(word, { maxLength: 2 }),
});
const perKind = fc.array(fc.option(reaction, { nil: undefined, freq: 6 }), {
  minLength: KINDS,
  maxLength: KINDS,
});
const table: fc.Arbitrary<Table> = fc.record({
  hear: fc.array(perKind, { minLength: 2, maxLength: 2 }),
});
const opening = fc.array(fc.record({ to: fc.constantFrom('v1', ...NODES), kind: fc.constant(0) }), {
  minLength: 1,
  maxLength: 2,
});

/**
 * Draws two clients, and nodes; at most one node treats one client differently because of the
 * other.
 */
export function drawnMeetings(): fc.Arbitrary<Meeting> {
  const nodes = fc.tuple(table, table, table);
  const openings = fc.tuple(opening, opening);
  const coupling = fc.option(fc.constantFrom(...COUPLINGS, ...OFTEN), {
    nil: undefined,
    freq: 3,
  });
  return fc
    .tuple(nodes, openings, coupling, fc.constantFrom(0, 0, 1, 2))
    .map(([tables, begins, coupled, where]) => ({
      coupling: coupled,
      machines: [
        ...NODES.map((name, index) =>
          nodeOf(name, tables[index] as Table, index === where ? coupled : undefined),
        ),
        ...CLIENTS.map((client, index) => userOf(client, begins[index] ?? [])),
      ],
    }));
}

function sentBy(from: string, client: string, { to, kind }: Word): Sent {
  const requestId = `${client} ${kind}`;
  const name = to === 'user' ? `direct:${client}:act` : to;
  return {
    from,
    to: name,
    message: { type: 'GetPending', requestId, address: '00' as Address },
  };
}

/** Tells which client a message is about: neither, if both send the same. */
export function clientOf({ message }: Sent): string {
  return 'requestId' in message ? (message.requestId.split(' ')[0] ?? '') : '';
}

/** Tells whether a message is of the last kind, which gives something away. */
export function isLastWord({ message }: Sent): boolean {
  return 'requestId' in message && message.requestId.endsWith(` ${KINDS - 1}`);
}

function userOf(client: Client, begins: readonly Word[]): Machine {
  const name = `direct:${client}:act`;
  const become = (heard: number, sent: readonly Sent[]): Taken => {
    return { local: withoutDisk({ heard }), sent, observed: [], effects: 0 };
  };
  return {
    name,
    aliases: [],
    role: 'user',
    begin: () =>
      become(
        0,
        begins.map((each) => sentBy(name, client, each)),
      ),
    hear: ({ state }) => become(Math.min(2, (state as { readonly heard: number }).heard + 1), []),
  };
}

function nodeOf(
  name: (typeof NODES)[number],
  { hear }: Table,
  coupling: Coupling | undefined,
): Machine {
  const role = name === 'p1' ? 'proxy' : 'validator';
  const become = (memory: Memory, sent: readonly Sent[]): Taken => {
    return { local: withoutDisk(memory), sent, observed: [], effects: 0 };
  };
  return {
    name,
    aliases: [],
    role,
    begin: () => become({ alice: 0, bob: 0, first: '' }, []),
    hear(local, { message }) {
      const memory = local.state as Memory;
      const [about, last = '0'] = 'requestId' in message ? message.requestId.split(' ') : [];
      const client = CLIENTS.find((each) => each === about);
      if (client === undefined) return become({ ...memory, first: about ?? '' }, []);
      const kind = Number(last);
      const made = hear[memory[client]]?.[kind];
      if (made === undefined) return become(stirred({ client, memory, coupling }), []);
      const says = made.says.filter((each) => each.kind > kind);
      const bent = coupled({ ...made, says }, { client, memory, coupling });
      const whose = coupling === 'common-word' ? 'both' : client;
      const sent = bent.says.map((each) => sentBy(name, each.to === 'user' ? client : whose, each));
      const isRemembered = coupling === 'ranked' || coupling === 'remembered';
      const first = isRemembered && memory.first === '' ? client : memory.first;
      return become({ ...memory, first, [client]: bent.next }, sent);
    },
  };
}

interface Coupled {
  readonly client: Client;
  readonly memory: Memory;
  readonly coupling: Coupling | undefined;
}

function isSecond({ client, memory }: Coupled): boolean {
  return memory[client === 'alice' ? 'bob' : 'alice'] > 0;
}

function stirred(given: Coupled): Memory {
  const { client, memory, coupling } = given;
  return coupling === 'stirred' && isSecond(given) ? { ...memory, [client]: 1 } : memory;
}

function coupled(made: Reaction, given: Coupled): Reaction {
  if (!isSecond(given)) return made;
  const { client, memory, coupling } = given;
  const isRanked = coupling === 'ranked' && memory.first !== client;
  if (coupling === 'silenced' || isRanked) return { ...made, says: made.says.slice(1) };
  if (coupling === 'stopped') return { ...made, next: memory[client] };
  const isStirred = coupling === 'stirred' && made.next === memory[client];
  return isStirred ? { ...made, next: 1 - made.next } : made;
}
