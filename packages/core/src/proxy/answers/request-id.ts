import type { TransactionId } from '@quorate/protocol';
import type { ProxyState, Submission } from '../state.ts';

const PURPOSES = [
  'check',
  'sign',
  'settle',
  'deliver',
  'fetch',
  'depend',
  'basis',
  'find',
] as const;

/**
 * What a proxy asks a validator: to check, sign or settle the transaction; to settle a certificate
 * that it lacks (`deliver`); for a certificate that another validator lacks, by nonce (`fetch`) or
 * by what it provides (`depend`); for the sender's basis (`basis`); or for what settled at the
 * nonce of the transaction (`find`).
 */
export type Purpose = (typeof PURPOSES)[number];

/** What a request was about. The validator is known by where the answer comes from. */
export interface Asked {
  readonly purpose: Purpose;
  readonly transactionId: TransactionId;
  /**
   * For `check` and `sign`: the number of the asking. For `deliver`: that of the bringing. For
   * `fetch` and `depend`: the position, in the committee, of the validator that lacks the
   * certificate. For `basis`: the page, counted on from what was asked for before. For `settle` and
   * `find` it says nothing.
   */
  readonly index: number;
  /** What tells its attempt from others. */
  readonly attempt: string;
  /** For `fetch` and `depend`: the name of what is sought (see `sought.ts`); otherwise empty. */
  readonly sought: string;
}

const KNOWN: ReadonlySet<string> = new Set(PURPOSES);

function isPurpose(name: string): name is Purpose {
  return KNOWN.has(name);
}

/**
 * Tells an attempt from others with the same bytes, also from those before a restart of this proxy.
 */
export function attemptOf(
  { upSince }: Pick<ProxyState, 'upSince'>,
  { attempt }: Pick<Submission, 'attempt'>,
): string {
  return `${attempt}:${upSince}`;
}

/** Encodes what a request is about in its id, so that no table of open requests is needed. */
export function requestId(
  state: Pick<ProxyState, 'upSince'>,
  submission: Pick<Submission, 'facts' | 'attempt'>,
  { purpose, index, sought = '' }: Pick<Asked, 'purpose' | 'index'> & Partial<Asked>,
): string {
  const id = `${purpose}:${submission.facts.id}:${index}:${attemptOf(state, submission)}`;
  return sought === '' ? id : `${id}:${sought}`;
}

/** Decodes a request id; undefined for one that no proxy wrote. */
export function readRequestId(id: string): Asked | undefined {
  const [purpose = '', transactionId, index, attempt, upSince, ...sought] = id.split(':');
  if (index === undefined || !isPurpose(purpose)) return undefined;
  return {
    purpose,
    transactionId: transactionId as TransactionId,
    index: Number(index),
    attempt: `${attempt}:${upSince}`,
    sought: sought.join(':'),
  };
}
