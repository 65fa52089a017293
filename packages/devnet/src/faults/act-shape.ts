import {
  CERTIFICATE_CHOICES,
  DEED_DESCRIPTIONS,
  type Deed,
  FALSE_REFUSALS,
  LIE_SUBJECTS,
  RECORD_LIES,
  REQUEST_KINDS,
  type Scope,
  SUBMISSION_RULES,
} from '@quorate/byzantine';
import { type Address, addressIn } from '@quorate/protocol';
import { z } from 'zod';
import { invalidRequest } from '../admin/admin-error.ts';
import { expectedOneOf } from '../data/mistakes.ts';
import { HTTP } from './link-end.ts';

/** The names of nodes that the acts of a liar can be about. */
export interface ActNames {
  readonly nodes: readonly string[];
  readonly validators: readonly string[];
}

const BY_EXPECTED = 'expected a whole number other than 0, in quotes beyond 9007199254740991';
const by = z.union(
  [
    z.int().refine((given) => given !== 0, BY_EXPECTED),
    z.string().regex(/^-?(?!0+$)\d{1,78}$/, BY_EXPECTED),
  ],
  { error: BY_EXPECTED },
);

/** More than anybody needs: each `twin` and each `stale-view` has a store of its own. */
const ACTS_MAX = 32;

/** A `stale-view` keeps as many requests in memory. */
const STALE_MAX = 10_000;

/** The most names in one list of a fault: there can be fewer nodes. */
export const LIST_MAX = 200;

function someOf<const W extends string>(words: readonly [W, ...W[]]) {
  return z
    .array(z.enum(words))
    .min(1)
    .max(LIST_MAX)
    .default([...words]);
}

/**
 * The shape of the acts of a validator that breaks the rules, in their order: the keys of the
 * simulator's scenarios. An account is named, or given by its address.
 *
 * Acts are left out that need the keys of a client or of an operator: `collude`, `false-snapshot`,
 * `false-change`, `take-role` and `propose`; and `answer-client`, because nobody can speak to a
 * caller over HTTP who has not asked.
 */
export function actsShape({ nodes, validators }: ActNames) {
  const peer = z.enum([HTTP, ...nodes] as [string, ...string[]]);
  const [peers, senders] = [z.array(peer).max(LIST_MAX), z.array(z.string().min(1)).max(LIST_MAX)];
  // An act that touches nobody would have no effect, but a validator may well serve nobody.
  const only = z.strictObject({
    peers: peers.min(1).optional(),
    senders: senders.min(1).optional(),
  });
  const serves = z
    .strictObject({ peers: peers.optional(), senders: senders.optional() })
    .refine((given) => given.peers !== undefined || given.senders !== undefined, {
      error: 'expected peers, senders or both',
      abort: true,
    });
  const narrow = { only: only.optional(), times: z.int().min(1).optional() };
  const deed = <const A extends Deed['act'], K extends z.ZodRawShape>(act: A, keys: K) =>
    z.strictObject({ act: z.literal(act), ...narrow, ...keys }).describe(DEED_DESCRIPTIONS[act]);
  const acts = [
    deed('twin', {}),
    deed('double-sign', {}),
    deed('sign-invalid', { rules: someOf(SUBMISSION_RULES) }),
    deed('withhold', { kinds: someOf(REQUEST_KINDS) }),
    deed('forge', {}),
    deed('duplicate-signer', {}),
    deed('wrong-name', { as: z.enum(validators as [string, ...string[]]) }),
    deed('stale-view', { requests: z.int().min(1).max(STALE_MAX) }),
    deed('lie', { about: z.enum(LIE_SUBJECTS), by }),
    deed('ack-without-apply', {}),
    deed('selective-service', { serves }),
    deed('false-records', { shows: z.enum(RECORD_LIES) }),
    deed('other-certificates', { shows: z.enum(CERTIFICATE_CHOICES) }),
    deed('refuse', { code: z.enum(FALSE_REFUSALS) }),
  ] as const;
  const act = z.discriminatedUnion('act', acts, { error: expectedOneOf(acts, 'act') });
  return z.array(act).min(1).max(ACTS_MAX);
}

/** An act as a caller stated it. */
export type StatedAct = z.output<ReturnType<typeof actsShape>>[number];

/** An act with its accounts by address. */
export type LyingAct = Deed & { readonly only: Scope; readonly times: number | undefined };

/**
 * Reads an act; `path` is where the caller stated it.
 *
 * @throws AdminError `INVALID_REQUEST` if it is about an account that does not exist
 */
export function lyingAct(
  { only, times, ...stated }: StatedAct,
  path: string,
  accountOf: AccountOf,
): LyingAct {
  const scopeOf = ({ peers, senders }: StatedScope, at: string): Scope => ({
    peers,
    senders: senders?.map((text, index) =>
      statedAccount(text, `${path}.${at}.senders.${index}`, accountOf),
    ),
  });
  const common = { only: only === undefined ? {} : scopeOf(only, 'only'), times };
  if (stated.act === 'lie') return { ...stated, ...common, by: BigInt(stated.by) };
  return stated.act === 'selective-service'
    ? { ...stated, ...common, serves: scopeOf(stated.serves, 'serves') }
    : { ...stated, ...common };
}

type StatedScope = NonNullable<StatedAct['only']>;

/** Gives the address of the account with a name; undefined if there is none. */
export type AccountOf = (name: string) => Address | undefined;

/**
 * Reads an account; `path` is where the caller stated it.
 *
 * @throws AdminError `INVALID_REQUEST` if it is neither the name of an account nor an address
 */
export function statedAccount(text: string, path: string, accountOf: AccountOf): Address {
  const address = accountOf(text) ?? addressIn(text);
  if (address !== undefined) return address;
  throw invalidRequest(`${path}: expected the name of an account, or an address`);
}
