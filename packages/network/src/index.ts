export {
  type Between,
  DIRECTIONS,
  type Direction,
  spanOf,
} from './between.ts';
export { clauseOf, type Naming, shown } from './clause.ts';
export {
  createConditions,
  type End,
  type Held,
  type LinkOf,
  type NetworkConditions,
  type Sent,
  type Shelf,
  type Span,
} from './conditions.ts';
export { buildDelay, delayMistakes, type RawDelay } from './delay-notation.ts';
export {
  describeMessage,
  type MessageDescription,
  REQUEST_TYPES,
  RESPONSE,
  verdictOf,
} from './describe-message.ts';
export { createSampler, type Distribution } from './distribution.ts';
export {
  DURATION_UNITS,
  DurationError,
  formatDuration,
  formatSignedDuration,
  parseDuration,
  parseSignedDuration,
} from './duration.ts';
export type { LinkModel } from './link-model.ts';
export { buildLink, LINK_LIMITS, linkMistakes, type RawLink } from './link-notation.ts';
export { messageAnatomy } from './message-anatomy.ts';
export {
  createFaultyNetwork,
  type DropReason,
  type Fate,
  type FaultyNetwork,
  type FaultyNetworkOptions,
  type NetworkClock,
  type NetworkEvent,
} from './network.ts';
export { createRng, type DrawObserver, type Rng, type Stream } from './rng.ts';
export { exponential } from './series.ts';
