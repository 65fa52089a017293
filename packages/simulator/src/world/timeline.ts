import { followedBy, type Message, readableFacts, verifiedFacts } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import { clauseOf, type Naming } from '@quorate/network';
import { factsOf, type TransactionCertificate, type TransactionId } from '@quorate/protocol';
import type { CommitteeBook } from '../oracles/committee-book.ts';
import { quorumSize } from '../quorums.ts';
import type { CertificateReport } from '../run-result.ts';
import { quorumSettledAt } from './verdict/quorum-settled-at.ts';

/** Follows every certificate from signing to settlement, for the report. */
export interface Timeline {
  /** A message was sent by anyone; `at` is the time of the clock. */
  sent(message: Message, at: bigint): void;
  /** A validator settled a certificate for the first time; `at` is the time of the clock. */
  settled(validator: string, certificate: TransactionCertificate, at: bigint): void;
  reports(): readonly CertificateReport[];
  /** Lists the certificates that any validator settled, whatever became of that validator. */
  settledCertificates(): readonly TransactionCertificate[];
  /**
   * Lists the certificates that were sent, whether or not anybody is known to have settled them.
   */
  formedCertificates(): readonly TransactionCertificate[];
  /**
   * Gives when a certificate last settled anywhere, in nanoseconds since the start; 0 when none
   * did.
   */
  lastSettledAt(): bigint;
}

/** A certificate, and when it was first seen. */
interface Formed {
  readonly certificate: TransactionCertificate;
  readonly at: bigint;
}

interface Entry {
  readonly signedAt: bigint;
  /** Everything sent as a certificate of it, until one was settled. */
  readonly claimed: Formed[];
  settled: Formed | undefined;
  /** When each validator, a member or not, settled it, since the start; in that order. */
  readonly settledAt: Record<string, bigint>;
}

/** What a timeline needs to tell real certificates from false ones, and when its run began. */
export interface TimelineRules {
  readonly start: bigint;
  readonly committees: CommitteeBook;
  readonly verifier: Verifier;
}

/** Creates the timeline of a run. */
export function createTimeline(naming: Naming, options: TimelineRules): Timeline {
  const { start, committees, verifier } = options;
  const signed = new Map<TransactionId, bigint>();
  const entries = new Map<TransactionId, Entry>();

  function entryOf(certificate: TransactionCertificate, at: bigint): Entry {
    const { id } = factsOf(certificate.envelope.transaction);
    const known = entries.get(id);
    if (known !== undefined) return known;
    const entry: Entry = {
      signedAt: signed.get(id) ?? at,
      claimed: [],
      settled: undefined,
      settledAt: {},
    };
    entries.set(id, entry);
    return entry;
  }

  function claim(certificate: TransactionCertificate, at: bigint): Formed {
    const { claimed } = entryOf(certificate, at);
    const known = claimed.find((each) => each.certificate === certificate);
    if (known !== undefined) return known;
    const formed = { certificate, at };
    claimed.push(formed);
    return formed;
  }

  function isCertificate(certificate: TransactionCertificate): boolean {
    const rules = { committees: committees.all(), quorum: quorumSize, verifier };
    return verifiedFacts(certificate, rules) !== undefined;
  }

  // A settled certificate was verified by the validator; any other is verified when it is needed.
  function formedOf({ settled, claimed }: Entry): Formed | undefined {
    return settled ?? claimed.find(({ certificate }) => isCertificate(certificate));
  }

  return {
    sent(message, at) {
      if (message.type === 'SubmitCertificate') {
        const { certificate } = message;
        if (entryOf(certificate, at).settled === undefined) claim(certificate, at);
      }
      if (message.type !== 'SubmitTransaction') return;
      const id = readableFacts(message.envelope)?.id;
      if (id !== undefined && !signed.has(id)) signed.set(id, at);
    },
    settled(validator, certificate, at) {
      const entry = entryOf(certificate, at);
      entry.settled ??= claim(certificate, at);
      entry.settledAt[validator] ??= at - start;
    },
    reports() {
      const reports: CertificateReport[] = [];
      const begun = epochsIn(entries.values());
      const epochs = { ...committees, beganAt: (epoch: number) => begun.get(epoch) };
      for (const [id, entry] of entries) {
        const formed = formedOf(entry);
        if (formed === undefined) continue;
        const finalAt = quorumSettledAt(formed.certificate, entry.settledAt, epochs);
        reports.push(reportOf({ id, entry, formed, finalAt, start }, naming));
      }
      return reports;
    },
    settledCertificates: () =>
      [...entries.values()].flatMap(({ settled }) =>
        settled === undefined ? [] : [settled.certificate],
      ),
    formedCertificates: () =>
      [...entries.values()].flatMap((entry) => formedOf(entry)?.certificate ?? []),
    lastSettledAt() {
      let last = 0n;
      for (const { settledAt } of entries.values()) {
        const latest = Object.values(settledAt).at(-1) ?? 0n;
        if (latest > last) last = latest;
      }
      return last;
    },
  };
}

/**
 * Gives when each epoch after the first began, since the start: when the first validator settled
 * its change.
 */
function epochsIn(entries: Iterable<Entry>): ReadonlyMap<number, bigint> {
  const begun = new Map<number, bigint>();
  for (const { settled, settledAt } of entries) {
    const [at] = Object.values(settledAt);
    if (settled === undefined || at === undefined) continue;
    const next = followedBy(factsOf(settled.certificate.envelope.transaction).signingForm);
    const known = next && begun.get(next.epoch);
    if (next !== undefined && (known === undefined || at < known)) begun.set(next.epoch, at);
  }
  return begun;
}

interface Reported {
  readonly id: TransactionId;
  readonly entry: Entry;
  readonly formed: Formed;
  readonly finalAt: bigint | undefined;
  readonly start: bigint;
}

function reportOf(
  { id, entry, formed, finalAt, start }: Reported,
  naming: Naming,
): CertificateReport {
  const { nameOf } = naming;
  const { envelope, signatures } = formed.certificate;
  const { sender, nonce, operations } = factsOf(envelope.transaction).transaction;
  const client = nameOf(sender);
  return {
    transactionId: id,
    client,
    nonce,
    summary: `${client} ${clauseOf(operations, naming)}`,
    signers: signatures.map(([name]) => nameOf(name)).sort(byName),
    signedAt: entry.signedAt - start,
    certifiedAt: formed.at - start,
    finalAt,
    settledAt: entry.settledAt,
  };
}

// Numbers at the end compare as numbers: v2 comes before v10.
function byName(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
