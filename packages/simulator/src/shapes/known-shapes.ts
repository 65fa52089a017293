import { ERROR_CATALOGUE } from '@quorate/protocol';
import { quorumSize } from '../quorums.ts';
import { quorumShape } from './quorum-shapes.ts';

/** Shapes that are known before any run, so that a report can name those that were never seen. */
export interface KnownShapes {
  /** The possible overlaps of two quorums of the committee. */
  readonly quorums: readonly string[];
  /** The possible divisions of the committee's locks between two rivals. */
  readonly locks: readonly string[];
  /** Every possible refusal, by code and rule; some of them no simulated client can provoke. */
  readonly refusals: readonly string[];
}

/** Lists the known shapes for a committee of this size. */
export function knownShapes(committee: number): KnownShapes {
  return {
    quorums: [...quorumOverlaps(committee)],
    locks: [...lockPatterns(committee)],
    refusals: Object.entries(ERROR_CATALOGUE).flatMap(([code, { meaning }]) =>
      Object.keys(meaning).map((rule) => `refused ${code} (${rule})`),
    ),
  };
}

function* quorumOverlaps(committee: number): Generator<string> {
  for (let less = quorumSize(committee); less <= committee; less += 1) {
    for (let more = less; more <= committee; more += 1) {
      for (let shared = less + more - committee; shared <= less; shared += 1) {
        yield quorumShape(committee, { less, more, shared });
      }
    }
  }
}

function* lockPatterns(committee: number): Generator<string> {
  for (let more = 1; more <= committee; more += 1) {
    for (let less = 0; less <= more && less + more <= committee; less += 1) {
      yield `locks n${committee} ${less === 0 ? more : `${more}+${less}`}`;
    }
  }
}
