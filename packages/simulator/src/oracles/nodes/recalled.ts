import type { ClientState, ProxyState, ValidatorState } from '@quorate/core';
import { factsOf, type TransactionCertificate } from '@quorate/protocol';
import { isOpen } from '../following/refusal-kinds.ts';
import { envelopeText } from '../following/written-out.ts';

/**
 * What a node must remember when it restarts, one line for each thing: its kind, then which one.
 */
export interface Recalled {
  /** Must be there, and nothing else of these kinds. */
  readonly exactly: readonly string[];
  /** Must be there; the store may hold more. */
  readonly atLeast: readonly string[];
  /** May be there. */
  readonly atMost: readonly string[];
}

/**
 * Lists this for a proxy: the committee that it follows, incomplete transactions, what it drives
 * and with which certificate, and its final refusals.
 */
export function recalledByProxy(state: ProxyState): Recalled {
  const { committees, incomplete, submissions, refused } = state;
  const exactly = [`epochs ${committees.map(({ epoch }) => epoch).join(' ')}`];
  for (const [id, { envelope, since, openedBy }] of incomplete)
    exactly.push(`incomplete ${id} ${since} ${openedBy} ${envelopeText(envelope)}`);
  const atMost: string[] = [];
  for (const { facts, phase, certificate } of submissions.values()) {
    const line = `drives ${facts.id} ${signersOf(certificate)}`;
    // A transaction that is only being checked was not sent to anybody for signing. A certificate
    // that validators showed can be shown again.
    if (phase === 'signing') exactly.push(line);
    if (phase === 'settling') atMost.push(line);
  }
  // If the store still held the refusal of a transaction that is driven after all, a duplicate
  // would be refused for good.
  for (const { transactionId, client, requestId, rejection } of refused) {
    if (isOpen(rejection)) continue;
    exactly.push(`refused ${transactionId} ${client} ${requestId} ${rejection.code}`);
  }
  return { exactly, atMost, atLeast: [] };
}

/**
 * Lists this for a client: its next nonce, the committee that it follows, and what is in flight.
 */
export function recalledByClient({ committees, nextNonce, inFlight }: ClientState): Recalled {
  const epochs = committees.map(({ epoch }) => epoch).join(' ');
  const exactly = [`nonce ${nextNonce}`, `epochs ${epochs}`];
  if (inFlight === undefined) return { exactly, atLeast: [], atMost: [] };
  const { envelope, witnesses } = inFlight;
  exactly.push(`signed ${factsOf(envelope.transaction).id} ${envelopeText(envelope)}`);
  return {
    exactly,
    atLeast: witnesses.map((each) => `witness ${signersOf(each)}`),
    atMost: [],
  };
}

/**
 * Lists this for a validator between epochs: the epoch whose locks it holds, whether it has fixed
 * its snapshot of that epoch, and what has settled too late for a snapshot.
 */
export function recalledByValidator({ handover }: ValidatorState): Recalled {
  const { served, isFrozen, late, unshown } = handover;
  const exactly = [`served ${served}`, `frozen ${isFrozen}`];
  for (const key of late.keys()) exactly.push(`late ${key}`);
  for (const key of unshown.keys()) exactly.push(`unshown ${key}`);
  return { exactly, atLeast: [], atMost: [] };
}

/** Finds something wrong with what a store gives back; undefined when nothing is. */
export function forgottenOf(held: Recalled, given: Recalled): string | undefined {
  const missing = firstBut(held.exactly, given.exactly);
  if (missing !== undefined) return missing;
  const stale = firstBut([...given.exactly, ...given.atMost], [...held.exactly, ...held.atMost]);
  return stale ?? firstBut(held.atLeast, given.atLeast);
}

function firstBut(lines: readonly string[], others: readonly string[]): string | undefined {
  const known = new Set(others);
  return lines.find((line) => !known.has(line));
}

function signersOf(certificate: TransactionCertificate | undefined): string {
  if (certificate === undefined) return 'without certificate';
  const id = factsOf(certificate.envelope.transaction).id;
  return `${id} ${certificate.signatures.flat().join(' ')}`;
}
