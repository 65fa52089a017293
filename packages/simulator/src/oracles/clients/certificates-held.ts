import { type Certificates, type GetCertificates, type Ledger, nonceKey } from '@quorate/core';
import { factsOf, type TransactionId } from '@quorate/protocol';
import { isAskedFor } from '../following/certificates-told.ts';
import {
  creditsOf,
  EVERYTHING,
  type Place,
  type Places,
  type SettledLists,
  updatesOf,
} from '../following/settled-lists.ts';
import { madeBy } from '../model/dependencies.ts';
import { isOver } from '../model/job-rank.ts';
import type { Asked } from '../oracle.ts';

type Select = GetCertificates['select'];
type Selection<By extends Select['by']> = Extract<Select, { readonly by: By }>;

/** The certificates that a validator shows, the question, and what it has settled. */
interface Shown {
  readonly validator: string;
  readonly asked: Asked<GetCertificates>;
  readonly result: Certificates;
  /** Its ledger when it answers. */
  readonly ledger: Ledger;
  readonly lists: SettledLists;
}

/**
 * Says what is wrong with the certificates that a validator shows; undefined when nothing is (rules
 * P6, P7). Each must be settled there (or be the tombstone of one) and be asked for; none may be
 * missing that was settled when the question came; and a list must begin and end where it was asked
 * to.
 */
export function heldFault(shown: Shown): string | undefined {
  const { asked, result, ledger } = shown;
  const { select } = asked.query;
  const held = placesIn(result);
  const stray = held.find(({ place, id }) => ledger.settled.get(keyOf(place)) !== id);
  if (stray !== undefined) return `a certificate ${at(stray.place)} that it has not settled`;
  const isList = select.by === 'Basis' || select.by === 'Sequence';
  const isStrange =
    !isList &&
    result.certificates.some(({ envelope }) => !isAskedFor(select, factsOf(envelope.transaction)));
  if (isStrange) return 'a certificate that was not asked for';
  const keys = new Set(held.map(({ place }) => keyOf(place)));
  if (keys.size < held.length) return 'a certificate twice';
  if (select.by === 'Sender') return listFault(select, held, asked.ledger);
  const owed = owedTo(shown).filter((place) => place !== undefined);
  const lacking = owed.find((place) => !keys.has(keyOf(place)));
  if (lacking !== undefined) return `no certificate ${at(lacking)}`;
  const isEmpty = keys.size === 0 && isOwedAny(select, asked.ledger);
  if (isEmpty) return 'no certificate where there is one';
  return beyond(shown, keys);
}

interface Held {
  readonly place: Place;
  readonly id: TransactionId;
}

// The tombstone of a pruned certificate counts as the certificate.
function placesIn({ certificates, pruned = [] }: Certificates): readonly Held[] {
  return [
    ...certificates.map(({ envelope }) => {
      const { id, transaction } = factsOf(envelope.transaction);
      return { place: transaction, id };
    }),
    ...pruned.map((trace) => ({ place: trace, id: trace.transactionId })),
  ];
}

function listFault(
  { sender, fromNonce, limit }: Selection<'Sender'>,
  held: readonly Held[],
  { account }: Ledger,
): string | undefined {
  const end = fromNonce + BigInt(limit);
  const nonces = new Set(held.map(({ place }) => place.nonce));
  const other = held.find(
    ({ place }) => place.sender !== sender || place.nonce < fromNonce || place.nonce >= end,
  );
  if (other !== undefined) return `a certificate ${at(other.place)} that was not asked for`;
  const next = account.get(sender)?.nextNonce ?? 0n;
  for (let nonce = fromNonce; nonce < next && nonce < end; nonce += 1n) {
    if (!nonces.has(nonce)) return `no certificate ${at({ sender, nonce })}`;
  }
  return undefined;
}

/** Gives what was asked for and had settled when the question came. */
function owedTo(shown: Shown): Places {
  const { validator, asked, lists } = shown;
  const { query, ledger } = asked;
  const { select } = query;
  switch (select.by) {
    case 'Id': {
      const place = lists.placeOf(select.transactionId);
      const isHeld = place && ledger.settled.get(keyOf(place)) === select.transactionId;
      return isHeld ? [place] : [];
    }
    case 'Dependency':
      return [madeBy(select.dependency, ledger)];
    case 'Basis':
      return basisOf(select, shown, 'least');
    case 'Sequence': {
      const from = Number(select.from);
      const to = Math.min(from + select.limit, ledger.settled.size);
      return lists.of(validator, EVERYTHING).slice(from, Math.max(from, to));
    }
    default:
      return [];
  }
}

/**
 * Gives the basis of an account: the newest certificates that credited it, and the newest that
 * updated these tokens. The validator read them at some time between question and answer.
 */
function basisOf(
  { recipient, tokenIds, skip, limit }: Selection<'Basis'>,
  { validator, asked, ledger, lists }: Shown,
  bounds: 'least' | 'most',
): Places {
  const newest = (list: string, count: (of: Ledger) => number) => {
    const [from, to] = [count(asked.ledger), count(ledger)].map((each) => Math.max(each - skip, 0));
    const [first = 0, last = 0] = bounds === 'least' ? [to, from] : [from, to];
    return lists.of(validator, list).slice(Math.max(first - limit, 0), last);
  };
  const credits = newest(
    creditsOf(recipient),
    ({ account }) => account.get(recipient)?.creditCount ?? 0,
  );
  const updates = tokenIds.map((id) =>
    newest(updatesOf(id), ({ token }) => Number(token.get(id)?.description?.updateCount ?? 0n)),
  );
  return [...credits, ...updates.flat()];
}

/** Tells whether there is such a certificate, although its identity is unknown. */
function isOwedAny(select: Select, { job }: Ledger): boolean {
  if (select.by === 'Decision') {
    return isOver(job.get(select.jobId)?.status);
  }
  if (select.by !== 'Dependency' || select.dependency.kind !== 'EscrowSubmit') return false;
  return job.get(select.dependency.id)?.deliverable !== undefined;
}

// For a basis it is known exactly which certificates belong to it.
function beyond(shown: Shown, keys: ReadonlySet<string>): string | undefined {
  const { select } = shown.asked.query;
  if (select.by === 'Sequence') {
    return keys.size > select.limit ? 'more certificates than were asked for' : undefined;
  }
  if (select.by !== 'Basis') return undefined;
  const most = basisOf(select, shown, 'most');
  if (most.includes(undefined)) return undefined;
  const known = new Set(most.map((place) => keyOf(place as Place)));
  const isMore = [...keys].some((key) => !known.has(key));
  return isMore ? 'a certificate that the account does not rest on' : undefined;
}

function keyOf({ sender, nonce }: Place): string {
  return nonceKey(sender, nonce);
}

function at({ nonce }: Place): string {
  return `at nonce ${nonce}`;
}
