import { openCrypto } from '@quorate/crypto';
import { expect, it } from 'vitest';
import { loadScenario } from '../scenario/load.ts';
import { buildCluster } from './cluster.ts';
import { createLanguage } from './language.ts';
import { rerun } from './rerun.ts';

/** Mallory signs two payments for one nonce; v2 signs whatever it is asked to. */
const RIVALS = {
  version: 1,
  name: 'rivals',
  cluster: { validators: 2, clients: { alice: {}, bob: {}, mallory: { balance: 100 } } },
  workload: [],
  byzantine: [
    {
      id: 'spender',
      node: 'mallory',
      acts: [
        {
          id: 'twice',
          act: 'equivocate',
          rivals: [
            { to: 'alice', amount: 60, validators: ['v1'] },
            { to: 'bob', amount: 70, validators: ['v1', 'v2'] },
          ],
        },
      ],
    },
    { id: 'liar', node: 'v2', acts: [{ id: 'signs', act: 'double-sign' }] },
  ],
};

it('an order of events is told event by event: what was lost, what came where, who crashed', () => {
  const scenario = loadScenario(JSON.stringify(RIVALS), 'rivals');
  const cluster = buildCluster(scenario, { crypto: openCrypto('memo') });
  const { messages } = createLanguage(cluster.machines);
  const said = cluster.machines.flatMap((machine) => machine.begin().sent);
  const [lost, heard, elsewhere] = said.map(messages.numberOf) as [number, number, number];
  const v1 = cluster.machines.findIndex(({ name }) => name === 'v1');
  const { events } = rerun({
    cluster,
    messages,
    isEnd: false,
    path: [
      { kind: 'drop', message: lost },
      { kind: 'duplicate', message: heard },
      { kind: 'crash', node: v1 },
      { kind: 'deliver', message: elsewhere },
      { kind: 'crash-during', message: heard, effects: 1 },
    ],
  });
  const told = events.map(
    ({ event, kind, from, to, about = '' }) => `${event} ${kind} ${from} ${to} ${about}`,
  );
  const hand = 'direct:mallory:twice';
  expect(told).toEqual([
    `1 Lost SubmitTransaction ${hand} v1 mallory pays alice 60`,
    `2 SubmitTransaction ${hand} v1 mallory pays bob 70`,
    '3 Crash  v1 ',
    '3 Restart  v1 ',
    // What a liar makes of it nobody knows, but that it has come.
    `4 SubmitTransaction ${hand} v2 mallory pays bob 70`,
    `5 SubmitTransaction ${hand} v1 mallory pays bob 70`,
    '5 Crash  v1 ',
    '5 Restart  v1 ',
  ]);
});
