import type {
  CertificateChoice,
  FalseRefusal,
  LieSubject,
  RecordLie,
  RequestKind,
  SubmissionRule,
} from './words.ts';

/** Narrows an act to some of the traffic of its node; an undefined key does not narrow it. */
export interface Scope {
  /** Whom the node talks with, by name. */
  readonly peers?: readonly string[] | undefined;
  /** Whose transactions and accounts it is about, by name. */
  readonly senders?: readonly string[] | undefined;
}

/**
 * What a validator can do to the traffic between it and the network, with no more than what it has
 * itself. Whatever the deed does not touch, the validator does as an honest one would.
 */
export type Deed =
  | { readonly act: 'twin' | 'double-sign' | 'forge' | 'duplicate-signer' | 'ack-without-apply' }
  | { readonly act: 'sign-invalid'; readonly rules: readonly SubmissionRule[] }
  | { readonly act: 'withhold'; readonly kinds: readonly RequestKind[] }
  | { readonly act: 'wrong-name'; readonly as: string }
  | { readonly act: 'stale-view'; readonly requests: number }
  | { readonly act: 'lie'; readonly about: LieSubject; readonly by: bigint }
  | { readonly act: 'selective-service'; readonly serves: Scope }
  | { readonly act: 'false-records'; readonly shows: RecordLie }
  | { readonly act: 'other-certificates'; readonly shows: CertificateChoice }
  | { readonly act: 'refuse'; readonly code: FalseRefusal };

/** What each deed is, in a sentence. */
export const DEED_DESCRIPTIONS = {
  twin: 'Serves this traffic from a second honest instance under the same key.',
  // Against V4.
  'double-sign': 'Signs every valid transaction, whatever the lock holds.',
  'sign-invalid': 'Signs what these rules refuse.',
  withhold: 'Does what it is asked and does not answer.',
  forge: 'Answers with signatures that do not verify.',
  'duplicate-signer':
    'Repeats a signer in the certificates it serves, and answers each request to sign twice.',
  'wrong-name': 'Gives its signature for that of another validator.',
  'stale-view': 'Answers queries and dry runs from what it held a while ago.',
  lie: 'Adds to what it reports of accounts and their state cells, or of the epoch that it is in, or to the nonce of what it reports as pending.',
  'ack-without-apply': 'Says that it has settled what it has not.',
  'selective-service': 'Hears only these.',
  // Against P7, as the next one.
  'false-records': 'Tells of tokens and escrow jobs what it does not hold.',
  'other-certificates': 'Shows genuine certificates that nobody else shows.',
  refuse: 'Refuses what it is asked to check or to sign.',
} as const satisfies Readonly<Record<Deed['act'], string>>;
