import type { Result } from '@quorate/core';
import type { TransactionEnvelope } from '@quorate/protocol';
import type { NodeName } from '@quorate/transport';
import type { WorkloadEntry } from '../../scenario/scenario.ts';
import type { SendStep, SignStep, TransactionStep } from '../../scenario/steps/step.ts';
import { directOf, userOf } from '../../world/links.ts';
import type { Parties } from '../../world/parties.ts';
import { askAlone } from '../../world/users/ask.ts';
import type { Labels } from '../../world/users/labels.ts';
import { signedTransfer } from '../../world/users/signed-transfer.ts';
import type { Writer } from '../../world/users/writer.ts';
import { type Ending, outcomeOf } from '../../world/verdict/ending.ts';
import { type Local, type Machine, type Sent, type Taken, withoutDisk } from './machine.ts';
import { collect, handOut, type Pools, type PoolsGround } from './pools.ts';

/** The state of the user of a client. */
export interface UserState {
  /** The index of the next step. */
  readonly next: number;
  /** The request that the user is waiting for, if any. */
  readonly open: { readonly requestId: string; readonly summary: string } | undefined;
  readonly ended: readonly (Ending & { readonly summary: string })[];
  readonly signed: Readonly<Record<string, TransactionEnvelope>>;
  readonly pools: Pools;
}

/** What exploring a user needs. */
export interface UserGround extends Omit<PoolsGround, 'name'> {
  readonly validators: readonly NodeName[];
  readonly parties: Parties;
  readonly labels: Labels;
  readonly writer: Writer;
}

const FRESH: UserState = { next: 0, open: undefined, ended: [], signed: {}, pools: {} };

/** Explores the user of a client: step after step; waits take no time. */
export function userMachine({ id, client, steps }: WorkloadEntry, ground: UserGround): Machine {
  const name = userOf(client);
  const hand = { ...ground, name: directOf(client) };

  /** Takes steps until one has to be waited for. */
  function goOn(before: UserState): Taken {
    const sent: Sent[] = [];
    let state = before;
    while (state.open === undefined) {
      const step = steps[state.next];
      if (step === undefined) break;
      const index = state.next;
      state = { ...state, next: index + 1 };
      if (step.op === 'transaction') state = { ...state, open: ask(step, index, sent) };
      else if (step.op === 'sign') state = sign(state, step);
      else if (step.op === 'send') state = send(state, step, sent);
    }
    return { local: withoutDisk(state), sent, observed: [], effects: 0 };
  }

  function ask(step: TransactionStep, index: number, sent: Sent[]): UserState['open'] {
    let open: UserState['open'];
    askAlone(step, {
      ...ground,
      client,
      begin: (summary) => {
        const requestId = `${id}:${index + 1}`;
        open = { requestId, summary };
        return requestId;
      },
      send: (to, message) => void sent.push({ from: name, to, message }),
    });
    return open;
  }

  function sign(state: UserState, step: SignStep): UserState {
    const envelope = signedTransfer(step, client, ground);
    return { ...state, signed: { ...state.signed, [step.as]: envelope } };
  }

  function send(state: UserState, step: SendStep, sent: Sent[]): UserState {
    const envelope = state.signed[step.transaction];
    if (envelope === undefined) return state;
    const receivers = { validators: step.validators, deliver: ground.validators };
    const handed = handOut(state.pools, envelope, receivers, hand);
    sent.push(...handed.sent);
    return { ...state, pools: handed.pools };
  }

  function close(state: UserState, result: Result): Taken {
    const summary = state.open?.summary ?? '';
    // Amounts would tell states apart that go on alike.
    const { shortfall: _, ...ending } = outcomeOf(result);
    const ended = [...state.ended, { summary, ...ending }];
    return goOn({ ...state, open: undefined, ended });
  }

  return {
    name,
    aliases: [hand.name],
    role: 'user',
    begin: () => goOn(FRESH),
    hear(local: Local, { to, message }) {
      const state = local.state as UserState;
      if (to === hand.name) {
        const { pools, sent } = collect(state.pools, message, hand);
        return { local: withoutDisk({ ...state, pools }), sent, observed: [], effects: 0 };
      }
      const isAwaited = message.type === 'Response' && message.requestId === state.open?.requestId;
      if (isAwaited) return close(state, message.result);
      return { local, sent: [], observed: [], effects: 0 };
    },
  };
}
