import { present } from '../../present.ts';
import { type Loaded, mark, same } from '../forms.ts';
import { definition } from '../schema-shapes.ts';
import { label } from './subject.ts';

/** The forms of the keys that say how a transaction is written and signed. */
export const mannerKeys = {
  // The shape of 2025, which names no release and no network.
  'release?': same<'Unversioned'>(
    definition(
      'release',
      'The release that the transaction is written in; a current one by default.',
    ),
  ),
  'archival?': mark(
    'true has its certificate kept where others are let go of; false by default.',
    true,
  ),
  'feeToken?': label('The token that its fee is paid in; the native one by default.'),
  'form?': same<'full'>(
    definition('form', 'What its sender signs; by default all but the signatures of verifiers.'),
  ),
  // Rule P6.
  'witnesses?': mark(
    'true has the client show with it what clients were last told has settled, for validators that lack it; false by default.',
    true,
  ),
};

/** How a transaction is written and signed; an absent key means the way of current clients. */
export type Manner = Loaded<typeof mannerKeys>;

/**
 * What senders may sign instead of the signing form: everything that they submit, including
 * signatures of verifiers (rule V10).
 */
export type SignedForm = NonNullable<Manner['form']>;

/** Gives the keys of a step that say how its transaction is written, and no others. */
export function mannerOf({ release, archival, feeToken, form, witnesses }: Manner): Manner {
  return present({ release, archival, feeToken, form, witnesses });
}

/**
 * Tells whether a transaction is written as the client's own software writes it, with or without
 * witnesses.
 */
export function isPlain(manner: Manner): boolean {
  return Object.keys(mannerOf(manner)).every((key) => key === 'witnesses');
}
