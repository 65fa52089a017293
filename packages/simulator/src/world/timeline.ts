import { type Message, openEnvelope, quorumSize } from '@quorate/core';
import {
  type Address,
  factsOf,
  type Operation,
  type TransactionCertificate,
  type TransactionId,
  type VersionedTransaction,
} from '@quorate/protocol';
import type { CertificateReport } from '../run-result.ts';

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
export function createTimeline(nameOf: (address: Address) => string, validators: number): Timeline {
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
        ...describe(id, entry, nameOf),
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
  nameOf: (address: Address) => string,
): Pick<CertificateReport, 'transactionId' | 'client' | 'nonce' | 'summary' | 'signers'> {
  const { transaction } = certificate.envelope;
  const { sender, nonce } = factsOf(transaction).transaction;
  return {
    transactionId: id,
    client: nameOf(sender),
    nonce,
    summary: summarise(transaction, nameOf),
    signers: certificate.signatures.map(([name]) => nameOf(name)).sort(byName),
  };
}

/** Says in a clause what a transaction does, such as "alice pays bob 100". */
function summarise(versioned: VersionedTransaction, nameOf: (address: Address) => string): string {
  const { sender, operations } = factsOf(versioned).transaction;
  return `${nameOf(sender)} ${operations.map((operation) => clause(operation, nameOf)).join(', ')}`;
}

function clause(operation: Operation, nameOf: (address: Address) => string): string {
  switch (operation.kind) {
    case 'TokenTransfer':
      return `pays ${nameOf(operation.recipient)} ${operation.amount}`;
    case 'ExternalClaim':
      return `claims ${operation.claim.claimData.length / 2} bytes`;
    default:
      return operation.kind;
  }
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
