import {
  type Keyring,
  stepValidator,
  type ValidatorMessage,
  type ValidatorRules,
  type ValidatorState,
} from '@quorate/core';
import type { Signer, Verifier } from '@quorate/crypto';
import type { Aside, Retrospect } from '../oracles/oracle.ts';
import { keyringFor, type Parties } from './parties.ts';

/** What is needed to ask validators on the side. */
export interface AsideGround {
  readonly parties: Parties;
  /** For how many epochs validators may have keys. */
  readonly epochs: number;
  readonly rules: ValidatorRules;
  /** Calls of the verifier are counted; questions on the side therefore use the witness. */
  readonly verifier: Verifier;
  readonly now: () => bigint;
  /** Told of a validator that a question breaks; who asked it goes on as if it had said nothing. */
  readonly onFailure: (validator: string, failure: unknown) => void;
}

/** As whom a validator is asked, and how many nanoseconds after the end of the run. */
interface Asked {
  readonly name: string;
  readonly own: Signer;
  readonly keys: Keyring;
  readonly later?: bigint | undefined;
}

const NO_KEYS: Keyring = { find: () => undefined };

/**
 * Creates the functions that ask validators in their actual or a hypothetical state, for oracles
 * that look back on a run. They have no effect on the run.
 */
export function createAsides({
  parties,
  epochs,
  rules,
  verifier,
  now,
  onFailure,
}: AsideGround): Pick<Retrospect, 'step' | 'look'> {
  function aside(before: ValidatorState, message: ValidatorMessage, asked: Asked): Aside {
    try {
      return stepped(before, message, asked);
    } catch (failure) {
      onFailure(asked.name, failure);
      return { state: before, results: [] };
    }
  }

  function stepped(
    before: ValidatorState,
    message: ValidatorMessage,
    { own, keys, later = 0n }: Asked,
  ): Aside {
    const { seat } = before.handover;
    const signer = (seat === undefined ? undefined : keys.find(seat)) ?? own;
    const env = { now: now() + later, signer, verifier, rules, keys };
    const input = { type: 'Message', from: 'judge', message } as const;
    const { state, effects } = stepValidator(before, input, env);
    const results = effects.flatMap((effect) => (effect.type === 'Reply' ? [effect.result] : []));
    return { state, results };
  }

  return {
    step: (name, state, message, later) =>
      aside(state, message, {
        name,
        own: parties.signer(name),
        keys: keyringFor(parties, name, epochs),
        later,
      }),
    look: (name, state, message) =>
      aside(state, message, { name, own: parties.signer('judge'), keys: NO_KEYS }),
  };
}
