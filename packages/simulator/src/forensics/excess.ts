import { counted } from '@quorate/protocol';
import { NODES_DO_NOT_BREAK } from '../expected-verdict.ts';
import { faultyMax } from '../quorums.ts';
import type { RunResult } from '../run-result.ts';
import { byzantineNodes } from '../scenario/byzantine/byzantine-nodes.ts';
import { amnesiacNodes } from '../scenario/faults/amnesiac-nodes.ts';
import type { Scenario } from '../scenario/scenario.ts';

/**
 * Names, in a clause, the committee that had more than f faulty members when an invariant first
 * broke, so that nothing was guaranteed any more; undefined if none had.
 *
 * A Byzantine node whose acts had not taken effect yet counts as correct, and only changes
 * submitted by then count: what happened later explains nothing.
 */
export function excessIn(
  { cluster, changes, faults, byzantine }: Scenario,
  result: Pick<RunResult, 'faults' | 'oracles'>,
): string | undefined {
  const happened = happenedIn(result);
  const liars = byzantine.map((party) => ({ ...party, acts: party.acts.filter(happened) }));
  const faulty = new Set([
    ...byzantineNodes({ byzantine: liars }),
    ...amnesiacNodes({ faults: faults.filter(happened) }),
  ]);
  const committees = [
    { members: cluster.validators, when: '' },
    ...changes
      .filter(happened)
      .map(({ id, members }) => ({ members, when: ` after the change "${id}"` })),
  ];
  for (const { members, when } of committees) {
    const count = members.filter((name) => faulty.has(name)).length;
    const most = faultyMax(members.length);
    if (count <= most) continue;
    return `${count} of ${counted(members.length, 'validator')} ${count === 1 ? 'is' : 'are'} faulty${when}, and f is ${most}`;
  }
  return undefined;
}

/** Tells whether a fault, an act or a change had taken effect when an invariant first broke. */
export function happenedIn({
  faults,
  oracles,
}: Pick<RunResult, 'faults' | 'oracles'>): (each: { readonly id: string }) => boolean {
  const broken = oracles
    .filter(({ name }) => name !== NODES_DO_NOT_BREAK)
    .flatMap(({ violations }) => violations.map(({ at }) => at));
  const isInTime = (at: bigint) => broken.every((each) => at <= each);
  const tookEffect = new Set(
    faults.flatMap(({ id, at }) => (at !== undefined && isInTime(at) ? [id] : [])),
  );
  return ({ id }) => tookEffect.has(id);
}
