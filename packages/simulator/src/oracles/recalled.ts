import type { ClientState, ProxyState, ValidatorState } from '@quorate/core';
import { factsOf, type TransactionCertificate } from '@quorate/protocol';
import { isOpen } from './client-promises.ts';
import { envelopeText } from './written-out.ts';

/** What a node has to know again when it comes up, one line for each thing: a word for what it is, then which. */
export interface Recalled {
  /** What has to be there, and nothing else. */
  readonly exactly: readonly string[];
  /** What has to be there; the store may hold more. */
  readonly atLeast: readonly string[];
  /** What may be there and need not. */
  readonly atMost: readonly string[];
}

/**
 * Lists it of a proxy: the committee that it follows, what lacks signatures, what it drives and with which
 * certificate, and whom it has refused for good.
 */
export function recalledByProxy(state: ProxyState): Recalled {
  const { committees, incomplete, submissions, refused } = state;
  const exactly = [`epochs ${committees.map(({ epoch }) => epoch).join(' ')}`];
  for (const [id, { envelope, since, openedBy }] of incomplete)
    exactly.push(`incomplete ${id} ${since} ${openedBy} ${envelopeText(envelope)}`);
  const atMost: string[] = [];
  for (const { facts, phase, certificate } of submissions.values()) {
    const line = `drives ${facts.id} ${signersOf(certificate)}`;
    // What is only checked, nobody was asked to sign. A certificate that validators showed they show again.
    if (phase === 'signing') exactly.push(line);
    if (phase === 'settling') atMost.push(line);
  }
  // A copy of what is asked for after all would be refused for good where the store still says so.
  for (const { transactionId, client, requestId, rejection } of refused) {
    if (isOpen(rejection)) continue;
    exactly.push(`refused ${transactionId} ${client} ${requestId} ${rejection.code}`);
  }
  return { exactly, atMost, atLeast: [] };
}

/** Lists it of a client: its next nonce, the committee that it follows, and what is in flight. */
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
 * Lists it of a validator between epochs: whose locks it holds, whether it has fixed its snapshot of that epoch, and
 * what has settled too late for a snapshot.
 */
export function recalledByValidator({ handover }: ValidatorState): Recalled {
  const { served, isFrozen, late, unshown } = handover;
  const exactly = [`served ${served}`, `frozen ${isFrozen}`];
  for (const key of late.keys()) exactly.push(`late ${key}`);
  for (const key of unshown.keys()) exactly.push(`unshown ${key}`);
  return { exactly, atLeast: [], atMost: [] };
}

/** Finds what is not as it should be among what a store gives back; undefined where all is. */
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
