import {
  type Effect,
  isIncomplete,
  openEnvelope,
  type Result,
  readableFacts,
  type SubmitTransaction,
} from '@quorate/core';
import { type Address, factsOf, type Signature, type TransactionEnvelope } from '@quorate/protocol';
import type { Finding, Oracle, OracleContext, ProxyStep } from '../oracle.ts';
import { envelopeFault } from '../signing/certificate-valid.ts';

type Verifier = OracleContext['verifier'];

/**
 * What a correct proxy reports as incomplete lacks signatures, and has no invalid ones; what it has
 * validators sign lacks none. So an envelope whose sender signed it together with the verifier
 * signatures of its claim stays unchanged (rules P9 and V10).
 *
 * Our addition to ledger.md. If verifier signatures were added to such an envelope, its sender's
 * signature would no longer cover it, and the sender of a complete envelope would be told that it
 * is incomplete.
 */
export function partsSound({ verifier }: Pick<OracleContext, 'verifier'>): Oracle {
  // Messages are frozen, so an envelope that was complete once stays complete wherever it appears.
  const whole = new WeakSet<SubmitTransaction['envelope']>();

  function isWhole(given: SubmitTransaction['envelope']): boolean {
    if (whole.has(given)) return true;
    const facts = readableFacts(given);
    if (facts === undefined) return false;
    if (envelopeFault(openEnvelope(given), facts, verifier) !== undefined) return false;
    whole.add(given);
    return true;
  }

  function faultIn(effect: Effect<unknown>): string | undefined {
    if (effect.type === 'Send' && effect.message.type === 'SubmitTransaction') {
      return isWhole(effect.message.envelope) ? undefined : 'has validators sign what lacks some';
    }
    return effect.type === 'Reply' ? toldFault(effect.result, verifier) : undefined;
  }

  return {
    name: 'parts-sound',
    kind: 'safety',
    afterProxyStep: ({ node, observation: { effects } }: ProxyStep): Finding | undefined => {
      for (const effect of effects) {
        const fault = faultIn(effect);
        if (fault === undefined) continue;
        return { message: `of signatures, ${node} ${fault}`, facts: { proxy: node, fault } };
      }
      return undefined;
    },
  };
}

function toldFault(result: Result, verifier: Verifier): string | undefined {
  if (!isIncomplete(result)) return undefined;
  const { envelope } = result;
  if (envelopeFault(envelope, factsOf(envelope.transaction), verifier) === undefined) {
    return 'says that some are lacking where none are';
  }
  return areGenuine(envelope, verifier) ? undefined : 'tells some that are none';
}

/**
 * Tells whether each signature in an envelope is valid, whether or not they are enough (rules V3
 * and V10).
 */
function areGenuine({ transaction, signature }: TransactionEnvelope, verifier: Verifier): boolean {
  const facts = factsOf(transaction);
  const { signingBytes, submittedBytes } = facts;
  const hasSigned = (key: Address, given: Signature) =>
    verifier.verify(key, signingBytes, given) || verifier.verify(key, submittedBytes, given);
  const isOfVerifier = (key: Address, given: Signature) =>
    verifier.verify(key, signingBytes, given);
  const ofSender =
    signature.kind === 'Signature'
      ? hasSigned(facts.transaction.sender, signature.signature)
      : signature.signatures.every(([key, given]) => hasSigned(key, given));
  return (
    ofSender &&
    facts.transaction.operations.every(
      (operation) =>
        operation.kind !== 'ExternalClaim' ||
        operation.signatures.every(({ verifierAddr, sig }) => isOfVerifier(verifierAddr, sig)),
    )
  );
}
