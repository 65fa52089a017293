import { isSameData } from '@quorate/protocol';
import type { Asked, ValidatorStep } from '../oracle.ts';

/**
 * The lists that one validator was asked for and has not answered yet: it must read its disk first.
 */
export interface OpenQuestions {
  /** Adds the question that a step receives. */
  add(step: ValidatorStep): void;
  /**
   * Removes the question that an answer belongs to; undefined when it belongs to none, or to one of
   * several.
   */
  answered(from: string, requestId: string): Asked | undefined;
  /** The validator went down. */
  drop(): void;
}

interface Open {
  /** Undefined when different questions have the same id. */
  asked: Asked | undefined;
  /** How many copies of it wait for an answer: the network may duplicate it. */
  count: number;
}

/** Creates the memory of a validator that was not asked anything. */
export function createOpenQuestions(): OpenQuestions {
  const open = new Map<string, Open>();

  function take(from: string, query: Asked['query'], { observation }: ValidatorStep): void {
    const key = `${from} ${query.requestId}`;
    const known = open.get(key);
    if (known === undefined) {
      open.set(key, { asked: { query, ledger: observation.after.ledger }, count: 1 });
      return;
    }
    known.count += 1;
    if (!isSameData(known.asked?.query, query)) known.asked = undefined;
  }

  return {
    add(step) {
      const { input } = step.observation;
      if (input.type !== 'Message') return;
      const { from, message } = input;
      switch (message.type) {
        case 'GetAccountInfo':
        case 'GetCertificates':
        case 'GetEscrowJobs':
          take(from, message, step);
      }
    },
    answered(from, requestId) {
      if (open.size === 0) return undefined;
      const key = `${from} ${requestId}`;
      const known = open.get(key);
      if (known === undefined) return undefined;
      known.count -= 1;
      if (known.count === 0) open.delete(key);
      return known.asked;
    },
    drop() {
      open.clear();
    },
  };
}
