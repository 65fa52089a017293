import type { Response } from '@quorate/core';
import type { CommitteeBook } from '../oracles/committee-book.ts';
import type { GivenSignature, Settled, Start, ValidatorStep } from '../oracles/oracle.ts';
import { createNonceShapes } from './nonce-shapes.ts';
import { createQuorumShapes } from './quorum-shapes.ts';
import { answerShapes, settlementShape, startShape } from './step-shapes.ts';

/**
 * Collects the abstract states that a run goes through, so that a search recognises what is new.
 *
 * A shape is a short text without names, amounts, times and bytes: runs that differ only in those
 * have the same shapes. Like situations, shapes concern correct validators.
 */
export interface Shapes {
  afterStep(step: ValidatorStep): void;
  afterSigning(signature: GivenSignature): void;
  afterSettlement(settled: Settled): void;
  afterStart(start: Start): void;
  /** Takes note that a correct proxy has answered. */
  answered(response: Response): void;
  /** Gives every shape once, in no particular order. */
  seen(): ReadonlySet<string>;
}

/** Creates the shapes of a run in which nothing has happened. */
export function createShapes(committees: Pick<CommitteeBook, 'running' | 'of'>): Shapes {
  const seen = new Set<string>();
  const nonces = createNonceShapes(committees.running().members.length);
  const quorums = createQuorumShapes(committees);

  function note(shape: string | undefined): void {
    if (shape !== undefined) seen.add(shape);
  }

  return {
    afterStep(step) {
      for (const { table, key, value } of step.changes) {
        if (table !== 'account' || value === undefined) continue;
        for (const shape of nonces.locked(step.validator, key, value)) seen.add(shape);
      }
      for (const shape of answerShapes(step)) seen.add(shape);
    },
    afterSigning: (signature) => note(nonces.signed(signature)),
    afterSettlement(settled) {
      note(settlementShape(settled));
      note(nonces.settled(settled));
      for (const shape of quorums.settled(settled)) seen.add(shape);
    },
    afterStart: (start) => note(startShape(start)),
    answered({ result }) {
      if (result.type !== 'Rejected') return;
      const { code, rule } = result.rejection;
      seen.add(`refused ${code} (${rule})`);
    },
    seen: () => seen,
  };
}
