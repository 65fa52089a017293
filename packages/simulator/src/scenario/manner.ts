/** Say how a transaction is written and signed; what is absent is as current clients have it. */
export interface Manner {
  readonly release?: StepRelease;
  /** Whether its certificate is to be kept for good. */
  readonly archival?: true;
  /** The label of the token that its fee is paid in; the native one when absent. */
  readonly feeToken?: string;
  readonly form?: SignedForm;
  /** Whether certificates of what it may build on come with it (rule P6). */
  readonly witnesses?: true;
}

/** Name a release that a file can ask for: the shape of 2025, which names no release and no network. */
export type StepRelease = 'Unversioned';

/** Name what senders sign that is not the signing form: all that they submit, signatures of verifiers included (rule V10). */
export type SignedForm = 'full';

/** Hold what a file states of it. */
export interface RawManner extends Omit<Manner, 'archival' | 'witnesses'> {
  readonly archival?: boolean;
  readonly witnesses?: boolean;
}

/** Give how a transaction is written, and nothing else of its step. */
export function mannerOf({ release, archival, feeToken, form, witnesses }: RawManner): Manner {
  return {
    ...(release === undefined ? {} : { release }),
    ...(archival === true ? { archival } : {}),
    ...(feeToken === undefined ? {} : { feeToken }),
    ...(form === undefined ? {} : { form }),
    ...(witnesses === true ? { witnesses } : {}),
  };
}

/** Tell whether a transaction is written as a client's own software writes it, whatever comes with it. */
export function isPlain(manner: Manner): boolean {
  return Object.keys(mannerOf(manner)).every((key) => key === 'witnesses');
}
