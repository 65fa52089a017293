import type { Token } from '@quorate/core';
import { applyOnPaper } from './admission/operation-opinions.ts';
import { type Described, paperOver } from './admission/paper.ts';
import type { OracleContext, Settled } from './oracle.ts';
import { isLike } from './written-record.ts';

/**
 * Names a record of a token, a cell, terms or a job that a transaction has left otherwise than all of its
 * operations say, one after the other; undefined where there is none. What moves is another matter.
 */
export function strayRecord(
  { facts, transaction, before, after }: Settled,
  { verifier }: Pick<OracleContext, 'verifier'>,
): string | undefined {
  const paper = paperOver(before);
  // Nothing that operations do hangs on committees.
  const state = { ledger: before, committees: [] };
  for (const [index, operation] of transaction.operations.entries()) {
    applyOnPaper(operation, { paper, facts, index, verifier, state });
  }
  const { token, cell, config, job } = paper;
  const stray =
    firstOf(token, (key, { description }) => isDescribed(after.token.get(key), description)) ??
    firstOf(cell, (key, held) => after.cell.get(key) === held) ??
    firstOf(config, (key, { tokenId, evaluator, minEvaluatorFee }) =>
      isLike(after.config.get(key), { tokenId, evaluator, minEvaluatorFee }),
    ) ??
    firstOf(job, (key, held) => isLike(after.job.get(key), { ...held }));
  return stray && `the record ${stray}`;
}

function firstOf<V>(
  sheet: { written(): Iterable<readonly [string, V]> },
  isKept: (key: string, value: V) => boolean,
): string | undefined {
  for (const [key, value] of sheet.written()) if (!isKept(key, value)) return key;
  return undefined;
}

function isDescribed(token: Token | undefined, described: Described | undefined): boolean {
  if (described === undefined) return token?.description === undefined;
  const { admin, updateCount, mints } = described;
  const held = new Set(token?.description?.mints);
  return (
    isLike(token?.description, { admin, updateCount }) &&
    held.size === mints.length &&
    mints.every((mint) => held.has(mint))
  );
}
