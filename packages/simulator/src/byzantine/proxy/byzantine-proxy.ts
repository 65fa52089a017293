import { createProxyNode, type Node, type ProxyNodeOptions } from '@quorate/actors';
import type { Bend } from '@quorate/byzantine';
import { type Committee, nodeNameOf, type ProxyState } from '@quorate/core';
import type { CommitteeBook } from '../../oracles/committee-book.ts';
import { quorumSize } from '../../quorums.ts';
import type {
  BendingProxyAct,
  ProxyAct,
  StaleCommittee,
} from '../../scenario/byzantine/proxy-act.ts';
import { type BentGround, createBentNode } from '../bent-node.ts';
import { proxyBend } from './bends.ts';

/** The surroundings of a Byzantine proxy. */
export interface ProxyGround extends BentGround {
  readonly committees: Pick<CommitteeBook, 'running'>;
}

/** Creates a proxy that is honest except for these acts. */
export function createByzantineProxy(
  options: ProxyNodeOptions,
  acts: readonly ProxyAct[],
  ground: ProxyGround,
): Node<ProxyState> {
  const { name, ports, signer, genesis } = options;
  const quorum = quorumSize(genesis.committee.members.length);
  const stale = acts.filter(isStaleCommittee);
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
    bends: (_honest, { say }) => [
      noticing(stale, ground),
      ...acts
        .filter((act): act is BendingProxyAct => !isStaleCommittee(act))
        .map((act) => proxyBend(act, { say, signer, quorum }, ground)),
    ],
  });
}

/**
 * Notes when the committee of a proxy begins to matter: with the first message that reaches it
 * while the true one is another.
 */
function noticing(
  stale: readonly StaleCommittee[],
  { acts, committees }: Pick<ProxyGround, 'acts' | 'committees'>,
): Bend {
  return {
    hear: (heard) => {
      for (const act of stale) if (!isTrue(act, committees.running())) acts.acted(act.id);
      return heard;
    },
  };
}

function isTrue(act: StaleCommittee, { epoch, members }: Committee): boolean {
  return (
    epoch === 0 && members.every(({ validator }) => act.members.includes(nodeNameOf(validator)))
  );
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
