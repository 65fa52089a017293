import { createValidatorNode, type Node, type ValidatorNodeOptions } from '@quorate/actors';
import { keyringOf, VALIDATOR_RULES, type ValidatorState } from '@quorate/core';
import { createMemoryStore } from '@quorate/storage';
import type { ValidatorAct } from '../../scenario/byzantine/validator-act.ts';
import type { Parties } from '../../world/parties.ts';
import { type BentGround, createBentNode } from '../bent-node.ts';
import { validatorBend } from './bends.ts';
import type { ValidatorStage } from './stage.ts';

/** Creates a validator that does these things wrong and everything else right. */
export function createByzantineValidator(
  options: ValidatorNodeOptions,
  acts: readonly ValidatorAct[],
  ground: BentGround & { readonly parties: Parties },
): Node<ValidatorState> {
  const { onStep: _, ...unwatched } = options;
  const { name, ports, signer, verifier, rules = VALIDATOR_RULES } = unwatched;
  const { keys = keyringOf(signer) } = unwatched;
  return createBentNode({
    name,
    transport: ports.transport,
    ground,
    build: (transport) => createValidatorNode({ ...options, ports: { ...ports, transport } }),
    bends: (honest, { say }) => {
      const stage: ValidatorStage = {
        say,
        addressOf: (party) => ground.parties.signer(party).address,
        state: honest.state,
        env: () => ({ now: ports.clock.now(), signer, verifier, rules, keys }),
        another: (transport) =>
          createValidatorNode({
            ...unwatched,
            ports: { ...ports, transport, store: createMemoryStore() },
          }),
      };
      return acts.map((act) => validatorBend(act, stage, ground));
    },
  });
}
