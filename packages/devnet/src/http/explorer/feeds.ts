import { type Certificates, type Committee, nodeNamesOf, quorumSize } from '@quorate/core';
import { type Address, factsOf, LIMITS, type TransactionCertificate } from '@quorate/protocol';
import type { Asker } from '../../nodes/asker.ts';
import { readInteger } from '../rest/query.ts';
import { askProxy, type RestGround, readCertificatesLeft } from '../rest/reads.ts';
import { RestFailure } from '../rest/rest-failure.ts';

/** Transactions of one account, newest first, read some at a time. */
export interface Feed {
  /** Reads from a place on; from the newest if there is none. */
  read(place: string | undefined): Promise<Stretch>;
}

/** A part of a feed. */
export interface Stretch {
  /** Where it begins: `read` gives it again. */
  readonly place: string;
  /** Newest first. */
  readonly certificates: readonly TransactionCertificate[];
  /** Where the next one begins; undefined if there is none. */
  readonly next: string | undefined;
}

/** The validators whose lists of credits are read. */
export interface CreditGround {
  readonly asker: Asker;
  readonly committee: () => Committee;
  readonly isActive: (validator: string) => boolean;
}

/** How many transactions of a feed are read at a time. */
const STRETCH = 100;

/** The name of the parameter that has the place, for messages. */
const CURSOR = 'cursor';

/**
 * Feeds what an account has signed, as a quorum vouches for it. A place is the nonce before which
 * it begins.
 */
export function sentBy(ground: RestGround, sender: Address): Feed {
  async function nextNonce(): Promise<bigint> {
    const filters = { tokenBalances: 'none', stateKeys: 'none' } as const;
    const request = { type: 'GetAccountInfo', address: sender, ...filters } as const;
    return (await askProxy(ground, request, ['AccountInfo'])).nextNonce;
  }
  return {
    async read(place) {
      const before =
        place === undefined ? await nextNonce() : readInteger(place, CURSOR, LIMITS.nonce);
      const from = before > STRETCH ? before - BigInt(STRETCH) : 0n;
      const limit = Number(before - from);
      const select = { by: 'Sender', sender, fromNonce: from, limit } as const;
      const found = limit === 0 ? [] : await readCertificatesLeft(ground, select);
      // If some are pruned, later ones take their places.
      const certificates = found
        .filter(({ envelope }) => factsOf(envelope.transaction).transaction.nonce < before)
        .toReversed();
      return { place: `${before}`, certificates, next: from === 0n ? undefined : `${from}` };
    },
  };
}

/**
 * Feeds what credits an account. A place is the number of newer credits, and the validator that
 * counts them: each lists them in the order in which they settled there. The first stretch is that
 * of the one among a quorum that has heard of most.
 */
export function creditsOf(ground: CreditGround, recipient: Address): Feed {
  async function listOf(validator: string, skip: number): Promise<Listed | undefined> {
    const select = { by: 'Basis', recipient, tokenIds: [], skip, limit: STRETCH } as const;
    const result = await ground.asker.ask(validator, { type: 'GetCertificates', select });
    return result?.type === 'Certificates' ? { ...result, validator } : undefined;
  }
  return {
    async read(place = '0') {
      const [count, given = ''] = place.split('@', 2);
      const skip = Number(readInteger(count, CURSOR, BigInt(Number.MAX_SAFE_INTEGER)));
      const names = nodeNamesOf(ground.committee().members);
      const active = names.filter(ground.isActive);
      const [asked, needed] = active.includes(given)
        ? [[given], 1]
        : [active, quorumSize(names.length)];
      const heard = await firstOf(
        asked.map((validator) => listOf(validator, skip)),
        needed,
      );
      if (heard.length < needed) {
        throw new RestFailure(503, 'SERVICE_UNAVAILABLE', 'too few validators gave an answer');
      }
      const { validator, certificates, pruned = [] } = heard.reduce(knowsMore);
      const isEnd = certificates.length + pruned.length < STRETCH;
      return {
        place: `${skip}@${validator}`,
        certificates: certificates.toReversed(),
        next: isEnd ? undefined : `${skip + STRETCH}@${validator}`,
      };
    },
  };
}

interface Listed extends Certificates {
  readonly validator: string;
}

/** Resolves with the first answers, once there are so many; with fewer if there are no more. */
function firstOf<T>(
  asked: readonly Promise<T | undefined>[],
  needed: number,
): Promise<readonly T[]> {
  const heard: T[] = [];
  let open = asked.length;
  return new Promise((resolve, reject) => {
    if (open === 0) resolve(heard);
    for (const each of asked) {
      each.then((answer) => {
        open -= 1;
        if (answer !== undefined) heard.push(answer);
        if (heard.length >= needed || open === 0) resolve(heard.slice(0, needed));
      }, reject);
    }
  });
}

// In a stretch that is full, a validator that lacks a payment has an older one in its place.
function knowsMore(a: Listed, b: Listed): Listed {
  const more = countOf(b) - countOf(a);
  return more > 0 || (more === 0 && timesOf(b) > timesOf(a)) ? b : a;
}

function countOf({ certificates, pruned = [] }: Listed): number {
  return certificates.length + pruned.length;
}

function timesOf({ certificates }: Listed): bigint {
  return certificates.reduce(
    (sum, { envelope }) => sum + factsOf(envelope.transaction).transaction.timestampNanos,
    0n,
  );
}
