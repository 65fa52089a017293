import { LIMITS, type Rejection, type TransactionCertificate } from '@quorate/protocol';
import type { Effect, NodeName } from '../effect.ts';
import type { CertificateSelection } from '../message.ts';
import type { ValidatorEnv } from '../validator/rule-types.ts';
import type { ValidatorResume, ValidatorState } from '../validator/state.ts';
import { takeCertificate } from '../validator/take-certificate.ts';

/** What settling what others brought changed, and what it still lacks. */
export interface Brought {
  readonly state: ValidatorState;
  readonly effects: readonly Effect<ValidatorResume>[];
}

/**
 * Settles certificates that a node sent, and asks that node for what the first of those lacks that
 * cannot be settled yet (rule C7). They prove themselves, so it does not matter who sends them.
 */
export function settleBrought(
  before: ValidatorState,
  from: NodeName,
  certificates: readonly TransactionCertificate[],
  env: ValidatorEnv,
): Brought {
  const effects: Effect<ValidatorResume>[] = [];
  let state = before;
  for (const certificate of certificates) {
    const taken = takeCertificate(state, certificate, env);
    state = taken.state;
    if (taken.writes.length > 0) effects.push({ type: 'Persist', writes: taken.writes });
    if (taken.result.type !== 'Rejected') continue;
    const asks = selectionsFor(certificate, taken.result.rejection);
    effects.push(...asks.map((select) => askFor(from, select)));
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

/** Asks a node for certificates that are to be settled. */
export function askFor(to: NodeName, select: CertificateSelection): Effect<ValidatorResume> {
  const message = { type: 'GetCertificates', requestId: 'handover/bring', select } as const;
  return { type: 'Send', to, message };
}
