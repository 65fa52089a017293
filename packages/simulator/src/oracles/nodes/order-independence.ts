import type { Ledger } from '@quorate/core';
import type { TransactionCertificate } from '@quorate/protocol';
import { recordName, recordText } from '../model/record-name.ts';
import { settledAmong } from '../model/settled-among.ts';
import type { Oracle, OracleContext, Retrospect } from '../oracle.ts';
import { deliverAll } from './full-delivery.ts';
import { differingRecord } from './ledger-difference.ts';

/**
 * How many certificates are replayed, so that long runs stay cheap: the first ones that settled.
 */
const SAMPLE = 128;

/**
 * Replaying what has settled in a random order that respects dependencies gives the same ledger.
 *
 * What one validator has settled is replayed; `convergence` checks that all of them hold the same.
 * The replay runs without a seat: a member accepts certificates of an ended epoch only if it holds
 * the lock that they left (rule C8), and a replay has no locks. For a long run only the beginning
 * is replayed, once in the original order and once in another.
 */
export function orderIndependence(context: Pick<OracleContext, 'nameOf'>): Oracle {
  return {
    name: 'order-independence',
    kind: 'safety',
    atRest: (run) => {
      const [validator] = run.validators;
      if (validator === undefined) return undefined;
      const { name, delivered } = validator;
      const own = settledAmong(run.certificates, delivered.ledger);
      // What settled first anywhere had all its dependencies, so the beginning of the list is
      // complete.
      const sample = own.slice(0, SAMPLE);
      const isWhole = sample.length === own.length;
      const held = isWhole ? delivered.ledger : replay(run, name, sample);
      const shuffled = replay(run, name, run.shuffle(sample));
      const place = differingRecord(held, shuffled);
      if (place === undefined) return undefined;
      return {
        message: `what ${name} has settled gives another ledger in another order`,
        facts: {
          ...{ validator: name, record: recordName(place, context) },
          ...{ settled: recordText(held, place), replayed: recordText(shuffled, place) },
        },
      };
    },
  };
}

function replay(
  { fresh, look }: Retrospect,
  name: string,
  certificates: readonly TransactionCertificate[],
): Ledger {
  return deliverAll(fresh, certificates, (state, certificate) => {
    const message = { type: 'SubmitCertificate', requestId: 'replay', certificate } as const;
    return look(name, state, message).state;
  }).ledger;
}
