import { ERROR_CATALOGUE } from '@quorate/protocol';
import { quorumSize } from '../quorums.ts';
import { quorumShape } from './quorum-shapes.ts';

/** Lists shapes that can be told beforehand, so that a report can name those never seen. */
export interface KnownShapes {
  /** How two quorums of the committee can overlap. */
  readonly quorums: readonly string[];
  /** How the validators of the committee can be locked on two rivals. */
  readonly locks: readonly string[];
  /** Every refusal that there is, by code and rule; some no simulated client can provoke. */
  readonly refusals: readonly string[];
}

/** Lists what is known beforehand of a committee of this size. */
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
