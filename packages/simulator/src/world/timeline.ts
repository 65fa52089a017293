import { type Message, openEnvelope, quorumSize } from '@quorate/core';
import { factsOf, type TransactionCertificate, type TransactionId } from '@quorate/protocol';
import type { CertificateReport } from '../run-result.ts';
import { clauseOf, type Naming } from './clause.ts';

/** Follows every certificate from signing to settlement, for the report. */
export interface Timeline {
  /** A message was sent, by whomever. */
  sent(message: Message, at: bigint): void;
  /** A validator settled a certificate for the first time. */
  settled(validator: string, certificate: TransactionCertificate, at: bigint): void;
  reports(): readonly CertificateReport[];
  /** Lists the certificates that any validator settled, whatever became of that validator. */
  settledCertificates(): readonly TransactionCertificate[];
}

interface Entry {
  readonly certificate: TransactionCertificate;
  readonly signedAt: bigint;
  readonly certifiedAt: bigint;
  readonly settledAt: Record<string, bigint>;
}

/** Creates the timeline of a run; `validators` counts the committee. */
export function createTimeline(naming: Naming, validators: number): Timeline {
  const signed = new Map<TransactionId, bigint>();
  const entries = new Map<TransactionId, Entry>();

  function entryOf(certificate: TransactionCertificate, at: bigint): Entry {
    const { id } = factsOf(certificate.envelope.transaction);
    const known = entries.get(id);
    if (known !== undefined) return known;
    const entry: Entry = {
      certificate,
      signedAt: signed.get(id) ?? at,
      certifiedAt: at,
      settledAt: {},
    };
    entries.set(id, entry);
    return entry;
  }

  return {
    sent(message, at) {
      if (message.type === 'SubmitCertificate') entryOf(message.certificate, at);
      if (message.type !== 'SubmitTransaction') return;
      const { id } = factsOf(openEnvelope(message.envelope).transaction);
      if (!signed.has(id)) signed.set(id, at);
    },
    settled(validator, certificate, at) {
      const { settledAt } = entryOf(certificate, at);
      settledAt[validator] ??= at;
    },
    reports: () =>
      [...entries].map(([id, entry]) => ({
        ...describe(id, entry, naming),
        signedAt: entry.signedAt,
        certifiedAt: entry.certifiedAt,
        finalAt: finalAt(entry, quorumSize(validators)),
        settledAt: entry.settledAt,
      })),
    settledCertificates: () =>
      [...entries.values()].flatMap(({ certificate, settledAt }) =>
        Object.keys(settledAt).length === 0 ? [] : [certificate],
      ),
  };
}

function describe(
  id: TransactionId,
  { certificate }: Entry,
  naming: Naming,
): Pick<CertificateReport, 'transactionId' | 'client' | 'nonce' | 'summary' | 'signers'> {
  const { nameOf } = naming;
  const { sender, nonce, operations } = factsOf(certificate.envelope.transaction).transaction;
  return {
    transactionId: id,
    client: nameOf(sender),
    nonce,
    summary: `${nameOf(sender)} ${clauseOf(operations, naming)}`,
    signers: certificate.signatures.map(([name]) => nameOf(name)).sort(byName),
  };
}

function finalAt({ settledAt }: Entry, quorum: number): bigint | undefined {
  return Object.values(settledAt).sort(byTime)[quorum - 1];
}

function byTime(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

// Numbers at the end count as numbers: v2 comes before v10.
function byName(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
