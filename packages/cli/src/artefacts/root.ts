import { writeReason } from '../output/system-reason.ts';

/** The folder for the artefacts of failures, unless another is requested. */
export const USUAL_ROOT = '.quorate';

/** The options that say where the artefacts of failures are kept; without either, none are kept. */
export interface RootOptions {
  /** The folder that the user requested. */
  readonly artefacts?: string;
  /** The folder to use otherwise; it matters only once there is something to keep. */
  readonly usualArtefacts?: string;
}

/** Gives the folder above all artefacts; undefined if none are kept. */
export function rootOf({ artefacts, usualArtefacts }: RootOptions): string | undefined {
  return artefacts ?? usualArtefacts;
}

/** Where artefacts are kept, and who is told if they cannot be written. */
export interface Keeping {
  /** The folder above all artefacts; undefined if none are kept. */
  readonly root: string | undefined;
  readonly complain: (line: string) => void;
}

/**
 * Writes the artefacts of a failure, and tells whether that worked. If it did not, it complains and
 * goes on: the report is useful without them.
 */
export function tryToKeep(folder: string, { complain }: Keeping, write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    const reason = writeReason(error);
    if (reason === undefined) throw error;
    complain(
      `warning ${folder} cannot be written (${reason}): the artefacts of this failure are not kept\n`,
    );
    return false;
  }
}
