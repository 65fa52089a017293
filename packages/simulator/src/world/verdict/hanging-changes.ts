import { quorumSize } from '../../quorums.ts';
import { isAdmissible as mayBeAdmitted } from '../../scenario/cluster/committee-changes.ts';
import type { HandedIn } from '../changes/registrar.ts';
import { isUp } from '../is-up.ts';
import { type EndedRun, endOf, isCalm, isQuiet } from './calm.ts';
import { isTakenOver, servingAtRest } from './handed-on.ts';
import type { Judged } from './judgement.ts';
import { areQuorumsNear } from './reachable.ts';
import { wholeFrom } from './whole-from.ts';

/**
 * How long a change must have been pursued without faults before it is overdue. By then all proxies
 * were asked. Units: nanoseconds.
 */
const PATIENCE = 120_000_000_000n;

/**
 * Lists the changes of the current epoch that were handed in and have settled nowhere, although
 * each member was told that it has its seat, and although a quorum would sign the change if it had
 * every existing certificate (`change-completes`).
 *
 * A change that operators deliver themselves, without proxies, is not owed by anyone. One that a
 * quorum refuses even then is no longer admissible: a stranger has requested a member's key too, or
 * there is a rival (rules C2, C3).
 */
export function hangingChanges(run: EndedRun): Judged {
  const { world } = run;
  const { epoch } = world.committees.running();
  if (!canSettle(run)) return { checks: 0, messages: [] };
  const owed = world.registrar
    .handedIn()
    .filter((each) => each.epoch === epoch && isOwed(run, each) && isAdmissible(run, each));
  return {
    checks: owed.length,
    messages: owed.map(({ change: { id } }) => `${id} was handed in, and has settled nowhere`),
  };
}

function canSettle(run: EndedRun): boolean {
  const { world, scenario } = run;
  const running = world.committees.running();
  if (!isQuiet(run) || (running.epoch > 0 && !isTakenOver(world, running))) return false;
  return world.proxies.some((proxy) => {
    const { name } = proxy;
    if (!world.isCorrect(name) || !isUp(world, proxy)) return false;
    const isLeftAlone = scenario.phases !== undefined || isCalm(run, [name]);
    return isLeftAlone && areQuorumsNear(world, name);
  });
}

function isOwed(run: EndedRun, { change, requests, at, ended }: HandedIn): boolean {
  const { watch } = run.world;
  if (!mayBeAdmitted(change) || change.deliver !== undefined) return false;
  const whole = wholeFrom(run.scenario);
  const until = ended?.at ?? endOf(run);
  // After a refusal, or after believing a lying proxy, the operators no longer pursue the change.
  const isSeenThrough =
    (ended === undefined || ended.ending === 'given-up') &&
    until - (at > whole ? at : whole) >= PATIENCE;
  const areSeated =
    requests.length === change.members.length && requests.every(watch.isAcknowledged);
  return isSeenThrough && areSeated;
}

/**
 * Tells whether a quorum of the serving members would sign a change after delivery of everything
 * that settled anywhere.
 */
function isAdmissible({ world, retrospect }: EndedRun, { change, envelope }: HandedIn): boolean {
  const { members } = world.committees.running();
  const requestId = `admissible/${change.id}`;
  const willing = servingAtRest({ world, retrospect }).filter(({ name, delivered }) => {
    const message = { type: 'SubmitTransaction', requestId, envelope } as const;
    const { results } = retrospect.step(name, delivered, message);
    return results.some(({ type }) => type === 'Signed');
  });
  return willing.length >= quorumSize(members.length);
}
