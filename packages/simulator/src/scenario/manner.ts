import { present } from '../present.ts';
/** How a transaction is written and signed; an absent key means the way of current clients. */
export interface Manner {
  readonly release?: StepRelease;
  /** Whether its certificate must be kept forever. */
  readonly archival?: true;
  /** The label of the token in which its fee is paid; absent means the native token. */
  readonly feeToken?: string;
  readonly form?: SignedForm;
  /** Whether certificates of transactions it may build on come with it (rule P6). */
  readonly witnesses?: true;
}

/** A release that a file can ask for: the shape of 2025, which names no release and no network. */
export type StepRelease = 'Unversioned';

/**
 * What senders may sign instead of the signing form: everything that they submit, including
 * signatures of verifiers (rule V10).
 */
export type SignedForm = 'full';

/** The manner as the file states it. */
export interface RawManner extends Omit<Manner, 'archival' | 'witnesses'> {
  readonly archival?: boolean;
  readonly witnesses?: boolean;
}

/** Gives the keys of a step that say how its transaction is written, and no others. */
export function mannerOf({ release, archival, feeToken, form, witnesses }: RawManner): Manner {
  return present({
    release,
    archival: archival === true ? archival : undefined,
    feeToken,
    form,
    witnesses: witnesses === true ? witnesses : undefined,
  });
}

/**
 * Tells whether a transaction is written as the client's own software writes it, with or without
 * witnesses.
 */
export function isPlain(manner: Manner): boolean {
  return Object.keys(mannerOf(manner)).every((key) => key === 'witnesses');
}
