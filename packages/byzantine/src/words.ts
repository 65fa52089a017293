// The words of the keys of deeds. Draws choose among them by place, so a new word comes last.

/** The kinds of requests to a validator: a dry run, one for a signature, for settlement, or a query. */
export const REQUEST_KINDS = ['check', 'sign', 'settle', 'query'] as const;
/** What a request asks of a validator. */
export type RequestKind = (typeof REQUEST_KINDS)[number];

/** The rules of submission that a Byzantine validator can ignore. */
export const SUBMISSION_RULES = ['V2', 'V3', 'V5', 'V6', 'V7'] as const;
/** A rule that a Byzantine validator ignores. */
export type SubmissionRule = (typeof SUBMISSION_RULES)[number];

/** The values that a Byzantine validator can report wrongly. */
export const LIE_SUBJECTS = ['balance', 'nonce', 'state', 'epoch', 'pending'] as const;
/** A value that is reported wrongly. */
export type LieSubject = (typeof LIE_SUBJECTS)[number];

/**
 * What a validator reports of records: none (`nothing`); each as it would be after one more update
 * or step (`later`); each a second time, under an id that was not queried (`others`); or that the
 * query is invalid (`refusal`).
 */
export const RECORD_LIES = ['nothing', 'later', 'others', 'refusal'] as const;
/** What is reported of records. */
export type RecordLie = (typeof RECORD_LIES)[number];

/**
 * Which certificates a validator shows. `signers`: those that others alone have signed, with its
 * own signature in place of one of theirs. `page`: all of a sender from its first nonce on,
 * whatever page was asked for. `pruned`: none; it reports as pruned what it holds, and one more that
 * does not exist.
 */
export const CERTIFICATE_CHOICES = ['signers', 'page', 'pruned'] as const;
/** Which certificates are shown. */
export type CertificateChoice = (typeof CERTIFICATE_CHOICES)[number];

/** The refusals that a Byzantine validator can invent. */
export const FALSE_REFUSALS = [
  'InvalidRequest',
  'InvalidSignature',
  'InsufficientFunding',
  'UnexpectedNonce',
  'NonSubmittableOperation',
  'MissingDependency',
  'EpochEnding',
] as const;
/** The code of a refusal that a validator invents. */
export type FalseRefusal = (typeof FALSE_REFUSALS)[number];
