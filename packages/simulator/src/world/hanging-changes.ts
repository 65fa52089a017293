import { quorumSize } from '../quorums.ts';
import { isAdmissible as mayBeAdmitted } from '../scenario/committee-changes.ts';
import { type EndedRun, endOf, isCalm, isQuiet, wholeFrom } from './calm.ts';
import type { HandedIn } from './changes/registrar.ts';
import { isTakenOver, servingAtRest } from './handed-on.ts';
import { isUp } from './is-up.ts';
import type { Judged } from './judgement.ts';
import { areQuorumsNear } from './reachable.ts';

/** How long somebody has to have seen a change through once all was well; all proxies were asked by then. */
const PATIENCE = 120_000_000_000n;

/**
 * Tells which changes of the running epoch were handed in and have settled nowhere, though each of its
 * members was answered that it has its seat, and though a quorum would sign it if only it held every
 * certificate that there is (`change-completes`).
 *
 * What operators hand over themselves, past the proxies, nobody has to bring; and what a quorum refuses even
 * then is not admissible any more: a stranger has asked again for a member, or there is a rival (rules C2, C3).
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
  // Who was refused, or believed a proxy that lied, brings the change to nobody any more.
  const isSeenThrough =
    (ended === undefined || ended.ending === 'given-up') &&
    until - (at > whole ? at : whole) >= PATIENCE;
  const areSeated =
    requests.length === change.members.length && requests.every(watch.isAcknowledged);
  return isSeenThrough && areSeated;
}

/** Whether a quorum of those who serve would sign a change, with everything delivered that was settled anywhere. */
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
