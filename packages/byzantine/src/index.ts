export { answering } from './acts/answering.ts';
export { colluding } from './acts/over-signing.ts';
export type { Bend, Heard, Said, Say, Startable } from './bend.ts';
export { deedBend } from './bends.ts';
export {
  type BentTransport,
  type BentTransportOptions,
  createBentTransport,
} from './bent-transport.ts';
export { DEED_DESCRIPTIONS, type Deed, type Scope } from './deeds.ts';
export { falseRefusal } from './false-refusals.ts';
export { createReach, type Exchange, type Reach, type ReachOptions } from './reach.ts';
export type { Names, Stage } from './stage.ts';
export { accountOf, requestKindOf } from './traffic.ts';
export {
  CERTIFICATE_CHOICES,
  type CertificateChoice,
  FALSE_REFUSALS,
  type FalseRefusal,
  LIE_SUBJECTS,
  type LieSubject,
  RECORD_LIES,
  REQUEST_KINDS,
  type RecordLie,
  type RequestKind,
  SUBMISSION_RULES,
  type SubmissionRule,
} from './words.ts';
