import { createSampler, type Sampler } from './distribution.ts';
import type { Duplication, LinkModel, Reordering } from './link-model.ts';

/** A link model prepared for use, so that this is done once and not for every message. */
export interface LinkReading {
  readonly model: LinkModel;
  readonly delay: Sampler;
  /** Draws how long after its message a copy arrives; undefined when there are no copies. */
  readonly copies: (Omit<Duplication, 'delay'> & { readonly delay: Sampler }) | undefined;
  /** Draws the extra delay of a message that is held up; undefined when none is. */
  readonly lateness: (Omit<Reordering, 'by'> & { readonly by: Sampler }) | undefined;
  /** Whether the link does more than delay and lose messages. */
  readonly hasTroubles: boolean;
}

/**
 * Prepares a link model for use.
 *
 * @throws DistributionError when a delay describes no duration
 */
export function readLink(model: LinkModel): LinkReading {
  const { delay, duplicate, reorder, dropResponses, replay, corrupt } = model;
  return {
    model,
    delay: createSampler(delay),
    copies: duplicate && { ...duplicate, delay: createSampler(duplicate.delay) },
    lateness: reorder && {
      ...reorder,
      by: createSampler({ kind: 'uniform', min: 0n, max: reorder.by }),
    },
    hasTroubles: [duplicate, reorder, dropResponses, replay, corrupt].some(
      (trouble) => trouble !== undefined,
    ),
  };
}
