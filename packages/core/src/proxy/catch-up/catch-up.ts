import type { Address, Rejection, TransactionCertificate } from '@quorate/protocol';
import { type CommitteeMember, nodeNameOf } from '../../committee.ts';
import type { Effect, LoadedRows } from '../../effect.ts';
import type { CertificateSelection, CheckTransaction, SubmitTransaction } from '../../message.ts';
import { receiveEnvelope } from '../../open-envelope.ts';
import { certificateRange, isCertificateKey } from '../../store-keys.ts';
import type { StoredCertificate } from '../../stored-certificate.ts';
import { requestId } from '../answers/request-id.ts';
import { withoutSignature } from '../answers/without-signature.ts';
import type { ProxyRules } from '../rule-types.ts';
import type {
  Position,
  Prerequisite,
  Progress,
  ProxyResume,
  ProxyState,
  Submission,
} from '../state.ts';
import { nameOfPosition } from './sought.ts';
import { PREREQUISITES_MAX } from './standing.ts';

/**
 * Reads from a refusal which certificates a validator must have first; the next to deliver comes
 * last (rule P6). Empty when the refusal does not show that the validator lags, or when the
 * validator has named too many already.
 *
 * A certificate that is already on its way is named again, because it must come before the one just
 * refused. One that the validator says it has settled is left out, or it would be delivered for
 * ever.
 */
export function namedBy(
  { prerequisites, named, brought }: Progress,
  rejection: Rejection,
  asked: Position,
  { lackedBy: positions }: Pick<ProxyRules, 'lackedBy'>,
): readonly Prerequisite[] {
  const left = PREREQUISITES_MAX - named;
  if (left <= 0) return [];
  return positions(rejection, asked)
    .filter(({ sender, nonce }) => isCertificateKey(sender, nonce))
    .filter((position) => !isAt(prerequisites.at(-1), position))
    .filter((position) => !brought.some((known) => isAt(known, position)))
    .slice(-left)
    .map(
      ({ sender, nonce }) =>
        prerequisites.find((known) => isAt(known, { sender, nonce })) ?? {
          sender,
          nonce,
          certificate: undefined,
        },
    );
}

/** Puts the certificates that a validator must have first on top of the others it is to receive. */
export function stacked(
  prerequisites: readonly Prerequisite[],
  first: readonly Prerequisite[],
): readonly Prerequisite[] {
  const rest = prerequisites.filter((each) => !first.some((named) => isAt(named, each)));
  return [...rest, ...first];
}

/** Tells whether a certificate is on its way to a validator or was settled by it. */
export function isKnown(
  { prerequisites, brought }: Pick<Progress, 'prerequisites' | 'brought'>,
  at: Position,
): boolean {
  return [...prerequisites, ...brought].some((known) => isAt(known, at));
}

/** Tells whether two positions are the same (sender, nonce). */
export function isAt(known: Position | undefined, { sender, nonce }: Position): boolean {
  return known?.sender === sender && known.nonce === nonce;
}

/** Gives the next act for one validator: deliver what it lacks, or ask for what the phase needs. */
export function nextFor(
  state: Pick<ProxyState, 'committee' | 'upSince' | 'memory'>,
  submission: Submission,
  member: CommitteeMember,
): Effect<ProxyResume> {
  const { address } = member.validator;
  const to = nodeNameOf(member.validator);
  const prerequisite = submission.progress[address]?.prerequisites.at(-1);
  if (prerequisite !== undefined && prerequisite.certificate === undefined) {
    return {
      type: 'Load',
      ranges: [certificateRange(prerequisite.sender, prerequisite.nonce, 1)],
      resume: { purpose: 'Prerequisite', transactionId: submission.facts.id, validator: address },
    };
  }
  const { asking = 0, bringing = 0 } = submission.progress[address] ?? {};
  const certificate = prerequisite?.certificate ?? submission.certificate;
  if (certificate === undefined) {
    return { type: 'Send', to, message: questionAbout(state, submission, asking) };
  }
  const about =
    prerequisite === undefined
      ? ({ purpose: 'settle', index: state.committee.members.indexOf(member) } as const)
      : ({ purpose: 'deliver', index: bringing } as const);
  const id = requestId(state, submission, about);
  return { type: 'Send', to, message: { type: 'SubmitCertificate', requestId: id, certificate } };
}

