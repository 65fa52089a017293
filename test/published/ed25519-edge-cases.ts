import { readFileSync } from 'node:fs';
import { loadEd25519 } from '@quorate/crypto';
import { hexToBytes } from '@quorate/protocol';

interface EdgeCase {
  readonly number: number;
  readonly message: string;
  readonly pub_key: string;
  readonly signature: string;
  readonly accept: boolean;
}

/**
 * Checks rule V3 on every backend against published edge cases ("Taming the many EdDSAs").
 *
 * @param file JSON: `cases`, each with a number, the three byte strings in hex, and the verdict.
 * @returns how many cases it checked.
 * @throws Error that names the first case, and the backend, with another verdict.
 */
export function checkEd25519EdgeCases(file: string): number {
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as { cases: readonly EdgeCase[] };
  for (const backend of ['sodium', 'noble'] as const) {
    const ed25519 = loadEd25519(backend);
    for (const { number, message, pub_key, signature, accept } of cases) {
      const verdict = ed25519.verify(
        hexToBytes(signature),
        hexToBytes(message),
        hexToBytes(pub_key),
      );
      if (verdict === accept) continue;
      throw new Error(`Ed25519 edge case ${number} on ${backend}: expected accept = ${accept}`);
    }
  }
  return cases.length;
}
