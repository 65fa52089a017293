import { signatureFault } from '@quorate/core';
import { DecodeError, factsOf, type TransactionEnvelope } from '@quorate/protocol';
import type { OracleContext } from './oracle.ts';

type Verifier = OracleContext['verifier'];

// Messages are frozen, so an envelope that was good stays good wherever it turns up.
const good = new WeakMap<Verifier, WeakSet<TransactionEnvelope>>();

/** Says what is wrong with the signature of an envelope's sender, or of its signers, or nothing. */
export function forgeryIn(envelope: TransactionEnvelope, verifier: Verifier): string | undefined {
  const known = good.get(verifier) ?? new WeakSet();
  good.set(verifier, known);
  if (known.has(envelope)) return undefined;
  const fault = faultOf(envelope, verifier);
  if (fault === undefined) known.add(envelope);
  return fault;
}

function faultOf(
  { signature, transaction }: TransactionEnvelope,
  verifier: Verifier,
): string | undefined {
  try {
    return signatureFault(signature, factsOf(transaction), verifier);
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}
