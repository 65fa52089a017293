import type { NodeName } from '@quorate/transport';
import type { Scenario } from '../../scenario/scenario.ts';
import { directOf } from '../links.ts';

/** A client's own connection to the proxy for a multisig account that it signs for. */
export interface Seat {
  readonly name: NodeName;
  readonly account: string;
}

/** Names a seat; it uses the links of its client. */
export function seatOf(client: string, account: string): NodeName {
  return `${directOf(client)}:for:${account}`;
}

/** Tells whether a node sends for an account: the client of that name, or a seat. */
export function sendsFor(node: NodeName, account: string): boolean {
  return node === account || node.endsWith(`:for:${account}`);
}

/** Lists the seats that a workload needs: one for each account for which a client acts. */
export function seatsOf({ workload }: Pick<Scenario, 'workload'>): readonly Seat[] {
  const seats = new Map<NodeName, Seat>();
  for (const { client, steps } of workload) {
    for (const step of steps) {
      if (step.op !== 'transaction' || step.from === undefined) continue;
      const name = seatOf(client, step.from);
      seats.set(name, { name, account: step.from });
    }
  }
  return [...seats.values()];
}
