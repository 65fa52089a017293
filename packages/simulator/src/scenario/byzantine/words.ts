import type { CertificateFlaw, RequestKind } from './act.ts';
import type { ClientAct, EncodingFault, InadmissibleKind } from './client-act.ts';
import type { ForgedFlaw, ProxyAct, ProxyRefusal, TrafficKind } from './proxy-act.ts';
import type {
  CertificateChoice,
  ChangeForgery,
  FalseRefusal,
  ForbiddenRole,
  LieSubject,
  RecordLie,
  SnapshotLie,
  SubmissionRule,
  ValidatorAct,
} from './validator-act.ts';

// Each table has every word of its type as a key: the compiler ensures that none is missing.

/** The acts of a Byzantine validator, by name. */
export const VALIDATOR_ACTS = words<ValidatorAct['act']>({
  twin: true,
  'double-sign': true,
  'sign-invalid': true,
  collude: true,
  withhold: true,
  forge: true,
  'duplicate-signer': true,
  'wrong-name': true,
  'stale-view': true,
  lie: true,
  'ack-without-apply': true,
  'selective-service': true,
  'false-snapshot': true,
  'false-change': true,
  'false-records': true,
  'other-certificates': true,
  refuse: true,
  'take-role': true,
  propose: true,
});

/** The acts of a Byzantine proxy, by name. */
export const PROXY_ACTS = words<ProxyAct['act']>({
  drop: true,
  swap: true,
  'forge-quorum': true,
  'withhold-certificate': true,
  'false-refusal': true,
  'stale-committee': true,
});

/** The acts of a Byzantine client, by name. */
export const CLIENT_ACTS = words<ClientAct['act']>({
  equivocate: true,
  'nonce-abuse': true,
  'bad-encoding': true,
  'incomplete-certificate': true,
  'leaked-keys': true,
  inadmissible: true,
  'forged-share': true,
});

/** What a false snapshot shows. */
export const SNAPSHOT_LIES = words<SnapshotLie>({
  nothing: true,
  rival: true,
  forgery: true,
  'later-nonce': true,
  'other-page': true,
  'out-of-order': true,
  repeated: true,
  'three-rivals': true,
  'half-forged': true,
  'other-change': true,
  'other-epoch': true,
  'other-network': true,
  'other-nonce': true,
});

/**
 * The lies of snapshots that contradict themselves, or that no validator can accept as they are.
 */
export const SNAPSHOT_FLAWS = [
  'other-page',
  'out-of-order',
  'repeated',
  'three-rivals',
  'half-forged',
  'other-change',
  'other-epoch',
  'other-network',
  'other-nonce',
] as const satisfies readonly SnapshotLie[];

/** The values that a validator may report wrongly. */
export const LIE_SUBJECTS = words<LieSubject>({
  balance: true,
  nonce: true,
  state: true,
  epoch: true,
  pending: true,
});

/** The flaws of a false change. */
export const CHANGE_FORGERIES = words<ChangeForgery>({ members: true, certificate: true });

/** What false records show. */
export const RECORD_LIES = words<RecordLie>({
  nothing: true,
  later: true,
  others: true,
  refusal: true,
});

/** The choices of other certificates. */
export const CERTIFICATE_CHOICES = words<CertificateChoice>({
  signers: true,
  page: true,
  pruned: true,
});

/** The kinds of requests to a validator. */
export const REQUEST_KINDS = words<RequestKind>({
  check: true,
  sign: true,
  settle: true,
  query: true,
});

/** The kinds of messages that pass a proxy. */
export const TRAFFIC_KINDS = words<TrafficKind>({
  submit: true,
  check: true,
  sign: true,
  settle: true,
  query: true,
  answer: true,
});

/** The rules that a Byzantine validator can ignore. */
export const SUBMISSION_RULES = words<SubmissionRule>({
  V2: true,
  V3: true,
  V5: true,
  V6: true,
  V7: true,
});

/** The refusals that a Byzantine validator can invent. */
export const FALSE_REFUSALS = words<FalseRefusal>({
  InvalidRequest: true,
  InvalidSignature: true,
  InsufficientFunding: true,
  UnexpectedNonce: true,
  NonSubmittableOperation: true,
  MissingDependency: true,
  EpochEnding: true,
});

/** The refusals that a Byzantine proxy can invent. */
export const PROXY_REFUSALS: readonly ProxyRefusal[] = [...FALSE_REFUSALS, 'QuorumUnreachable'];

/** The flaws of a certificate. */
export const CERTIFICATE_FLAWS = words<CertificateFlaw>({
  'too-few': true,
  duplicate: true,
  stranger: true,
  mixed: true,
  surplus: true,
  unsigned: true,
  'verifiers-dropped': true,
});

/** The flaws of a certificate that a proxy forges from one signature. */
export const FORGED_FLAWS = words<ForgedFlaw>({ 'too-few': true, duplicate: true, stranger: true });

/** Exceeded limits that are drawn separately from all other flaws of a transaction. */
export const EXCEEDED_LIMITS = [
  'long-new-name',
  'empty-new-name',
  'control-in-name',
  'too-many-mints',
  'too-many-mint-changes',
  'too-many-verifiers',
  'long-claim',
  'long-host',
  'long-description',
  'multisig-too-many',
] as const satisfies readonly InadmissibleKind[];

/** The flaws of a transaction that no validator may sign. */
export const INADMISSIBLE_KINDS = words<InadmissibleKind>({
  'too-many-operations': true,
  'long-name': true,
  'long-new-name': true,
  'empty-new-name': true,
  'control-in-name': true,
  'too-many-mints': true,
  'too-many-mint-changes': true,
  'too-many-verifiers': true,
  'long-claim': true,
  'long-host': true,
  'long-description': true,
  'repeated-mint': true,
  'no-operation': true,
  'foreign-terms': true,
  'greedy-terms': true,
  'burnt-admin': true,
  'second-claim': true,
  'small-order-sender': true,
  'foreign-sender': true,
  'multisig-too-few': true,
  'multisig-duplicate': true,
  'multisig-stranger': true,
  'multisig-forged': true,
  'multisig-surplus-forged': true,
  'multisig-foreign-account': true,
  'multisig-no-quorum': true,
  'multisig-repeated': true,
  'multisig-too-many': true,
  'verifiers-too-few': true,
  'verifier-duplicate': true,
  'verifier-stranger': true,
  'verifier-forged': true,
  'verifier-surplus-forged': true,
});

/** The roles that a validator key must never have. */
export const FORBIDDEN_ROLES = words<ForbiddenRole>({
  sender: true,
  signer: true,
  verifier: true,
});

/** The flaws in the bytes of a transaction. */
export const ENCODING_FAULTS = words<EncodingFault>({
  'trailing-bytes': true,
  truncated: true,
  'padded-length': true,
  'unknown-release': true,
  'unknown-signature-kind': true,
  'wrong-network': true,
  'wrong-key': true,
  'small-order-key': true,
  'malleable-s': true,
});

function words<Word extends string>(table: Readonly<Record<Word, true>>): readonly Word[] {
  return Object.keys(table) as Word[];
}
