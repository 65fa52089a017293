import {
  type Committee,
  type Effect,
  nodeNamesOf,
  type Result,
  type ValidatorState,
} from '@quorate/core';
import type { Address, TransactionCertificate } from '@quorate/protocol';
import { quorumSize } from '../../quorums.ts';
import { isPersist } from '../following/is-persist.ts';
import { perLife } from '../following/per-life.ts';
import { settledBy } from '../model/settled-by.ts';
import type { Finding, HandoverStep, Oracle, ValidatorStep } from '../oracle.ts';

/**
 * A certificate delivered too late for the snapshot of a correct validator is pushed by it, once
 * settled, to each member of the current committee that has not answered, until a quorum of them
 * has (rule C4). The write that settles it also says that it is late: a power cut after a write that
 * does not would leave a certificate that nobody brings on.
 *
 * Our addition to ledger.md. Usually others push it as well. If none does, a client that was told
 * that it is final is locked in the next epoch.
 */
export function lateTold(): Oracle {
  const answeredIn = perLife((_: HandoverStep): Answered => new Map());

  return {
    name: 'late-told',
    kind: 'safety',
    afterStep: unnoted,
    afterHandover: (step) => {
      const { input, before, after } = step.observation;
      const answered = answeredIn(step);
      if (before.handover.late === after.handover.late) return undefined;
      note(answered, input);
      return passedOver(step, answered) ?? givenUp(step, answered);
    },
  };
}

/**
 * Finds a validator that settles a delivered certificate which no snapshot of it showed, and does
 * not begin to push it.
 *
 * The deliverer may be told that it is final and count on this validator as a member of any
 * committee from the signing one to the last ended one. A certificate that was only shown, not
 * delivered, may still be delivered later.
 */
function unnoted(step: ValidatorStep): Finding | undefined {
  const { validator, observation, changes } = step;
  const { input, before, after } = observation;
  if (before.committees.length === 1 || input.type !== 'Message') return undefined;
  if (input.message.type !== 'SubmitCertificate') return unremembered(step);
  const key = changes.find(({ table }) => table === 'settled')?.key;
  if (key === undefined || !isLate(before, input.message.certificate)) return undefined;
  if (after.handover.late.has(key)) return notedApart(step, key);
  return {
    message: `${validator} has settled what is too late for its snapshot and does not bring it on`,
    facts: { validator, settled: key },
  };
}

function unremembered(step: ValidatorStep): Finding | undefined {
  const { validator, observation } = step;
  const { before, after } = observation;
  for (const { certificate, changes } of settledBy(step)) {
    const key = changes.find(({ table }) => table === 'settled')?.key;
    if (key === undefined || !isLate(before, certificate)) continue;
    if (after.handover.unshown.has(key) || after.handover.late.has(key)) {
      const finding = notedApart(step, key);
      if (finding === undefined) continue;
      return finding;
    }
    return {
      message: `${validator} was shown what is too late for its snapshot and does not remember that`,
      facts: { validator, settled: key },
    };
  }
  return undefined;
}

function notedApart({ validator, observation }: ValidatorStep, key: string): Finding | undefined {
  if (observation.effects.some((effect) => isNoted(effect, key))) return undefined;
  return {
    message: `${validator} settles what is too late for its snapshot in one write, and notes that in another`,
    facts: { validator, settled: key },
  };
}

function isNoted(effect: Effect<unknown>, key: string): boolean {
  if (!isPersist(effect)) return false;
  const keys = new Set(effect.writes.map((write) => write.key));
  return keys.has(`settled/${key}`) && (keys.has(REQUEST + key) || keys.has(UNSHOWN + key));
}

function isLate(
  { committees, handover }: ValidatorState,
  { signatures: [first] }: TransactionCertificate,
): boolean {
  const { served, isFrozen, seat } = handover;
  const isMember = ({ members }: Committee, key: Address | undefined) =>
    members.some(({ validator }) => validator.address === key);
  const home = committees.find((committee) => isMember(committee, first?.[0]));
  if (home === undefined || home.epoch > served) return false;
  if (isFrozen) return true;
  const own = committees[served]?.members.find(({ validator }) => validator.address === seat);
  const showed = committees.slice(home.epoch, served);
  return showed.some(({ members }) =>
    members.some(({ operator }) => operator !== undefined && operator === own?.operator),
  );
}

/** The nodes that have answered a push, by its (sender, nonce). */
type Answered = Map<string, Set<string>>;

/** The beginning of the ids of pushes, and of the rows that note them. */
const REQUEST = 'handover/late/';
/** The beginning of the rows that note what others have shown too late. */
const UNSHOWN = 'handover/unshown/';

function note(answered: Answered, input: HandoverStep['observation']['input']): void {
  if (input.type !== 'Message' || input.message.type !== 'Response') return;
  const { requestId, result } = input.message;
  if (!requestId.startsWith(REQUEST) || !isFinal(result)) return;
  const key = requestId.slice(REQUEST.length);
  answered.set(key, (answered.get(key) ?? new Set()).add(input.from));
}

// A member that will never settle it need not be told again either (rules C8, S2).
function isFinal(result: Result): boolean {
  if (result.type !== 'Rejected') return result.type === 'Settled';
  const { code, rule } = result.rejection;
  return code === 'ConflictingCertificate' || rule === 'C8';
}

function passedOver(
  { node, observation: { before, after, effects } }: HandoverStep,
  answered: Answered,
): Finding | undefined {
  for (const [key, { attempts }] of after.handover.late) {
    if (attempts <= (before.handover.late.get(key)?.attempts ?? 0)) continue;
    const told = new Set(
      effects.flatMap((effect) =>
        effect.type === 'Send' && effect.message.requestId === REQUEST + key ? [effect.to] : [],
      ),
    );
    const untold = runningOf(after).find(
      (other) => other !== node && !told.has(other) && answered.get(key)?.has(other) !== true,
    );
    if (untold === undefined) continue;
    return {
      message: `${node} brings others what has settled too late for its snapshot, and not ${untold}`,
      facts: { validator: node, untold, settled: key },
    };
  }
  return undefined;
}

function givenUp(
  { node, observation: { before, after, input } }: HandoverStep,
  answered: Answered,
): Finding | undefined {
  // A push of a pruned certificate ends when its row is read.
  if (input.type === 'Loaded') return undefined;
  const running = runningOf(before);
  for (const key of before.handover.late.keys()) {
    if (after.handover.late.has(key)) continue;
    const heard = running.filter((name) => name === node || answered.get(key)?.has(name));
    if (heard.length >= quorumSize(running.length)) continue;
    return {
      message: `${node} no longer brings what has settled too late for its snapshot: ${heard.length} of ${running.length} have it`,
      facts: { validator: node, have: heard.join(' '), settled: key },
    };
  }
  return undefined;
}

function runningOf({ committees }: ValidatorState): readonly string[] {
  const members = committees.at(-1)?.members ?? [];
  return [...new Set(nodeNamesOf(members))];
}
