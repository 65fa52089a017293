import { type Keyring, type Message, readableFacts } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import type { TransactionFacts } from '@quorate/protocol';
import type { NodeName } from '@quorate/transport';

/** Looks at what a validator of foreign code is asked to sign, and gives as its signature. */
export interface GivenSignatures {
  heard(from: NodeName, message: Message): void;
  /**
   * Checks that an answer which says that the validator has signed has its signature.
   *
   * @throws TypeError
   */
  check(to: NodeName, message: Message): void;
}

/**
 * Creates the look at one life of a validator.
 *
 * A proxy takes an answer without a valid signature for none at all. So a validator that signs
 * other bytes than everybody else would appear silent, and nobody would be told why.
 */
export function createGivenSignatures(keys: Keyring, verifier: Verifier): GivenSignatures {
  const asked = new Map<string, TransactionFacts>();
  const keyOf = (peer: NodeName, requestId: string): string => `${peer}\n${requestId}`;

  return {
    heard(from, message) {
      if (message.type !== 'SubmitTransaction') return;
      const facts = readableFacts(message.envelope);
      if (facts !== undefined) asked.set(keyOf(from, message.requestId), facts);
    },
    check(to, message) {
      if (message.type !== 'Response' || message.result.type !== 'Signed') return;
      const facts = asked.get(keyOf(to, message.requestId));
      // Nobody asked in this life, or with bytes that say nothing.
      if (facts === undefined) return;
      const { validator, signature } = message.result;
      if (keys.find(validator) === undefined) {
        throw new TypeError(`it sent a Signed as the validator ${validator}, whose key it lacks`);
      }
      if (verifier.verify(validator, facts.signingBytes, signature)) return;
      throw new TypeError(
        'it sent a Signed whose signature is not valid: a validator signs the signingBytes ' +
          `of what it was asked to sign, which is ${facts.id}`,
      );
    },
  };
}
