import {
  LIMITS,
  type PrunedCertificate,
  type Rejection,
  type TransactionCertificate,
} from '@quorate/protocol';
import type { Effect, NodeName } from '../effect.ts';
import type { CertificateSelection, Certificates } from '../message.ts';
import type { ValidatorEnv } from '../validator/rule-types.ts';
import type { ValidatorResume, ValidatorState } from '../validator/state.ts';
import { takeCertificate } from '../validator/take-certificate.ts';
import { noteAsked } from './asked.ts';
import { noteUnshown } from './late.ts';

const PREFIX = 'handover/bring';

/** Certificates that a node sent. */
interface Delivery {
  readonly from: NodeName;
  /** The request that it answers; absent when it was not asked for. */
  readonly requestId?: string;
  /** Whether it is a duplicate. What it lacks has then been asked for already. */
  readonly isCopy?: boolean;
  readonly answer: Pick<Certificates, 'certificates' | 'pruned'>;
}

/** The effect of settling brought certificates, including requests for what they lack. */
export interface Brought {
  readonly state: ValidatorState;
  readonly effects: readonly Effect<ValidatorResume>[];
}

/**
 * Settles certificates that another node brought, up to the first that lacks something; asks that
 * node for what it lacks (rule C7). Certificates prove themselves, so it does not matter who sends
 * them.
 *
 * It does not ask for what the node says it has pruned, nor repeat the request that this answers:
 * the same answer would come back for ever.
 */
export function settleBrought(
  before: ValidatorState,
  { from, requestId, isCopy = false, answer: { certificates, pruned = [] } }: Delivery,
  env: ValidatorEnv,
): Brought {
  const effects: Effect<ValidatorResume>[] = [];
  let state = before;
  for (const certificate of certificates) {
    const taken = takeCertificate(state, certificate, env);
    const noted = taken.state === state ? undefined : noteUnshown(state, taken.state, certificate);
    state = noted?.state ?? taken.state;
    const writes = [...taken.writes, ...(noted?.writes ?? [])];
    if (writes.length > 0) effects.push({ type: 'Persist', writes });
    if (taken.result.type !== 'Rejected' || isCopy) continue;
    const asks = selectionsFor(certificate, taken.result.rejection).filter(
      (select) => requestIdOf(select) !== requestId && !isAmong(select, pruned),
    );
    for (const select of asks) {
      const asking = askFor(state, from, select);
      state = asking.state;
      effects.push(...asking.effects);
    }
    if (asks.length > 0) break;
  }
  return { state, effects };
}

function selectionsFor(
  { envelope }: TransactionCertificate,
  rejection: Rejection,
): readonly CertificateSelection[] {
  switch (rejection.code) {
    case 'MissingEarlierConfirmations':
      return [
        {
          by: 'Sender',
          sender: envelope.transaction.transaction.sender,
          fromNonce: rejection.currentNonce,
          limit: LIMITS.certificatesPerRequest,
        },
      ];
    case 'MissingDependency':
      return rejection.missing.map((dependency) => ({ by: 'Dependency', dependency }));
    default:
      return [];
  }
}

/** Asks a node for certificates to settle. */
export function askFor(state: ValidatorState, to: NodeName, select: CertificateSelection): Brought {
  const requestId = requestIdOf(select);
  const message = { type: 'GetCertificates', requestId, select } as const;
  return { state: noteAsked(state, to, requestId), effects: [{ type: 'Send', to, message }] };
}

// The id identifies the selection, so an answer shows which request it belongs to.
function requestIdOf(select: CertificateSelection): string {
  switch (select.by) {
    case 'Sender':
      return `${PREFIX}/sender/${select.sender}/${select.fromNonce}`;
    case 'Dependency':
      return `${PREFIX}/${select.dependency.kind}/${select.dependency.id}`;
    default:
      return PREFIX;
  }
}

function isAmong(select: CertificateSelection, pruned: readonly PrunedCertificate[]): boolean {
  return (
    select.by === 'Sender' &&
    pruned.some(({ sender, nonce }) => sender === select.sender && nonce === select.fromNonce)
  );
}
