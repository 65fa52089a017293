import {
  amount,
  count,
  duration,
  flag,
  type Loaded,
  listOf,
  mapping,
  node,
  nonce,
  orElse,
  someOf,
  unless,
  type ValueOf,
  word,
} from '../forms.ts';
import { acting, type DeedOf } from './act.ts';
import { CERTIFICATE_FLAWS, ENCODING_FAULTS, INADMISSIBLE_KINDS } from './words.ts';

const payment = { to: node('Who would be paid.'), amount: amount('How much, in least units.') };
const targets = {
  'targets?': listOf('Where it is sent; by default everywhere.', node('A validator or a proxy.')),
};

const rival = mapping('One of the payments.', {
  ...payment,
  validators: listOf('Who is asked to sign it first.', node('A validator.')),
  'deliver?': listOf('Who gets its certificate; by default all.', node('A validator.')),
});

/** The forms of the acts of a Byzantine client. */
export const clientActs = [
  acting(
    'equivocate',
    'Signs several payments for one nonce and hands each to its own validators.',
    {
      rivals: someOf('The payments.', rival, 2),
      'nonce?': nonce("The nonce; the client's next by default."),
      'cross?': duration('After how long each goes to all others too; never by default.'),
    },
  ),
  acting('nonce-abuse', 'Signs a payment at a nonce that is not due.', {
    kind: word('One ahead, one that is settled, or the largest.', ['gap', 'reuse', 'huge']),
    ...payment,
    ...targets,
  }),
  acting('bad-encoding', 'Sends a payment in bytes that nobody may take.', {
    kind: word('What is wrong with them.', ENCODING_FAULTS),
    ...payment,
    ...targets,
  }),
  acting('incomplete-certificate', 'Delivers a certificate with a flaw.', {
    flaw: word('What is wrong with its signatures.', CERTIFICATE_FLAWS),
    ...payment,
    ...targets,
  }),
  acting('leaked-keys', 'Certifies a payment with keys of an epoch that has ended.', {
    'epoch?': orElse(count('The epoch; 0 by default.'), 0),
    'reuse?': unless(
      flag('Whether it is for the last nonce that is used already; false by default.'),
      false,
    ),
    'mixed?': unless(
      flag('Whether one of them stands among signatures of the current committee.'),
      false,
    ),
    ...payment,
    ...targets,
  }),
  acting('inadmissible', 'Signs what no validator may sign.', {
    kind: word('What is wrong with it.', INADMISSIBLE_KINDS),
    ...targets,
  }),
  acting('forged-share', "Forges a member's signature under what lacks signatures.", {
    of: node('The multisig account.'),
  }),
];

/** One thing that a Byzantine client does, bypassing its own client software. */
export type ClientAct = ValueOf<(typeof clientActs)[number]>;

/** What a Byzantine client may do. */
export type ClientDeed = DeedOf<ClientAct>;

type Of<Name extends ClientDeed['act']> = Extract<ClientDeed, { readonly act: Name }>;

/**
 * Signs several payments for one nonce and hands each to other validators. Each payment that
 * collects a quorum of signatures is certified and delivered. After `cross`, in nanoseconds, every
 * rival also goes to all other validators.
 */
export type Equivocate = Of<'equivocate'>;

/** One of the payments for one nonce. */
export type Rival = ValueOf<typeof rival>;

/** A payment of native tokens, in least units. */
export type Payment = Loaded<typeof payment>;

/**
 * Signs a payment at a nonce that is not due: one too high (`gap`), one already settled (`reuse`),
 * or the largest (`huge`).
 */
export type NonceAbuse = Of<'nonce-abuse'>;

/** Sends a payment in bytes that every receiver must refuse. */
export type BadEncoding = Of<'bad-encoding'>;

/**
 * Certifies a payment with leaked keys of an epoch that has ended, which should have been
 * destroyed. Its nonce is the next one of the client or, with `reuse`, the last used one: then it is
 * a rival of the last payment that the client sent (S2). With `mixed`, a single leaked key provides
 * one signature of the quorum, and the current committee the others (C8, C9).
 */
export type LeakedKeys = Of<'leaked-keys'>;

/** Collects signatures for a payment at its next nonce and delivers a certificate with a flaw. */
export type IncompleteCertificate = Of<'incomplete-certificate'>;

/**
 * Signs a transaction that no validator may sign, and delivers its certificate if a quorum signs it
 * nevertheless.
 */
export type Inadmissible = Of<'inadmissible'>;

/**
 * Submits what of a multisig account lacks signatures with one in another member's name that is
 * none (P9).
 */
export type ForgedShare = Of<'forged-share'>;
