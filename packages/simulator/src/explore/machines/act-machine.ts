import type { Message } from '@quorate/core';
import type { TransactionEnvelope } from '@quorate/protocol';
import type { Receive, Transport } from '@quorate/transport';
import {
  type ClientGround,
  startByzantineClient,
} from '../../byzantine/client/byzantine-client.ts';
import type { ClientAct } from '../../scenario/byzantine/client-act.ts';
import { actorOf } from '../../world/links.ts';
import { type Machine, type Sent, type Taken, withoutDisk } from './machine.ts';

/** The state of an act: everything that it has received, for it depends on nothing else. */
export interface ActState {
  readonly heard: readonly Sent[];
  readonly handed: readonly TransactionEnvelope[];
}

/**
 * What an act of a client needs in an exploration: everything that it has in a run, except how it
 * communicates.
 */
export type ActGround = Omit<ClientGround, 'transport' | 'moments' | 'acts'>;

/**
 * Explores one act of a Byzantine client with the code that performs it in a run: for each state,
 * the act is started anew and given everything that it has received so far.
 */
export function actMachine(client: string, act: ClientAct, ground: ActGround): Machine {
  const name = actorOf(client, act.id);

  function play(heard: readonly Sent[]): Taken {
    let sent: Sent[] = [];
    let receive: Receive<Message> | undefined;
    const transport: Transport<Message> = {
      attach: (_name, given) => {
        receive = given;
        return () => undefined;
      },
      send: (from, to, message) => void sent.push({ from, to, message }),
    };
    const begun = startByzantineClient(client, [act], {
      ...ground,
      transport,
      moments: { when: (_moment, deed) => deed() },
      acts: { acted: () => undefined },
    });
    for (const { from, message } of heard) {
      sent = [];
      receive?.(from, message);
    }
    const handed = begun.handed().map(({ envelope }) => envelope);
    const state: ActState = { heard: receive === undefined ? [] : heard, handed };
    return { local: withoutDisk(state), sent, observed: [], effects: 0 };
  }

  return {
    name,
    aliases: [],
    role: 'user',
    begin: () => play([]),
    hear(local, sent) {
      const { heard } = local.state as ActState;
      const { message } = sent;
      // Of the answers, an act uses only signatures.
      const isSigned = message.type === 'Response' && message.result.type === 'Signed';
      return isSigned ? play([...heard, sent]) : { local, sent: [], observed: [], effects: 0 };
    },
  };
}
