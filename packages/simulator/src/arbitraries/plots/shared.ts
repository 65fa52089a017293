import fc from 'fast-check';
import type { ScenarioAccount } from '../../scenario/scenario.ts';
import type { OperationStep } from '../../scenario/step.ts';
import { oneFrom, type Sketches, share, shuffledFrom } from '../sketch.ts';
import { amountOf, chance } from '../values.ts';
import { payPlot } from './pay.ts';
import { castOf, type Plot, payeesOf, type Scene, transaction } from './scene.ts';

/** An account among those of the cluster; the lead stands in where there are none. */
const accountOf = (drawn: number, { cluster: { accounts } }: Scene): ScenarioAccount | undefined =>
  accounts[Math.floor(drawn * accounts.length)];

/** How many of its members act, compared with how many it takes: mostly enough, at times one less. */
const surplus = fc.constantFrom(-1, 0, 0, 0, 0, 1);

/** Draws members of a multisig account who sign the same for it, and now and then a stranger. */
export const sharedPlot: Sketches<Scene, Plot> = fc
  .tuple(
    fc.tuple(share, shuffledFrom(castOf), surplus, chance(0.1)),
    fc.tuple(
      oneFrom(payeesOf),
      amountOf(({ lead }: Scene) => lead.balance),
      chance(0.3),
    ),
    payPlot,
  )
  .map(([[which, order, more, isOpen], [to, amount, isTwofold], fallback]) => (scene) => {
    const account = accountOf(which, scene);
    if (account === undefined) return fallback(scene);
    const { name, signers, quorum, balance } = account;
    const own = { ...scene, lead: { name, balance, proxy: '' } };
    const pay: OperationStep = {
      op: 'pay',
      to: to(own),
      amount: amount(own),
      token: undefined,
    };
    const operations = isTwofold ? [pay, { ...pay, amount: 1n }] : [pay];
    const members = order(scene).filter((each) => isOpen || signers.includes(each));
    const step = transaction(operations, name);
    return members.slice(0, Math.max(1, quorum + more)).map((client) => ({ client, step }));
  });
