import type { RunResult } from '@quorate/simulator';

/** The validators that ended with one state digest. */
export interface DigestGroup {
  readonly digest: string;
  readonly names: readonly string[];
}

/** Groups the validators that are up by the state that they hold, the largest group first. */
export function groupByDigest({ validators }: RunResult): readonly DigestGroup[] {
  const groups = new Map<string, string[]>();
  for (const { name, digest } of validators.filter(isUp)) {
    groups.set(digest, [...(groups.get(digest) ?? []), name]);
  }
  return [...groups]
    .map(([digest, names]) => ({ digest, names }))
    .sort((a, b) => b.names.length - a.names.length);
}

/** Lists the validators that are down at the end of the run. */
export function validatorsDown({ validators }: RunResult): readonly string[] {
  return validators.filter((validator) => !isUp(validator)).map(({ name }) => name);
}

function isUp({ status }: RunResult['validators'][number]): boolean {
  return status === 'active';
}
