import { PROXY_RULES } from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import { expect, it } from 'vitest';
import { pay, scenarioOf } from '../../test/scenarios.ts';
import { runScenario } from '../run-scenario.ts';
import type { WrongRules } from '../wrong-rules.ts';
import { buildCluster } from './cluster.ts';
import { createGiven } from './given.ts';
import type { Sent } from './machines/machine.ts';
import { createMoves, type Move } from './moves.ts';
import { createLanguage } from './numbers/language.ts';
import { rerun } from './rerun.ts';
import { createSteps } from './steps.ts';

/** Mallory signs two payments for one nonce; v2 signs whatever it is asked to. */
const RIVALS = scenarioOf({
  validators: 2,
  clients: { alice: {}, bob: {}, mallory: { balance: 100 } },
  steps: {},
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
});

it('an order of events is told event by event: what was lost, what came where, who crashed', () => {
  const cluster = buildCluster(RIVALS, { crypto: openCrypto('memo') });
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
    // What a liar does with it is unknown, but not that it has come.
    `4 SubmitTransaction ${hand} v2 mallory pays bob 70`,
    `5 SubmitTransaction ${hand} v1 mallory pays bob 70`,
    '5 Crash  v1 ',
    '5 Restart  v1 ',
  ]);
});

const PAID = scenarioOf({
  validators: 2,
  clients: { alice: { balance: 10 }, bob: {} },
  steps: { alice: [pay('bob', 1)] },
});

/** Delivers what is under way in order, except for what is held up for good. */
function inOrder(wrong: WrongRules, isHeldUp?: (sent: Sent) => boolean) {
  const cluster = buildCluster(PAID, { ...wrong, crypto: openCrypto('memo') });
  const { machines, committees, parties, isCorrect, witness: verifier } = cluster;
  const given = createGiven({ committees, nameOf: parties.nameOf, isCorrect, verifier });
  const steps = createSteps(machines, given.marksOf, createLanguage(machines));
  const budgets = { drops: 0, duplicates: 0, crashes: 0, timeouts: 0 };
  const onEdge = () => undefined;
  const moves = createMoves({ machines, steps, given, budgets, isCorrect, onEdge });
  const path: Move[] = [];
  for (let whole = moves.begin(); ; ) {
    const next = moves
      .from(whole)
      .find(
        (move) => move.kind === 'deliver' && isHeldUp?.(steps.messages.at(move.message)) !== true,
      );
    if (next === undefined) break;
    path.push(next);
    whole = moves.take(whole, next);
  }
  return rerun({ cluster, path, messages: steps.messages, isEnd: isHeldUp === undefined });
}

it('an order of events is shown to all who watch a run', () => {
  const { oracles, events } = inOrder({});
  expect(new Set(events.map(({ to }) => to))).toEqual(new Set(['v1', 'v2', 'p1', 'alice']));
  const idle = oracles.filter(({ checks }) => checks === 0).map(({ name }) => name);
  const ofRun = runScenario(PAID).oracles.filter(({ checks }) => checks > 0);
  expect(ofRun.map(({ name }) => name).filter((name) => idle.includes(name))).toEqual([]);
});

it('P1: an order in which a proxy says too soon that something has settled is one that breaks', () => {
  const wrong = { proxyRules: { ...PROXY_RULES, settledEnough: () => 1 } };
  const lagging = ({ to, message }: Sent) => to === 'v2' && message.type === 'SubmitCertificate';
  const broken = inOrder(wrong, lagging).oracles.filter(({ violations }) => violations.length > 0);
  expect(broken.map(({ name }) => name)).toEqual(['proxy-truthful']);
});
