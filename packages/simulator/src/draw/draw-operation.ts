import type { Stream } from '@quorate/network';
import { bytesToHex } from '@quorate/protocol';
import type { ScenarioClient, ScenarioCluster } from '../scenario/scenario.ts';
import type { OperationStep } from '../scenario/step.ts';
import type { DrawnOperation } from '../scenario/swarm/swarm.ts';
import { someOf, weighted, wholeIn } from './dice.ts';
import { drawAmount } from './draw-amount.ts';

/** The labels of what clients create. */
export interface Goods {
  readonly tokens: readonly string[];
  readonly terms: readonly string[];
  readonly jobs: readonly string[];
}

/** Who does something, and with whom. */
export interface Person {
  readonly client: ScenarioClient;
  readonly cluster: ScenarioCluster;
  readonly goods: Goods;
}

/** What is one operation, or several of one family. */
export type Single = Exclude<DrawnOperation, 'batch' | 'wait'>;

type Draws = { readonly [K in Single]: (stream: Stream, person: Person) => OperationStep };

/** Draws one operation; where there is nothing to do it with, a payment. */
export function drawOperation(kind: Single, stream: Stream, person: Person): OperationStep {
  return DRAWS[kind](stream, person);
}

const DRAWS: Draws = {
  pay,
  token: (stream, person) => {
    const { tokens } = person.goods;
    if (tokens.length === 0) return pay(stream, person);
    const own = tokens.filter((token) => token.startsWith(`${person.client.name}-`));
    // Most can do more with what they created than with what others did.
    const token = stream.pick(stream.chance(0.5) && own.length > 0 ? own : tokens);
    const to = stream.pick(namesOf(person));
    const amount = drawAmount(stream, 100n);
    switch (weighted(stream, { pay: 5, mint: 3, burn: 2, manage: 2 })) {
      case 'pay':
        return { op: 'pay', to, amount, token };
      case 'mint':
        return { op: 'mint', token, to, amount };
      case 'burn':
        return { op: 'burn', token, amount };
      case 'manage': {
        const [add, remove] = [[to], [stream.pick(namesOf(person))]];
        const rest = { admin: undefined, name: undefined, update: undefined };
        return { op: 'manage-token', token, add, remove, ...rest };
      }
    }
  },
  state: (stream) => {
    const [key, from, to] = [stream.pick(CELLS), stream.pick(STATES), stream.pick(STATES)];
    switch (weighted(stream, { set: 4, update: 3, reset: 1 })) {
      case 'set':
        return { op: 'set-state', key, to };
      case 'update':
        return { op: 'update-state', key, from, to };
      case 'reset':
        return { op: 'reset-state', key, to };
    }
  },
  escrow: (stream, person) => {
    const { jobs } = person.goods;
    if (jobs.length === 0) return pay(stream, person);
    const job = stream.pick(jobs);
    const deliverable = stream.pick(STATES);
    const op = stream.pick(['escrow-submit', 'escrow-complete', 'escrow-reject'] as const);
    return op === 'escrow-submit' ? { op, job, deliverable } : { op, job };
  },
  claim: (stream, person) => {
    const verifiers = someOf(stream, namesOf(person));
    const signers = verifiers.filter(() => stream.chance(0.8));
    // A claim that lacks signatures for good would block its sender for good.
    const quorum = wholeIn(stream, { least: 0, greatest: signers.length });
    const data = Uint8Array.from({ length: 8 }, () => stream.below(256));
    return { op: 'claim', data, verifiers, signers, quorum };
  },
  committee: (stream) => ({ op: stream.pick(['join-committee', 'leave-committee'] as const) }),
};

/** Few, so that clients come back to them. */
const CELLS = [cell('a'), cell('b')];
const STATES = [cell(''), cell('x'), cell('y')];

function cell(text: string): string {
  return bytesToHex(new TextEncoder().encode(text)).padEnd(64, '0');
}

function pay(stream: Stream, { client, cluster }: Person): OperationStep {
  const to = stream.pick([...cluster.clients, ...cluster.accounts]).name;
  return { op: 'pay', to, amount: drawAmount(stream, client.balance), token: undefined };
}

function namesOf({ cluster }: Person): readonly string[] {
  return cluster.clients.map(({ name }) => name);
}
