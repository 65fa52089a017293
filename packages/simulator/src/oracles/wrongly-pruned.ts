import {
  CERTIFICATE_PREFIX,
  type CertificateRow,
  isTombstone,
  type StoreWrite,
} from '@quorate/core';
import type { Address } from '@quorate/protocol';
import type { ValidatorStep } from './oracle.ts';

/**
 * Says what is wrong with how a step lets go of certificates; undefined where nothing is: there is a
 * trace of each, it names what has settled there, and the newest of every sender stay.
 */
export function wronglyPruned(step: ValidatorStep): string | undefined {
  for (const effect of step.observation.effects) {
    if (effect.type !== 'Persist') continue;
    for (const write of effect.writes) {
      const fault = write.key.startsWith(CERTIFICATE_PREFIX) ? faultOf(step, write) : undefined;
      if (fault !== undefined) return fault;
    }
  }
  return undefined;
}

function faultOf({ observation }: ValidatorStep, { key, value }: StoreWrite): string | undefined {
  if (value === undefined) return 'keeps no trace of a certificate';
  const row = value as CertificateRow;
  if (!isTombstone(row)) return undefined;
  const { settled, account } = observation.after.ledger;
  const place = key.slice(CERTIFICATE_PREFIX.length);
  if (settled.get(place) !== row.pruned) return 'keeps a trace of what has not settled there';
  const [sender, nonce = ''] = place.split('/');
  const { nextNonce = 0n } = account.get(sender as Address) ?? {};
  return BigInt(nonce) + 1n < nextNonce ? undefined : 'lets go of the newest of a sender';
}
