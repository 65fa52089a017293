import type { StoreWrite } from '@quorate/core';
import { ESCROW_ROLES, isSameData } from '@quorate/protocol';
import { isOver } from '../model/job-rank.ts';
import { padded } from '../model/padded.ts';
import type { Settled } from '../oracle.ts';

/** The kinds of rows that lead to a certificate or to a job: the first part of a key. */
export const INDEX_KINDS = [
  'transaction',
  'sequence',
  'credit',
  'submit',
  'decision',
  'jobs',
] as const;

/** A kind of row that leads to a certificate or to a job. */
export type IndexKind = (typeof INDEX_KINDS)[number];

/** Tells whether rows of a kind, by the first part of their keys, lead to a certificate or a job. */
export function isIndexKind(kind: string): kind is IndexKind {
  return INDEX_KINDS.some((each) => each === kind);
}

/** The value of each row that is written, by its key; undefined for one that is deleted. */
type Rows = ReadonlyMap<string, unknown>;

/**
 * Gives the kind of a row that settlements do not write as they must: it is missing, leads
 * elsewhere, or is one too many. Undefined if there is none.
 */
export function wrongKind(
  settled: readonly Settled[],
  written: readonly StoreWrite[],
): IndexKind | undefined {
  const rows: Rows = new Map(written.map(({ key, value }) => [key, value]));
  const expected: Rows = new Map(settled.flatMap(rowsOf));
  const isRight = (key: string) =>
    rows.has(key) && expected.has(key) && isSameData(rows.get(key), expected.get(key));
  const wrong = [...expected.keys(), ...rows.keys()].filter((key) => !isRight(key));
  return INDEX_KINDS.find((kind) => wrong.some((key) => key.startsWith(`${kind}/`)));
}

type Row = readonly [key: string, value: unknown];

function rowsOf(settled: Settled): readonly Row[] {
  const { facts, transaction, before } = settled;
  const { sender, nonce, operations } = transaction;
  const origin = { sender, nonce };
  return [
    [`transaction/${facts.id}`, origin],
    [`sequence/${padded(before.settled.size)}`, origin],
    ...creditKeys(settled).map((key) => [key, origin] as const),
    ...operations.flatMap((operation): readonly Row[] =>
      operation.kind === 'Escrow' && operation.escrow.kind === 'Submit'
        ? [[`submit/${operation.escrow.jobId}`, origin]]
        : [],
    ),
    ...jobRows(settled, origin),
  ];
}

/** Names the entries that a settlement adds to credit lists, according to the account records. */
function creditKeys({ changes }: Settled): readonly string[] {
  return changes.flatMap((change) => {
    if (change.table !== 'account') return [];
    const { key, value, was } = change;
    const from = was?.creditCount ?? 0;
    const length = Math.max((value?.creditCount ?? 0) - from, 0);
    return Array.from({ length }, (_, index) => `credit/${key}/${padded(from + index)}`);
  });
}

// Client, provider and evaluator each have a row for the job under its status.
function jobRows({ changes }: Settled, origin: object): readonly Row[] {
  return changes.flatMap((change): readonly Row[] => {
    if (change.table !== 'job' || change.value?.status === change.was?.status) return [];
    const { key, value, was } = change;
    const under = (job: typeof value, row: true | undefined) =>
      job === undefined
        ? []
        : ESCROW_ROLES.map(
            (role) => [`jobs/${role}/${job[role]}/${job.status}/${key}`, row] as const,
          );
    const ending: readonly Row[] = isOver(value?.status) ? [[`decision/${key}`, origin]] : [];
    return [...under(was, undefined), ...under(value, true), ...ending];
  });
}
