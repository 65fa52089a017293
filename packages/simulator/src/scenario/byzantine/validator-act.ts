import {
  CERTIFICATE_CHOICES,
  DEED_DESCRIPTIONS,
  type Deed,
  FALSE_REFUSALS,
  LIE_SUBJECTS,
  RECORD_LIES,
  REQUEST_KINDS,
  SUBMISSION_RULES,
} from '@quorate/byzantine';
import {
  amount,
  integer,
  type Keys,
  listOf,
  node,
  orElse,
  positive,
  type ValueOf,
  word,
} from '../forms.ts';
import { acting, bending, type DeedOf, scope, words } from './act.ts';
import { CHANGE_FORGERIES, FORBIDDEN_ROLES, SNAPSHOT_LIES } from './words.ts';

const by = integer({
  title: 'a whole number, in quotes beyond 9007199254740991',
  description: 'How much it adds; may be below 0.',
  type: ['integer', 'string'],
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  pattern: '^-?[0-9]+$',
  format: 'quorate-signed-uint256',
});

/** The form of an act that needs no partner; what it is, is said where it is done. */
function deed<const A extends Deed['act'], const K extends Keys>(act: A, keys: K) {
  return bending(act, DEED_DESCRIPTIONS[act], keys);
}

const bendingActs = [
  deed('twin', {}),
  deed('double-sign', {}),
  deed('sign-invalid', {
    'rules?': orElse(
      words('The rules; by default all of them.', SUBMISSION_RULES),
      SUBMISSION_RULES,
    ),
  }),
  bending('collude', 'Signs whatever bytes decode, if this client is the sender.', {
    with: node('The client.'),
  }),
  deed('withhold', {
    'kinds?': orElse(words('Which requests; by default all.', REQUEST_KINDS), REQUEST_KINDS),
  }),
  deed('forge', {}),
  deed('duplicate-signer', {}),
  deed('wrong-name', {
    as: node('The other validator.'),
  }),
  deed('stale-view', {
    requests: positive('How many requests to sign or settle ago.'),
  }),
  // With `pending`, it reports what the account has signed for the nonce `by` beyond its next one.
  deed('lie', { about: word('What it lies about.', LIE_SUBJECTS), by }),
  deed('ack-without-apply', {}),
  deed('selective-service', { serves: scope('Whom it serves.') }),
  // Against C5.
  bending('false-snapshot', 'Shows of an account what it did not hold when the epoch ended.', {
    of: node('The client whose account it is.'),
    shows: word('What it shows.', SNAPSHOT_LIES),
    'to?': orElse(
      node('Whom the payment is for that it shows; the client itself by default.'),
      ({ of }) => of,
    ),
    'amount?': orElse(amount('How much that is, in least units; 1 by default.'), 1),
  }),
  // Against C4, C8 and P10. With a moment, it also reports then a change that nobody has made.
  bending('false-change', 'Tells of a change that no quorum has signed, in place of each.', {
    forges: word('What is wrong with it.', CHANGE_FORGERIES),
    members: listOf('Who would be in the committee.', node('A validator.')),
  }),
  deed('false-records', {
    shows: word('What it tells.', RECORD_LIES),
  }),
  deed('other-certificates', {
    shows: word(
      'What is other about them: who has signed, or which they are.',
      CERTIFICATE_CHOICES,
    ),
  }),
  deed('refuse', {
    code: word('The code of the refusal.', FALSE_REFUSALS),
  }),
  // Against P1: only the proxy that a client has asked answers it.
  bending('answer-client', 'Refuses to clients themselves what it is asked to check or to sign.', {
    code: word('The code of the refusal.', FALSE_REFUSALS),
  }),
];

const takeRole = acting('take-role', 'Signs a transaction with its key, as no validator may.', {
  role: word('What its key is in it.', FORBIDDEN_ROLES),
});

const propose = acting('propose', 'Proposes a committee that too few operators have signed.', {
  members: listOf('Who is to be in it.', node('A validator.')),
  'signers?': orElse(
    listOf('Whose operators sign it too; nobody by default.', node('A validator.')),
    [],
  ),
  'quorum?': positive('How many the account asks for that they sign for; a quorum by default.'),
});

/** The forms of the acts of a Byzantine validator. */
export const validatorActs = [...bendingActs, takeRole, propose];

/** One thing that a Byzantine validator does. */
export type ValidatorAct = ValueOf<(typeof validatorActs)[number]>;

/** An act that changes what passes between a validator and the network. */
export type BendingValidatorAct = ValueOf<(typeof bendingActs)[number]>;

/**
 * Signs a transaction with its validator key, which V3 forbids, and delivers its certificate if a
 * quorum signs it.
 */
export type TakeRole = ValueOf<typeof takeRole>;

/**
 * Has its operator, and the operators in league with it, sign a change to these members beside the
 * one that a quorum of operators signs (C3), and delivers its certificate if a quorum of validators
 * signs it. These operators also sign the other change when asked.
 *
 * `signers` are the validators whose operators are in league with it; its own is not listed. Without
 * `quorum` the operators sign for the account of the committee; with it, for another account of the
 * same operators with this quorum.
 */
export type Propose = ValueOf<typeof propose>;

/** What a Byzantine validator may do to what passes between it and the network. */
export type ValidatorDeed = DeedOf<BendingValidatorAct>;

/**
 * Shows a different account in a snapshot from what the account was when the epoch ended; the
 * receiver and the amount matter where a payment is shown.
 */
export type FalseSnapshot = Extract<ValidatorDeed, { readonly act: 'false-snapshot' }>;

/**
 * Refuses to a client, in the place of its proxy, what the validator is asked to check or to sign
 * for it.
 */
export type AnswerClient = Extract<ValidatorDeed, { readonly act: 'answer-client' }>;

/**
 * Reports a change to these members. With a moment, it also reports at that moment a change that
 * nobody has made.
 */
export type FalseChange = Extract<ValidatorDeed, { readonly act: 'false-change' }>;
