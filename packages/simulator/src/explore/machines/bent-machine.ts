import { createBentTransport } from '@quorate/byzantine';
import type { Message } from '@quorate/core';
import { keyringOf, type ValidatorRules, type ValidatorState } from '@quorate/core';
import type { Signer, Verifier } from '@quorate/crypto';
import type { NetworkId } from '@quorate/protocol';
import type { Receive, Transport } from '@quorate/transport';
import { scenarioNames } from '../../byzantine/reach.ts';
import { validatorBend } from '../../byzantine/validator/bends.ts';
import type { ValidatorStage } from '../../byzantine/validator/stage.ts';
import type { BendingValidatorAct } from '../../scenario/byzantine/validator-act.ts';
import type { Parties } from '../../world/parties.ts';
import {
  type Failure,
  failureIn,
  type Local,
  type Machine,
  type Sent,
  type Taken,
} from './machine.ts';
import { unmoved } from './node-machine.ts';

/** What exploring a Byzantine validator needs. */
export interface BentMachineOptions {
  /** The node without its acts. */
  readonly honest: Machine;
  /** Acts that keep no memory of what they did. */
  readonly acts: readonly BendingValidatorAct[];
  readonly parties: Parties;
  readonly networkId: NetworkId;
  readonly signer: Signer;
  readonly verifier: Verifier;
  readonly rules: ValidatorRules;
  readonly now: bigint;
}

/** Puts the acts of a Byzantine validator between its node and the network, as in a run. */
export function bentMachine({ honest, acts, ...given }: BentMachineOptions): Machine {
  const { name, fire } = honest;
  const { parties, signer, verifier, rules, now } = given;
  // These variables have no meaning between two inputs: only the local state persists.
  let local: Local | undefined;
  let sent: Sent[] = [];
  let effects = 0;
  let failure: Failure | undefined;
  let receive: Receive<Message> | undefined;

  const outside: Transport<Message> = {
    attach: (_name, given) => {
      receive = given;
      return () => undefined;
    },
    send: (from, to, message) => void sent.push({ from, to, message }),
  };
  const bent = createBentTransport({ name, transport: outside, onArrival: () => undefined });
  bent.port.attach(name, (from, message) => {
    if (local === undefined) return;
    pass(honest.hear(local, { from, to: name, message }));
  });

  /** Lets the acts decide what becomes of what the honest node sends. */
  function pass(taken: Taken): void {
    local = taken.local;
    effects = taken.effects;
    failure = taken.failure;
    for (const each of taken.sent) bent.port.send(name, each.to, each.message);
  }

  function take(before: Local, deed: () => void): Taken {
    local = before;
    sent = [];
    effects = 0;
    failure = undefined;
    // An act also asks the rules of the core.
    const ofAct = failureIn(deed);
    failure = ofAct ?? failure;
    const taken = { local, sent, observed: [], effects };
    return failure === undefined ? taken : { ...taken, failure };
  }

  const stage: ValidatorStage = {
    name,
    parties,
    names: scenarioNames(parties),
    networkId: given.networkId,
    clock: { now: () => now },
    say: bent.say,
    addressOf: (party) => parties.signer(party).address,
    signerOf: parties.signer,
    state: () => local?.state as ValidatorState | undefined,
    env: () => ({ now, signer, verifier, rules, keys: keyringOf(signer) }),
    another: () => {
      throw new TypeError('an act with a second instance is not explored');
    },
  };
  const ground = {
    clock: { now: () => now },
    parties,
    moments: { when: () => undefined },
    acts: { acted: () => undefined },
  };
  bent.bend(acts.map((act) => validatorBend(act, stage, ground)));

  return {
    ...honest,
    begin: () => ({ ...honest.begin(), observed: [] }),
    hear(before, { from, message }): Taken {
      const hear = receive;
      return hear === undefined ? unmoved(before) : take(before, () => hear(from, message));
    },
    ...(fire === undefined
      ? {}
      : { fire: (before: Local, timer: string) => take(before, () => pass(fire(before, timer))) }),
  };
}
