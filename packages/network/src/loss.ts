import type { LinkModel } from './link-model.ts';
import type { Stream } from './rng.ts';

/** Decides which messages of one link are lost. */
export interface Losses {
  /** Draws whether the next message is lost; costs one `chance`. */
  next(model: LinkModel, stream: Stream): boolean;
}

/**
 * Creates the losses of a link that has lost nothing yet.
 *
 * With bursts, the link is a chain of two states, losing and not (Gilbert's model). The chances to
 * move between them are such that the share of lost messages is `drop` and the mean length of a run
 * of losses `burst`; where `drop` is too much for runs so short, runs are as long as they must be.
 */
export function createLosses(): Losses {
  let isLosing = false;
  return {
    next({ drop, burst }, stream) {
      if (burst === undefined) return stream.chance(drop);
      isLosing = stream.chance(isLosing ? stays(drop, burst) : begins(drop, burst));
      return isLosing;
    },
  };
}

function begins(drop: number, burst: number): number {
  return drop === 1 ? 1 : Math.min(1, drop / (burst * (1 - drop)));
}

function stays(drop: number, burst: number): number {
  return drop === 0 ? 0 : Math.max(1 - 1 / burst, (2 * drop - 1) / drop);
}
