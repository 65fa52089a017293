import { createSampler, type Sampler } from './distribution.ts';
import type { Duplication, LinkModel, Reordering } from './link-model.ts';

/** A model of a link, read once for all messages that it goes for. */
export interface LinkReading {
  readonly model: LinkModel;
  readonly delay: Sampler;
  /** Draws how much later than its message a copy arrives; undefined where there are no copies. */
  readonly copies: (Omit<Duplication, 'delay'> & { readonly delay: Sampler }) | undefined;
  /** Draws how much longer a message travels that is held up; undefined where none is. */
  readonly lateness: (Omit<Reordering, 'by'> & { readonly by: Sampler }) | undefined;
  /** Whether the link does more than delay and lose messages. */
  readonly hasTroubles: boolean;
}

/** Reads a model. @throws DistributionError where a delay describes no duration */
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
