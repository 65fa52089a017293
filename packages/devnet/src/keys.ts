import { createHash } from 'node:crypto';

/** The name of the one proxy. */
export const PROXY = 'p1';

/** The names of the first accounts of a devnet, in order. */
const ACCOUNT_NAMES = [
  'alice',
  'bob',
  'carol',
  'dave',
  'erin',
  'frank',
  'grace',
  'heidi',
  'ivan',
  'judy',
] as const;

/**
 * Derives the secret key of a role from the seed of a devnet. Shape: 32 bytes.
 *
 * Anybody who knows the seed has all keys: they are only for tests.
 */
export function secretKeyOf(seed: string, role: string): Uint8Array {
  // The JSON array keeps ("ab", "c") and ("a", "bc") apart.
  return new Uint8Array(
    createHash('sha256')
      .update(JSON.stringify([seed, role]))
      .digest(),
  );
}

/** Derives the secret key of the operator account of a validator of a devnet. Shape: 32 bytes. */
export function operatorKeyOf(seed: string, validator: string): Uint8Array {
  return secretKeyOf(seed, operatorRole(validator));
}

/** Names the role of the operator account of a validator. */
export function operatorRole(validator: string): string {
  return `operator/${validator}`;
}

/** Names the accounts of a devnet: first names, then `account-11` and so on. */
export function accountNames(count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, index) => ACCOUNT_NAMES[index] ?? `account-${index + 1}`,
  );
}

/** Names the validators of a devnet: `v1`, `v2`, … */
export function validatorNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `v${index + 1}`);
}
