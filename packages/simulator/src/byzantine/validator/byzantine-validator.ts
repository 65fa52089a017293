import { createValidatorNode, type Node, type ValidatorNodeOptions } from '@quorate/actors';
import { keyringOf, nodeNamesOf, VALIDATOR_RULES, type ValidatorState } from '@quorate/core';
import { createMemoryStore } from '@quorate/storage';
import type { CommitteeBook } from '../../oracles/committee-book.ts';
import type { Propose, TakeRole, ValidatorAct } from '../../scenario/byzantine/validator-act.ts';
import { actorOf } from '../../world/links.ts';
import type { Parties } from '../../world/parties.ts';
import { createQuorumAmong } from '../../world/quorum-among.ts';
import { type BentGround, createBentNode } from '../bent-node.ts';
import { scenarioNames } from '../reach.ts';
import { validatorBend } from './bends.ts';
import { propose } from './propose.ts';
import type { ValidatorStage } from './stage.ts';
import { takeRole } from './take-role.ts';

/** The surroundings of a Byzantine validator. */
export interface ValidatorGround extends BentGround {
  readonly parties: Parties;
  readonly committees: CommitteeBook;
}

/** Creates a validator that is honest except for these acts. */
export function createByzantineValidator(
  options: ValidatorNodeOptions,
  acts: readonly ValidatorAct[],
  ground: ValidatorGround,
): Node<ValidatorState> {
  const { onStep: _, ...unwatched } = options;
  const { name, ports, signer, verifier, rules = VALIDATOR_RULES } = unwatched;
  const { keys = keyringOf(signer) } = unwatched;
  for (const act of acts) if (isBeside(act)) startBeside(act, unwatched, ground);
  return createBentNode({
    name,
    transport: ports.transport,
    ground,
    build: (transport) => createValidatorNode({ ...options, ports: { ...ports, transport } }),
    bends: (honest, { say }) => {
      const stage: ValidatorStage = {
        name,
        parties: ground.parties,
        names: scenarioNames(ground.parties),
        networkId: options.genesis.networkId,
        clock: ports.clock,
        say,
        addressOf: (party) => ground.parties.signer(party).address,
        signerOf: ground.parties.signer,
        state: honest.state,
        env: () => {
          const seat = honest.state()?.handover.seat;
          const own = seat === undefined ? undefined : keys.find(seat);
          return { now: ports.clock.now(), signer: own ?? signer, verifier, rules, keys };
        },
        another: (transport) =>
          createValidatorNode({
            ...unwatched,
            ports: { ...ports, transport, store: createMemoryStore() },
          }),
      };
      return acts.flatMap((act) => (isBeside(act) ? [] : [validatorBend(act, stage, ground)]));
    },
  });
}

function isBeside(act: ValidatorAct): act is TakeRole | Propose {
  return act.act === 'take-role' || act.act === 'propose';
}

/** Schedules the forbidden use of a validator's key, or of its operator's, beside the validator. */
function startBeside(
  act: TakeRole | Propose,
  { name, signer, ports, genesis, rules = VALIDATOR_RULES }: ValidatorNodeOptions,
  ground: ValidatorGround,
): void {
  const { parties, committees, moments, acts } = ground;
  moments.when(act.moment ?? { kind: 'time', at: 0n }, () => {
    acts.acted(act.id);
    const stage = {
      ...ground,
      name: actorOf(name, act.id),
      transport: ports.transport,
      networkId: genesis.networkId,
      quorumAmong: createQuorumAmong(committees, rules.quorum),
    };
    if (act.act === 'propose') return propose(act, { ...stage, validator: name });
    const validators = nodeNamesOf(committees.running().members);
    const stranger = parties.signer(`stranger/${name}`);
    return takeRole(act.role, { ...stage, signer, stranger, validators });
  });
}
