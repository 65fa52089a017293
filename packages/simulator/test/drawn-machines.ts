import type { Address } from '@quorate/protocol';
import fc from 'fast-check';
import {
  type Local,
  type Machine,
  type Sent,
  withoutDisk,
} from '../src/explore/machines/machine.ts';

/** The drawn nodes and the names that they receive messages under; a user runs beside everybody. */
const NODES = [
  { name: 'v1', aliases: [], role: 'validator' },
  { name: 'v2', aliases: [], role: 'validator' },
  { name: 'alice', aliases: [], role: 'client' },
  { name: 'user:alice', aliases: ['direct:alice'], role: 'user' },
] as const;
const NAMES = [...NODES.flatMap(({ name, aliases }) => [name, ...aliases]), 'nobody'];
const STATES = 3;
/** Messages in answer to one kind are of a later kind, so that every conversation ends. */
const KINDS = 4;

/** How a node reacts to something: its first message leaves before anything is on its disk. */
interface Reaction {
  readonly next: number;
  /** Otherwise the new state is only in memory. */
  readonly writes: boolean;
  readonly says: readonly { readonly to: string; readonly kind: number }[];
}

/** How one node reacts to everything; undefined if it takes no notice. */
interface Table {
  readonly begin: Reaction['says'];
  readonly hear: readonly (readonly (Reaction | undefined)[])[];
  readonly fire: readonly Reaction[];
  readonly timers: readonly (readonly string[])[];
}

/** Its memory, and the state with which it comes up. */
interface Drawn {
  readonly now: number;
  readonly disk: number;
}

function says(maxLength: number): fc.Arbitrary<Reaction['says']> {
  const said = fc.record({
    to: fc.constantFrom(...NAMES),
    kind: fc.nat({ max: KINDS - 1 }),
  });
  // Some send one message twice.
  return fc.oneof(
    fc.array(said, { maxLength }),
    said.map((once) => [once, once]),
  );
}

function perState<T>(each: fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> {
  return fc.array(each, { minLength: STATES, maxLength: STATES });
}

const reaction = fc.record({
  next: fc.nat({ max: STATES - 1 }),
  writes: fc.boolean(),
  says: says(2),
});

const table: fc.Arbitrary<Table> = fc.record({
  begin: says(1),
  hear: perState(
    fc.array(fc.option(reaction, { nil: undefined, freq: 2 }), {
      minLength: KINDS,
      maxLength: KINDS,
    }),
  ),
  fire: perState(reaction),
  timers: perState(fc.subarray(['a', 'b'])),
});

/** Draws nodes that know only a few states and messages. */
export function drawnMachines(): fc.Arbitrary<readonly Machine[]> {
  return fc
    .array(table, { minLength: NODES.length, maxLength: NODES.length })
    .map((tables) => NODES.flatMap((node, index) => machineOf(node, tables[index]) ?? []));
}

/** Tells in which of its states a drawn node is. */
export function stateOf({ state }: Local): number {
  return (state as Drawn).now;
}

/** Tells how late in a conversation a message is. */
function kindOf({ message }: Sent): number {
  return 'requestId' in message ? Number(message.requestId) : 0;
}

/** Tells whether a message is of the last kind. */
export function isLastWord(sent: Sent): boolean {
  return kindOf(sent) === KINDS - 1;
}

function machineOf(
  node: Pick<Machine, 'name' | 'aliases' | 'role'>,
  given: Table | undefined,
): Machine | undefined {
  if (given === undefined) return undefined;
  const { name, aliases } = node;
  const localOf = (drawn: Drawn): Local => ({
    ...withoutDisk(drawn),
    timers: given.timers[drawn.now] ?? [],
  });

  function say({ to, kind }: Reaction['says'][number]): Sent {
    const message = { type: 'GetPending', requestId: `${kind}`, address: '00' as Address } as const;
    const isInside = to === 'alice' || to.startsWith('user:');
    return { from: isInside ? name : (aliases[0] ?? name), to, message };
  }

  function react(
    local: Local,
    { next, writes, says: all }: Reaction,
    limit = Number.POSITIVE_INFINITY,
  ) {
    const { disk } = local.state as Drawn;
    // The first message is out before anything is written.
    const [first = [], rest = []] = [all.slice(0, 1), all.slice(1)];
    const isWritten = writes && limit > first.length;
    const sent = [...first, ...rest.slice(0, Math.max(0, limit - 2))].map(say);
    return {
      local: localOf({ now: next, disk: isWritten ? next : disk }),
      sent,
      observed: [],
      effects: 1 + all.length,
    };
  }

  const stay = (local: Local) => ({ local, sent: [], observed: [], effects: 0 });
  const hear = (local: Local, sent: Sent, limit?: number) => {
    const kind = kindOf(sent);
    const made = given.hear[stateOf(local)]?.[kind];
    if (made === undefined) return stay(local);
    return react(local, { ...made, says: made.says.filter((each) => each.kind > kind) }, limit);
  };
  return {
    ...node,
    begin: () => ({
      local: localOf({ now: 0, disk: 0 }),
      sent: given.begin.map(say),
      observed: [],
      effects: 0,
    }),
    hear: (local, sent) => hear(local, sent),
    fire: (local, timer) => {
      const made = given.fire[stateOf(local)];
      if (made === undefined) return stay(local);
      // One of the two timers sends nothing.
      return react(local, timer === 'a' ? made : { ...made, says: [] });
    },
    crash: (local, during) => {
      const before = during === undefined ? stay(local) : hear(local, during.sent, during.effects);
      const { disk } = before.local.state as Drawn;
      return { ...before, local: localOf({ now: disk, disk }) };
    },
  };
}
