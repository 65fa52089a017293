import { createValidatorNode, type Node, type ValidatorNodeOptions } from '@quorate/actors';
import { keyringOf, VALIDATOR_RULES, type ValidatorState } from '@quorate/core';
import { createMemoryStore } from '@quorate/storage';
import type { TakeRole, ValidatorAct } from '../../scenario/byzantine/validator-act.ts';
import { actorOf } from '../../world/links.ts';
import type { Parties } from '../../world/parties.ts';
import { type BentGround, createBentNode } from '../bent-node.ts';
import { validatorBend } from './bends.ts';
import type { ValidatorStage } from './stage.ts';
import { takeRole } from './take-role.ts';

/** Creates a validator that does these things wrong and everything else right. */
export function createByzantineValidator(
  options: ValidatorNodeOptions,
  acts: readonly ValidatorAct[],
  ground: BentGround & { readonly parties: Parties },
): Node<ValidatorState> {
  const { onStep: _, ...unwatched } = options;
  const { name, ports, signer, verifier, rules = VALIDATOR_RULES } = unwatched;
  const { keys = keyringOf(signer) } = unwatched;
  for (const act of acts) if (isRole(act)) startRole(act, unwatched, ground);
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
      return acts.flatMap((act) => (isRole(act) ? [] : [validatorBend(act, stage, ground)]));
    },
  });
}

function isRole(act: ValidatorAct): act is TakeRole {
  return act.act === 'take-role';
}

/** Sets the moment at which a validator uses its key as nobody may. */
function startRole(
  { id, moment, role }: TakeRole,
  { name, signer, ports, genesis, rules = VALIDATOR_RULES }: ValidatorNodeOptions,
  { clock, parties, moments, acts }: BentGround & { readonly parties: Parties },
): void {
  const { networkId, committee } = genesis;
  moments.when(moment ?? { kind: 'time', at: 0n }, () => {
    acts.acted(id);
    takeRole(role, {
      name: actorOf(name, id),
      signer,
      stranger: parties.signer(`stranger/${name}`),
      transport: ports.transport,
      clock,
      networkId,
      validators: committee.members.map(({ validator }) => parties.nameOf(validator.address)),
      quorum: rules.quorum(committee.members.length),
    });
  });
}
