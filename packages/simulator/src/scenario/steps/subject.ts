import { ESCROW_ROLES, ESCROW_STATUSES, LIMITS } from '@quorate/protocol';
import { type Form, type Loaded, listOf, mark, nonce, same, whole, word } from '../forms.ts';
import { paddedHex } from '../padded-hex.ts';
import { rawBytes32 } from '../raw-values.ts';
import { definition } from '../schema-shapes.ts';

/** The form of a label. */
export const label = (description: string) => same<string>(definition('label', description));

/** The form of a state or a key; loaded, it is 64 hex digits. */
export const bytes32 = (description: string): Form<string> => ({
  schema: definition('bytes32', description),
  load: paddedHex,
  state: rawBytes32,
});

/** The forms of the keys that say what is read. */
export const subjectKeys = {
  'token?': label('A token that is read instead of an account.'),
  'andTokens?': listOf('Further tokens that are read with it.', label('A token.')),
  'job?': label('A job that is read instead of an account.'),
  'andJobs?': listOf('Further jobs that are read with it.', label('A job.')),
  'jobs?': word(
    'As what the account takes part in the jobs that are read.',
    ESCROW_ROLES,
    'client, provider or evaluator',
  ),
  'status?': word(
    'In which status those jobs are; in any by default.',
    ESCROW_STATUSES,
    'Funded, Submitted, Completed or Refunded',
  ),
  'certificates?': nonce('From which nonce on certificates of the account are read.'),
  'limit?': whole(
    'How many of them at most; all that a proxy gives at once by default.',
    1,
    LIMITS.certificatesPerRequest,
  ),
  'certificate?': word(
    'Which one certificate is read: the last that settled of the account, or what created the token or the job, or decided the job.',
    ['last', 'creation', 'decision'],
    'last, creation or decision',
  ),
  'balances?': listOf(
    'Of which tokens balances of the account are read beside the native one; of all by default.',
    label('A token.'),
  ),
  'cells?': listOf('Which cells of the account are read; all by default.', bytes32('A cell.')),
  // Rule P9.
  'incomplete?': mark('true reads what of the account lacks signatures; false by default.', true),
};

/**
 * What is read instead of an account: a token, a job, the jobs of an account in one role, its
 * certificates from a nonce on, a single certificate, or its transactions that lack signatures.
 * Tokens and jobs are given by label, cells as 64 hex digits.
 */
export type Subject = Loaded<typeof subjectKeys>;

/** Tells whether the subject is just the account, with all or some of what is known of it. */
export function isOfAccount(subject: Subject): boolean {
  const { token, job, jobs, certificates, certificate, incomplete } = subject;
  const others = [token, job, jobs, certificates, certificate, incomplete];
  return others.every((each) => each === undefined);
}
