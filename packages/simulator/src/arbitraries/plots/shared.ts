import fc from 'fast-check';
import type { ScenarioAccount } from '../../scenario/cluster/cluster.ts';
import type { ClaimStep, OperationStep } from '../../scenario/steps/step.ts';
import { oneFrom, type Sketches, share, shuffledFrom, someFrom } from '../sketch.ts';
import { amountOf, chance, span } from '../values.ts';
import { payPlot } from './pay.ts';
import { castOf, namesOf, type Plot, payeesOf, type Scene, transaction } from './scene.ts';

/**
 * Chooses a multisig account of the cluster; undefined if there are none, and then the lead acts
 * for itself.
 */
const accountOf = (drawn: number, { cluster: { accounts } }: Scene): ScenarioAccount | undefined =>
  accounts[Math.floor(drawn * accounts.length)];

/** How many members act in excess of the quorum: mostly none, sometimes one too few or one more. */
const surplus = fc.constantFrom(-1, 0, 0, 0, 0, 1);

/** The fraction of transactions that are a claim, whose verifiers the members bring. */
const CLAIMS = 0.25;

/** The fraction of transactions that are followed by another, which other members sign. */
const FOLLOWED_UP = 0.3;

/**
 * Gives what one of so many members contributes to a claim: together they bring the signatures of
 * all verifiers, each verifier's through one member.
 */
type Brought = (index: number, count: number) => ClaimStep;

const brought: Sketches<Scene, Brought> = fc
  .tuple(someFrom(namesOf), share, fc.uint8Array({ minLength: 1, maxLength: 4, size: 'max' }))
  .map(([asked, fewer, data]) => (scene) => {
    const verifiers = asked(scene);
    const quorum = verifiers.length - Math.floor(fewer * fewer * verifiers.length);
    return (index, count) => {
      const signers = verifiers.filter((_, place) => place % count === index);
      return { op: 'claim', data, verifiers, signers, quorum };
    };
  });

/** What is drawn about an account and the members that act for it. */
interface Acting {
  readonly account: ScenarioAccount;
  /** All members that may act, in the order in which they are asked. */
  readonly members: readonly string[];
  /** How many more members act than the quorum. */
  readonly more: number;
}

/**
 * Lets members sign the same transaction, each with a step of its own; there may be too few or too
 * many of them.
 */
function signedBy(
  { account: { name, quorum }, members, more }: Acting,
  wanted: (index: number, count: number) => readonly OperationStep[],
): Plot {
  const acting = members.slice(0, Math.max(1, quorum + more));
  return acting.map((client, index) => ({
    client,
    step: transaction(wanted(index, acting.length), name),
  }));
}

/**
 * Lets other members act for the account some time later; they need not have signed what came
 * before.
 */
function followedUp(acting: Acting, pause: bigint, operation: OperationStep): Plot {
  const { members } = acting;
  const others = [...members.slice(1), ...members.slice(0, 1)];
  return signedBy({ ...acting, members: others, more: 0 }, () => [operation]).flatMap((line) => [
    { client: line.client, step: { op: 'wait', for: pause } },
    line,
  ]);
}

/**
 * Draws members of a multisig account that sign the same transaction for it, sometimes with a
 * stranger among them.
 */
export const sharedPlot: Sketches<Scene, Plot> = fc
  .tuple(
    fc.tuple(share, shuffledFrom(castOf), surplus, chance(0.1)),
    fc.tuple(
      oneFrom(payeesOf),
      amountOf(({ lead }: Scene) => lead.balance),
      chance(0.3),
    ),
    fc.tuple(chance(CLAIMS), brought),
    fc.tuple(chance(FOLLOWED_UP), span(500, 3_000)),
    payPlot,
  )
  .map(([who, payment, [isClaim, claim], [isFollowed, pause], fallback]) => (scene) => {
    const [which, order, more, isOpen] = who;
    const account = accountOf(which, scene);
    if (account === undefined) return fallback(scene);
    const { name, signers, balance } = account;
    const own = { ...scene, lead: { name, balance, proxy: '' } };
    const [to, amount, isTwofold] = payment;
    const pay: OperationStep = { op: 'pay', to: to(own), amount: amount(own), token: undefined };
    const small = { ...pay, amount: 1n };
    const members = order(scene).filter((each) => isOpen || signers.includes(each));
    // An additional member brings the last of the verifiers' signatures.
    const acting = { account, members, more: isClaim && more === 0 ? 1 : more };
    const plot = isClaim
      ? signedBy(acting, (index, count) => [claim(scene)(index, count)])
      : signedBy(acting, () => (isTwofold ? [pay, small] : [pay]));
    return isFollowed ? [...plot, ...followedUp(acting, pause, small)] : plot;
  });
