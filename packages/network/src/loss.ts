import type { LinkModel } from './link-model.ts';
import type { Stream } from './rng.ts';

/** Decides which messages of one link are lost. */
export interface Losses {
  /** Draws whether the next message is lost; costs one `chance`. */
  next(model: LinkModel, stream: Stream): boolean;
}

/**
 * Creates the losses of a link that has carried nothing yet.
 *
 * With bursts, the link has two states, losing and not losing (Gilbert's model). The probabilities
 * of changing state are such that the share of lost messages is `drop` and the average run of
 * losses has length `burst`. If `drop` is too high for such short runs, they are as long as
 * necessary. The first message may find the link in a burst: were it never so, the share would be
 * far lower on links that carry little.
 */
export function createLosses(): Losses {
  let isLosing: boolean | undefined;
  return {
    next({ drop, burst }, stream) {
      const isLost = stream.chance(burst === undefined ? drop : likelihood(drop, burst));
      isLosing = burst === undefined ? undefined : isLost;
      return isLost;
    },
  };

  function likelihood(drop: number, burst: number): number {
    if (isLosing === undefined) return drop;
    return isLosing ? stays(drop, burst) : begins(drop, burst);
  }
}

function begins(drop: number, burst: number): number {
  return Math.min(1, drop / (burst * (1 - drop)));
}

function stays(drop: number, burst: number): number {
  return drop === 0 ? 0 : Math.max(1 - 1 / burst, (2 * drop - 1) / drop);
}
