import { type Client, ClientError, createClient } from '@quorate/client';
import { withSignedTag } from '@quorate/core';
import {
  type Address,
  type EscrowJobId,
  envelopeFromJson,
  type JsonValue,
  LIMITS,
  parseAddress,
  type State,
  type StateKey,
  type TokenId,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { createAdmin, inForm } from '../committee/admin.ts';
import { genesisFromJson } from '../committee/known-committees.ts';
import { VERIFIER } from '../committee/operator.ts';

/** A transaction that was submitted to a devnet. */
export interface RecordedEntry {
  /** In nanoseconds since the Unix epoch. */
  readonly at: bigint;
  readonly envelope: TransactionEnvelope;
  /** Null while it is pending. */
  readonly outcome: 'final' | 'incomplete' | 'refused' | null;
  /** Undefined unless it was refused. */
  readonly code: string | undefined;
}

/**
 * The codes of refusals that a replay repeats: only those for lack of funds. Others are about bytes
 * and nonces.
 */
const REPEATABLE_REFUSALS: ReadonlySet<string | undefined> = new Set(['InsufficientFunding']);

/** Tells whether a replay repeats the refusal of an entry. */
export function isRefusedAgain({ code }: RecordedEntry): boolean {
  return REPEATABLE_REFUSALS.has(code);
}

/** Tells whether an entry was taken for valid, as far as a replay can tell. */
export function hasCounted(entry: RecordedEntry): boolean {
  return entry.outcome !== 'refused' || isRefusedAgain(entry);
}

/**
 * A fault that a devnet suffered; `keys` are those of a scenario, without its moment and length.
 */
export interface RecordedFault {
  readonly keys: Readonly<Record<string, unknown>>;
  /** In nanoseconds since the Unix epoch. */
  readonly since: bigint;
  /** Undefined while it lasts. */
  readonly until: bigint | undefined;
  /**
   * The age of the state to which an amnesiac node went back, in nanoseconds; undefined if it went
   * back to nothing.
   */
  readonly age: bigint | undefined;
  /** How many of the messages that it held were released or dropped by hand; 0 by default. */
  readonly byHand?: number;
}

/** What an account holds, in least units. */
export interface Holdings {
  /** Of the native token. */
  readonly balance: bigint;
  /** Of the tokens asked for; without those of which it holds nothing. */
  readonly tokens: ReadonlyMap<TokenId, bigint>;
}

/** The history of a devnet in its last minutes. */
export interface DevnetHistory {
  readonly validators: number;
  /** The accounts that have a name. */
  readonly names: ReadonlyMap<Address, string>;
  /**
   * The name of the validator that each operator runs, for the validators with which the devnet
   * began.
   */
  readonly operators: ReadonlyMap<Address, string>;
  /** In the order in which they were submitted. */
  readonly entries: readonly RecordedEntry[];
  readonly faults: readonly RecordedFault[];
  /** Gives what an account holds at the end, in least units. */
  readonly holdingsOf: (address: Address, tokens: readonly TokenId[]) => Promise<Holdings>;
  /** Gives what state cells of an account hold at the end. */
  readonly cellsOf: (
    address: Address,
    keys: readonly StateKey[],
  ) => Promise<ReadonlyMap<StateKey, State>>;
  /** Gives how much there is at the end of the tokens that are known, in least units. */
  readonly suppliesOf: (tokens: readonly TokenId[]) => Promise<ReadonlyMap<TokenId, bigint>>;
  /** Gives the status of a job at the end; undefined if it is unknown. */
  readonly jobStatusOf: (job: EscrowJobId) => Promise<string | undefined>;
}

/** Where a devnet is, and the token that it requires. */
export interface DevnetAt {
  /** The URL up to where `/_devnet` begins. */
  readonly url: string;
  readonly token: string | undefined;
}

type Keys = Readonly<Record<string, JsonValue>>;

/**
 * Reads the history of a devnet. @throws ClientError if none is there, or it refuses to answer
 */
export async function readDevnet({ url, token }: DevnetAt): Promise<DevnetHistory> {
  const admin = createAdmin(url, token);
  const genesis = (await admin.get('/genesis')) as Keys;
  // Another server at the URL may not know the other paths.
  genesisFromJson(genesis);
  const journal = (await admin.get('/journal')) as readonly Keys[];
  const faults = (await admin.get('/faults')) as Record<'active' | 'ended', readonly Keys[]>;
  const committees = (await admin.get('/committees')) as readonly Keys[];
  return {
    ...inForm('/genesis', () => ({
      validators: Number(genesis['validators']),
      names: new Map((genesis['accounts'] as readonly Keys[]).flatMap(namedAccount)),
    })),
    operators: inForm('/committees', () => new Map(committees.slice(0, 1).flatMap(operatorsOf))),
    entries: inForm('/journal', () => journal.map(readEntry)),
    faults: inForm('/faults', () => [...faults.ended, ...faults.active].map(readFault)),
    ...finalReads(createClient({ url })),
  };
}

function finalReads(
  client: Client,
): Pick<DevnetHistory, 'holdingsOf' | 'cellsOf' | 'suppliesOf' | 'jobStatusOf'> {
  return {
    async holdingsOf(address, ids) {
      const { balance, tokenBalance } = await client.account(address);
      const tokens = new Map(tokenBalance);
      for (const page of pagesOf(ids)) {
        const held = await client.account(address, { tokens: page });
        for (const [id, amount] of held.tokenBalance) tokens.set(id, amount);
      }
      return { balance, tokens };
    },
    async cellsOf(address, keys) {
      const cells = new Map<StateKey, State>();
      for (const page of pagesOf(keys)) {
        const held = await client.account(address, { states: page });
        for (const [key, state] of held.requestedState) cells.set(key, state);
      }
      return cells;
    },
    async suppliesOf(ids) {
      const { requestedTokenMetadata } = await client.tokens(ids);
      return new Map(
        requestedTokenMetadata.flatMap(([id, token]) =>
          token === null ? [] : [[id, token.totalSupply] as const],
        ),
      );
    },
    async jobStatusOf(id) {
      try {
        return (await client.job(id)).status;
      } catch (failure) {
        if (failure instanceof ClientError && failure.status === 404) return undefined;
        throw failure;
      }
    },
  };
}

/** Splits ids into as many lists as requests need. */
function pagesOf<T>(ids: readonly T[]): readonly (readonly T[])[] {
  const pages = Math.ceil(ids.length / LIMITS.filterIds);
  return Array.from({ length: pages }, (_, page) =>
    ids.slice(page * LIMITS.filterIds, (page + 1) * LIMITS.filterIds),
  );
}

function namedAccount({ name, address }: Keys): readonly (readonly [Address, string])[] {
  return typeof name === 'string' ? [[parseAddress(String(address), 'address'), name]] : [];
}

function operatorsOf({ members }: Keys): readonly (readonly [Address, string])[] {
  return (members as readonly Keys[]).map(({ name, operator }) => [
    parseAddress(String(operator), 'operator'),
    String(name),
  ]);
}

function readEntry({ at, envelope, outcome, code }: Keys): RecordedEntry {
  return {
    at: BigInt(String(at)),
    envelope: withSignedTag(envelopeFromJson(envelope ?? null, 'rest'), VERIFIER),
    outcome: (outcome ?? null) as RecordedEntry['outcome'],
    code: code === undefined ? undefined : String(code),
  };
}

function readFault({
  since_nanos: since,
  until_nanos: until,
  age_nanos: age,
  released = 0,
  dropped = 0,
  ...keys
}: Keys): RecordedFault {
  return {
    keys,
    since: BigInt(String(since)),
    until: until === undefined ? undefined : BigInt(String(until)),
    age: age === undefined ? undefined : BigInt(String(age)),
    byHand: Number(released) + Number(dropped),
  };
}
