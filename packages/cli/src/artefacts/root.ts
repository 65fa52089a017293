import { writeReason } from '../system-reason.ts';

/** The folder that what shows failures is kept in, where no other is asked for. */
export const USUAL_ROOT = '.quorate';

/** Hold the options that say where what shows failures is kept; without either nothing is. */
export interface RootOptions {
  /** The folder that somebody asked for. */
  readonly artefacts?: string;
  /** The folder where nobody did: it matters only once there is something to keep. */
  readonly usualArtefacts?: string;
}

/** Give the folder above all artefacts. */
export function rootOf({ artefacts, usualArtefacts }: RootOptions): string | undefined {
  return artefacts ?? usualArtefacts;
}

/** Say where artefacts are kept, and who hears of it where that cannot be. */
export interface Keeping {
  /** The folder above all artefacts; undefined keeps nothing. */
  readonly root: string | undefined;
  readonly complain: (line: string) => void;
}

/**
 * Write the artefacts of a failure, and tell whether that was possible: where it is not, that is said, and
 * the report is worth having all the same.
 */
export function tryToKeep(folder: string, { complain }: Keeping, write: () => void): boolean {
  try {
    write();
    return true;
  } catch (error) {
    const reason = writeReason(error);
    if (reason === undefined) throw error;
    complain(
      `warning: ${folder} cannot be written (${reason}): the artefacts of this failure are not kept\n`,
    );
    return false;
  }
}