function questionAbout(
  state: Pick<ProxyState, 'upSince' | 'memory'>,
  submission: Submission,
  index: number,
): CheckTransaction | SubmitTransaction {
  const { memory } = state;
  const { envelope, facts, phase } = submission;
  if (phase !== 'checking') {
    const id = requestId(state, submission, { purpose: 'sign', index });
    return { type: 'SubmitTransaction', requestId: id, envelope };
  }
  return {
    type: 'CheckTransaction',
    requestId: requestId(state, submission, { purpose: 'check', index }),
    envelope: withoutSignature(envelope),
    transactionId: facts.id,
    ...(memory === undefined ? {} : { asksBalance: true }),
  };
}

/** Asks all other validators for a certificate that is not in the proxy's own store. */
export function fetchFrom(
  state: ProxyState,
  submission: Submission,
  validator: Address,
  at: Prerequisite,
): readonly Effect<ProxyResume>[] {
  const { members } = state.committee;
  const index = members.findIndex((member) => member.validator.address === validator);
  const sought = nameOfPosition(at);
  const id = requestId(state, submission, { purpose: 'fetch', index, sought });
  const { sender, nonce } = at;
  return askOthers(state, validator, id, { by: 'Sender', sender, fromNonce: nonce, limit: 1 });
}

/** Asks all validators but one for certificates. */
export function askOthers(
  { committee }: ProxyState,
  validator: Address,
  id: string,
  select: CertificateSelection,
): readonly Effect<ProxyResume>[] {
  return committee.members
    .filter((member) => member.validator.address !== validator)
    .map((member) => ({
      type: 'Send',
      to: nodeNameOf(member.validator),
      message: { type: 'GetCertificates', requestId: id, select },
    }));
}

/** Finds the certificate of a (sender, nonce) among rows of the proxy's store. */
export function storedCertificate(
  [rows]: LoadedRows,
  { sender, nonce }: Position,
): TransactionCertificate | undefined {
  const row = rows?.[0];
  if (row === undefined || row.key !== certificateRange(sender, nonce, 1).from) return undefined;
  return (row.value as StoredCertificate).certificate;
}

/**
 * Sets the certificate of the prerequisite that is next to deliver; undefined drops that
 * prerequisite.
 */
export function withCertificate(
  progress: Progress,
  certificate: TransactionCertificate | undefined,
): Progress {
  const { prerequisites } = progress;
  const last = prerequisites.at(-1);
  if (last === undefined) return progress;
  return { ...progress, prerequisites: [...prerequisites.slice(0, -1), { ...last, certificate }] };
}

/** The state in which a validator's catching up begins, and begins anew with each repetition. */
export const NOTHING_SOUGHT = {
  named: 0,
  brought: [],
  missing: [],
  sought: [],
  unfound: [],
  pruned: [],
  basis: undefined,
  isComingBack: false,
} as const satisfies Partial<Progress>;

/**
 * Begins a repetition. The validator may name what it lacks again, and what could not be found is
 * asked for anew, because the validator may have lied or its word may be out of date.
 */
export function renewed(progress: Progress): Progress {
  const isStuck = progress.prerequisites.at(-1)?.certificate === undefined;
  return {
    ...progress,
    ...NOTHING_SOUGHT,
    prerequisites: isStuck ? [] : progress.prerequisites,
  };
}

/**
 * P6: reads from a refusal which certificates come before the refused one; the oldest comes last.
 */
export function lackedBy(rejection: Rejection, asked: Position): readonly Position[] {
  switch (rejection.code) {
    case 'UnexpectedNonce':
      return earlier(asked, rejection.expectedNonce);
    case 'MissingEarlierConfirmations':
      return earlier(asked, rejection.currentNonce);
    case 'MissingDependency':
      return rejection.missing.flatMap(({ sender, nonce }) =>
        sender === undefined || nonce === undefined ? [] : [{ sender, nonce }],
      );
    case 'PreviousTransactionMustBeConfirmedFirst': {
      // Validators check the lock before the nonce, so one that lags may answer with a transaction
      // that it holds at an earlier nonce, or with two rivals there.
      const held = rejection.pending.flatMap((envelope) => {
        const opened = receiveEnvelope(envelope);
        return 'rejection' in opened ? [] : [opened.facts.transaction];
      });
      const oldest = held
        .filter(({ sender }) => sender === asked.sender)
        .reduce((least, { nonce }) => (nonce < least ? nonce : least), asked.nonce);
      return earlier(asked, oldest);
    }
    default:
      return [];
  }
}

function earlier({ sender, nonce }: Position, fromNonce: bigint): readonly Position[] {
  const limit = fromNonce + BigInt(PREREQUISITES_MAX);
  const positions: Position[] = [];
  for (let next = fromNonce; next < nonce && next < limit; next++) {
    positions.push({ sender, nonce: next });
  }
  return positions.reverse();
}
