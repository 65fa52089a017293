import { createProxyNode, type Node, type ProxyNodeOptions } from '@quorate/actors';
import { type Committee, nodeNameOf, type ProxyState } from '@quorate/core';
import { quorumSize } from '../../quorums.ts';
import type {
  BendingProxyAct,
  ProxyAct,
  StaleCommittee,
} from '../../scenario/byzantine/proxy-act.ts';
import { type BentGround, createBentNode } from '../bent-node.ts';
import { proxyBend } from './bends.ts';

/** Creates a proxy that is honest except for these acts. */
export function createByzantineProxy(
  options: ProxyNodeOptions,
  acts: readonly ProxyAct[],
  ground: BentGround,
): Node<ProxyState> {
  const { name, ports, signer, genesis } = options;
  const quorum = quorumSize(genesis.committee.members.length);
  const stale = acts.filter(isStaleCommittee);
  for (const { id } of stale) ground.acts.acted(id);
  return createBentNode({
    name,
    transport: ports.transport,
    ground,
    build: (transport) =>
      createProxyNode({
        ...options,
        genesis: { ...genesis, committee: stale.reduce(withMembers, genesis.committee) },
        ports: { ...ports, transport },
      }),
    bends: (_honest, { say }) =>
      acts
        .filter((act): act is BendingProxyAct => !isStaleCommittee(act))
        .map((act) => proxyBend(act, { say, signer, quorum }, ground)),
  });
}

function isStaleCommittee(act: ProxyAct): act is StaleCommittee {
  return act.act === 'stale-committee';
}

/**
 * No change leads past this epoch, so a proxy that takes it for the current one follows none
 * (against P10).
 */
const LAST_EPOCH = Number.MAX_SAFE_INTEGER;

function withMembers({ members }: Committee, act: StaleCommittee): Committee {
  return {
    epoch: LAST_EPOCH,
    members: members.filter(({ validator }) => act.members.includes(nodeNameOf(validator))),
  };
}
