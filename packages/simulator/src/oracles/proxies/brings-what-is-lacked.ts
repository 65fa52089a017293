import { certificateKey, memberOf, nodeNameOf, type StoredCertificate } from '@quorate/core';
import { type Address, factsOf, type Rejection, type TransactionId } from '@quorate/protocol';
import type { Place } from '../following/settled-lists.ts';
import type { Finding, Oracle, OracleContext, ProxyStep } from '../oracle.ts';
import { asksOthers, bringingTo, keptBack } from './kept-back.ts';
import { isSameDependency, isSamePlace, lackedIn, PLACES_MAX } from './lacked-in.ts';
import {
  answerIn,
  type Driven,
  heardFromMember,
  type Progress,
  type ProxyInput,
  proxyFinding,
} from './proxy-view.ts';

/**
 * If a validator refuses something because it lacks certificates, a correct proxy looks at once for
 * the oldest of these: in its own store, and if it is not there, at all other validators. There it
 * looks, too, for what provides what the validator lacks without naming a certificate. What it finds
 * it brings to the validator (rule P6).
 *
 * Our addition to ledger.md. A validator that is left behind does no harm as long as the others are
 * a quorum without it.
 */
export function bringsWhatIsLacked(
  context: Pick<OracleContext, 'committees' | 'verifier'>,
): Oracle {
  return {
    name: 'brings-what-is-lacked',
    kind: 'safety',
    afterProxyStep: (step) => {
      const { input } = step.observation;
      if (input.type === 'Loaded') return notAskedFor(step, input);
      switch (answerIn(input)?.result.type) {
        case 'Rejected':
          return leftBehind(step);
        case 'Certificates':
          return keptBack(step, context);
        default:
          return undefined;
      }
    },
  };
}

/** A validator that refuses the latest that a proxy has asked of it. */
interface Lagging {
  readonly id: TransactionId;
  readonly name: string;
  readonly validator: Address;
  readonly driven: Driven;
  readonly progress: Progress;
  readonly rejection: Rejection;
  /** What it refuses to sign or settle. */
  readonly refused: Place;
  /** Whether it is being brought something else already. */
  readonly isBusy: boolean;
}

function leftBehind(step: ProxyStep): Finding | undefined {
  const lagging = laggingIn(step.observation);
  // An attempt that ends brings nobody anything.
  if (lagging === undefined || !step.observation.after.submissions.has(lagging.id)) {
    return undefined;
  }
  const isDone = isLookedFor(step, lagging) && isProviderSought(step, lagging);
  return isDone
    ? undefined
    : proxyFinding(step.node, lagging.id, `does not look for what ${lagging.name} lacks`);
}

function laggingIn(observation: ProxyStep['observation']): Lagging | undefined {
  const { input } = observation;
  const heard = heardFromMember(observation);
  if (input.type !== 'Message' || heard?.result.type !== 'Rejected') return undefined;
  const { rejection } = heard.result;
  if (!MAY_LACK.has(rejection.code)) return undefined;
  const { id, purpose, index, validator, driven } = heard;
  const progress = driven.progress[validator];
  if (progress === undefined || !isLatest(purpose, index, { driven, progress })) return undefined;
  const top = progress.prerequisites.at(-1);
  const isOfTop = purpose === 'deliver';
  const refused = isOfTop ? top : driven.facts.transaction;
  if (refused === undefined || (isOfTop && top?.certificate === undefined)) return undefined;
  const isBusy = !isOfTop && top !== undefined;
  return { id, name: input.from, validator, driven, progress, rejection, refused, isBusy };
}

const MAY_LACK: ReadonlySet<Rejection['code']> = new Set([
  'UnexpectedNonce',
  'MissingEarlierConfirmations',
  'MissingDependency',
  'PreviousTransactionMustBeConfirmedFirst',
]);

// The answer to an earlier question says nothing of what a validator lacks now (rule P4).
function isLatest(
  purpose: string,
  index: number,
  { driven: { phase }, progress }: Pick<Lagging, 'driven' | 'progress'>,
): boolean {
  switch (purpose) {
    case 'check':
      return phase === 'checking' && index === progress.asking;
    case 'sign':
      return phase === 'signing' && index === progress.asking && progress.signature === undefined;
    case 'settle':
      return phase === 'settling' && !progress.settled;
    case 'deliver':
      return index === progress.bringing;
    default:
      return false;
  }
}

// Nothing is owed to a validator that names ever more, or again what it has settled: it lies.
function isLookedFor(step: ProxyStep, lagging: Lagging): boolean {
  const { name, validator, progress, rejection, refused, isBusy } = lagging;
  if (isBusy || progress.named >= PLACES_MAX) return true;
  const { places, isInOrder } = lackedIn(rejection, refused);
  const known = [...progress.brought, ...progress.prerequisites.slice(-1)];
  const lacked = places.filter((place) => !known.some((each) => isSamePlace(each, place)));
  if (lacked.length === 0) return true;
  const [oldest] = lacked;
  const due = isInOrder && oldest !== undefined ? [oldest] : lacked;
  const brought = bringingTo(step, name);
  if (brought !== undefined) {
    const place = factsOf(brought.envelope.transaction).transaction;
    return !isInOrder || due.some((each) => isSamePlace(each, place));
  }
  const keys = due.map(({ sender, nonce }) => certificateKey(sender, nonce));
  return step.observation.effects.some(
    (effect) =>
      effect.type === 'Load' &&
      effect.resume.purpose === 'Prerequisite' &&
      effect.resume.transactionId === lagging.id &&
      effect.resume.validator === validator &&
      keys.includes(effect.ranges[0]?.from ?? ''),
  );
}

// What came with the submission may provide what is lacking; then nobody need be asked.
function isProviderSought(step: ProxyStep, lagging: Lagging): boolean {
  const { name, driven, progress, rejection, refused } = lagging;
  if (driven.witnesses.length > 0 || progress.sought.length >= PLACES_MAX) return true;
  const { nameless } = lackedIn(rejection, refused);
  const due = nameless.find(
    (each) => !progress.sought.some((known) => isSameDependency(known, each)),
  );
  if (due === undefined) return true;
  return asksOthers(
    step,
    name,
    (select) => select.by === 'Dependency' && isSameDependency(select.dependency, due),
  );
}

function notAskedFor(
  step: ProxyStep,
  { resume, rows: [rows = []] }: Extract<ProxyInput, { readonly type: 'Loaded' }>,
): Finding | undefined {
  if (resume.purpose !== 'Prerequisite') return undefined;
  const { before } = step.observation;
  const { transactionId: id, validator } = resume;
  const top = before.submissions.get(id)?.progress[validator]?.prerequisites.at(-1);
  if (top === undefined || top.certificate !== undefined) return undefined;
  const { sender, nonce } = top;
  const row = rows.find(({ key }) => key === certificateKey(sender, nonce));
  const member = memberOf(before.committee, validator);
  if (member === undefined) return undefined;
  const name = nodeNameOf(member.validator);
  const isDone =
    row === undefined
      ? asksOthers(
          step,
          name,
          (select) =>
            select.by === 'Sender' && select.sender === sender && select.fromNonce === nonce,
        )
      : bringingTo(step, name) === (row.value as StoredCertificate).certificate;
  return isDone ? undefined : proxyFinding(step.node, id, `does not look for what ${name} lacks`);
}
