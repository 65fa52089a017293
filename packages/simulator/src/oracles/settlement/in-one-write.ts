import type { Effect, StoreWrite } from '@quorate/core';
import { isPersist } from '../following/is-persist.ts';

/** The kinds of rows that settling writes, besides the account, which a lock changes too. */
const SETTLING: ReadonlySet<string> = new Set([
  'balance',
  'cell',
  'token',
  'settled',
  'update',
  'config',
  'job',
  'request',
  'committee',
  'claim',
  'signer',
  'certificate',
  'transaction',
  'sequence',
  'credit',
  'submit',
  'decision',
  'jobs',
]);

/**
 * Tells whether each settlement in a step is one write: nothing that settling writes is apart from
 * what has settled, and each has the certificate and its sender's account with it. A power cut
 * between two writes would leave half of it, such as a nonce without a certificate (rule S5).
 */
export function isEachInOneWrite(effects: readonly Effect<unknown>[]): boolean {
  return effects.filter(isPersist).every(({ writes }) => {
    const settled = writes.filter(({ key }) => kindOf(key) === 'settled');
    return settled.length === 0
      ? !writes.some(({ key }) => SETTLING.has(kindOf(key)))
      : settled.every(({ key }) => isComplete(key.slice(key.indexOf('/') + 1), writes));
  });
}

function isComplete(place: string, writes: readonly StoreWrite[]): boolean {
  const sender = place.slice(0, place.indexOf('/'));
  const keys = new Set(writes.map(({ key }) => key));
  return keys.has(`certificate/${place}`) && keys.has(`account/${sender}`);
}

function kindOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}
