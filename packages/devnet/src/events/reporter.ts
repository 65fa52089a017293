import type { NodeStatus } from '@quorate/actors';
import {
  type Committee,
  isIncomplete,
  nodeNameOf,
  nodeNamesOf,
  quorumSize,
  type Result,
} from '@quorate/core';
import { type Address, type TransactionId, toRestError } from '@quorate/protocol';
import type { Handed, JournalReader } from '../admin/journal.ts';
import type { TraceReader } from '../admin/traces.ts';
import type { Standing } from '../committee/standing.ts';
import type { FaultReader } from '../faults/faults.ts';
import { senderIn } from '../faults/link-end.ts';
import type { Chronicle } from './chronicle.ts';
import type { EventFacts, EventKind } from './event.ts';
import type { Happening } from './kept-events.ts';
import type { NodeWatch } from './node-watch.ts';
import { createTransactionWords, namedAccount } from './transactions.ts';

/** Tells a chronicle what is observed in a devnet. */
export interface Reporter extends NodeWatch, JournalReader {
  readonly onNoted: TraceReader;
  readonly onFault: FaultReader;
  /** Tells of something that people at this machine have done. */
  readonly onDone: (kind: EventKind, facts: EventFacts) => void;
  /**
   * Does something that takes all nodes down and up again, which says more than that each of them
   * went down. Those that are not up afterwards are told.
   */
  readonly amidReturn: <T>(act: () => Promise<T>) => Promise<T>;
}

/** What a reporter works on. */
export interface ReporterOptions {
  readonly chronicle: Pick<Chronicle, 'tell'>;
  /** The names of accounts; may grow. */
  readonly names: ReadonlyMap<Address, string>;
  /** The committee of epoch 0. */
  readonly first: Committee;
}

/** Creates the reporter of a devnet that has just started. */
export function createReporter({ chronicle, names, first }: ReporterOptions): Reporter {
  const accountOf = namedAccount(names);
  const words = createTransactionWords(accountOf);
  const tell = (kind: EventKind, facts: EventFacts): void =>
    chronicle.tell({ kind, write: () => facts });
  const lives = createLives(tell);
  const seats = createSeats({ tell, first, accountOf });

  function tellOf(kind: EventKind, handed: Handed, facts: () => EventFacts): void {
    const write: Happening['write'] = () => {
      const transaction = words.handed(handed);
      return { ...(transaction && { transaction }), ...facts() };
    };
    chronicle.tell({ kind, write, bytes: handed.bytes });
  }

  return {
    onHanded: (handed) => tellOf('submitted', handed, () => ({ by: senderIn(handed.from) })),
    onAnswered(handed, result) {
      if (result.type === 'Rejected') tellOf('refused', handed, () => refusalOf(result));
      if (isIncomplete(result)) tellOf('incomplete', handed, () => ({}));
    },
    onNoted(node, type, { transactionId, ...times }) {
      const by = type === 'Signed' ? times.signed : times.settled;
      const members = nodeNamesOf(seats.committee().members);
      const validators = members.filter((name) => by.has(name));
      // Each validator counts once, so this is so for one of them.
      if (!members.includes(node) || validators.length !== quorumSize(members.length)) return;
      const write = () => ({
        transaction: words.known(transactionId as TransactionId),
        validators,
      });
      chronicle.tell({ kind: type === 'Signed' ? 'signed' : 'settled', write });
    },
    onFault: (kind, { id, stated }) => tell(kind, { fault: { ...stated, id } }),
    onDone: tell,
    onStatus: lives.onStatus,
    onStanding: seats.onStanding,
    async amidReturn(act) {
      seats.forget();
      const end = lives.hush();
      try {
        return await act();
      } finally {
        end();
      }
    },
  };
}

function refusalOf({ rejection }: Extract<Result, { readonly type: 'Rejected' }>): EventFacts {
  const { message, details } = toRestError(rejection);
  return { code: rejection.code, message, details: withoutBigints(details) };
}

// A reader in a browser has no integers of more than 53 bits.
function withoutBigints(value: unknown): unknown {
  const text = JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? String(each) : each,
  );
  return JSON.parse(text);
}

type Tell = (kind: EventKind, facts: EventFacts) => void;

const LIVES: Readonly<Partial<Record<NodeStatus, EventKind>>> = {
  active: 'up',
  crashed: 'down',
  failed: 'lost',
};

/** Tells of each node when it is no longer up, and when it is again. All are up at first. */
function createLives(tell: Tell) {
  const told = new Map<string, EventKind>();
  const present = new Map<string, readonly [EventKind, EventFacts]>();
  let hushed = 0;

  function look(node: string): void {
    const [kind, facts] = present.get(node) ?? [];
    if (kind === undefined || facts === undefined) return;
    if (hushed > 0 || (told.get(node) ?? 'up') === kind) return;
    told.set(node, kind);
    tell(kind, facts);
  }

  return {
    onStatus(node: string, status: NodeStatus, reason?: string): void {
      const kind = LIVES[status];
      if (kind === undefined) return;
      present.set(node, [kind, { node, ...(reason !== undefined && { reason }) }]);
      look(node);
    },
    hush(): () => void {
      hushed += 1;
      return () => {
        hushed -= 1;
        for (const node of present.keys()) look(node);
      };
    },
  };
}

interface SeatsGround {
  readonly tell: Tell;
  readonly first: Committee;
  readonly accountOf: ReturnType<typeof namedAccount>;
}

/** Tells of each step of a change of committee once: when the first validator has taken it. */
function createSeats({ tell, first, accountOf }: SeatsGround) {
  const known = new Map<string, Standing>();
  let committees: readonly Committee[] = [first];
  let requests: Standing['requests'] = [];

  function tellCommittee({ epoch, members }: Committee): void {
    const names = members.map(({ validator }) => nodeNameOf(validator));
    tell('committee', { epoch, members: names, quorum: quorumSize(members.length) });
  }

  function look(node: string, next: Standing, isNews: boolean): void {
    const { status, served } = next;
    const before = known.get(node);
    known.set(node, next);
    const isMoved = before !== undefined && (before.status !== status || before.served !== served);
    if (isMoved) tell('seat', { node, seat: status, epoch: served });
    const [newRequests, newCommittees] = [
      next.requests.slice(requests.length),
      next.committees.slice(committees.length),
    ];
    if (newRequests.length > 0) requests = next.requests;
    if (newCommittees.length > 0) committees = next.committees;
    if (!isNews) return;
    for (const { kind, operator } of newRequests)
      tell('request', { request: kind, operator: accountOf(operator) });
    for (const each of newCommittees) tellCommittee(each);
  }

  return {
    committee: (): Committee => committees.at(-1) ?? first,
    /** What a validator holds when it is first heard of is no news. */
    onStanding: (node: string, next: Standing): void => look(node, next, known.has(node)),
    /** The network is put back: what validators hold next is no news. */
    forget(): void {
      known.clear();
      committees = [first];
      requests = [];
    },
  };
}
