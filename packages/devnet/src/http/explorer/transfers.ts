import { setImmediate } from 'node:timers/promises';
import { formatAddress } from '@quorate/protocol';
import { readAddress, readInteger } from '../rest/query.ts';
import type { RestGround } from '../rest/reads.ts';
import { invalidRequest } from '../rest/rest-failure.ts';
import type { Query } from '../rest/rest-response.ts';
import { type CreditGround, creditsOf, type Feed, sentBy } from './feeds.ts';
import { rowsOf, type TransferRow } from './transfer-rows.ts';

/** Where transfers are read. */
export interface TransferGround extends RestGround {
  readonly credits: CreditGround;
}

/** A page of transfers, newest first. */
export interface TransferPage {
  readonly transfers: readonly TransferRow[];
  readonly has_more: boolean;
  /** Asks for the next page; null if there is none. */
  readonly next_cursor: string | null;
}

/** The most transfers of a page, and how many there are if nobody says. */
export const PAGE_MAX = 100;
export const PAGE_DEFAULT = 50;

/** The order in which transfers are listed. */
export const ORDER = 'desc';

/**
 * How many stretches of a feed are read for one page: strangers can fill a feed with transactions
 * that give no row.
 */
const STRETCHES_MAX = 10;

/** Answers `GET /explorer/transfers`: what an account has paid, or was paid. */
export async function transfers(ground: TransferGround, query: Query): Promise<TransferPage> {
  const [from, to] = [readParty(query, 'from'), readParty(query, 'to')];
  const range = `1 to ${PAGE_MAX}`;
  const limit = readInteger(query('limit') ?? `${PAGE_DEFAULT}`, 'limit', BigInt(PAGE_MAX), range);
  if (limit < 1n) throw invalidRequest(`limit: expected ${range}`);
  if ((query('order') ?? ORDER) !== ORDER) throw invalidRequest(`order: expected ${ORDER}`);
  const feed = feedOf(ground, from, to);
  const texts = [from, to].map((party) => party && formatAddress(party));
  const isAsked = (row: TransferRow): boolean =>
    [row.from, row.to].every((party, index) => party === (texts[index] ?? party));
  return pageOf(feed, { limit: Number(limit), isAsked, ...readCursor(query('cursor')) });
}

function readParty(query: Query, name: 'from' | 'to') {
  const text = query(name);
  return text === undefined ? undefined : readAddress(text, name);
}

type Party = ReturnType<typeof readParty>;

function feedOf(ground: TransferGround, from: Party, to: Party): Feed {
  if (from !== undefined) return sentBy(ground, from);
  if (to !== undefined) return creditsOf(ground.credits, to);
  throw invalidRequest('query: expected from or to');
}

/** A place in a feed, and how many transfers were shown from there on. */
interface Cursor {
  readonly place: string | undefined;
  readonly shown: number;
}

interface Asked extends Cursor {
  readonly limit: number;
  readonly isAsked: (row: TransferRow) => boolean;
}

const CURSOR = /^(.+)\.(\d{1,6})$/;

function readCursor(text: string | undefined): Cursor {
  if (text === undefined) return { place: undefined, shown: 0 };
  const [, place, shown] = CURSOR.exec(text) ?? [];
  if (place !== undefined) return { place, shown: Number(shown) };
  throw invalidRequest('cursor: expected the next_cursor of a page');
}

async function pageOf(feed: Feed, { limit, isAsked, ...cursor }: Asked): Promise<TransferPage> {
  const page: TransferRow[] = [];
  let { place, shown } = cursor;
  for (let read = 1; ; read += 1) {
    const stretch = await feed.read(place);
    const rows = stretch.certificates.flatMap(rowsOf).filter(isAsked);
    const fresh = rows.slice(shown, shown + limit - page.length);
    page.push(...fresh);
    shown += fresh.length;
    if (shown < rows.length) return written(page, { place: stretch.place, shown });
    if (stretch.next === undefined) return written(page);
    place = stretch.next;
    shown = 0;
    if (read === STRETCHES_MAX) return written(page, { place, shown });
    // Nodes of one process answer each other without yielding, so other requests would have to
    // wait.
    await setImmediate();
  }
}

function written(transfers: readonly TransferRow[], next?: Cursor): TransferPage {
  const next_cursor = next === undefined ? null : `${next.place}.${next.shown}`;
  return { transfers, has_more: next !== undefined, next_cursor };
}
