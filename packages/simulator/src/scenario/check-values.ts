import { parseDuration } from '../duration.ts';
import type { Path, Problem } from './diagnostic.ts';
import { isExtension } from './names.ts';
import type { RawAccount, RawDelay, RawScenario } from './raw-scenario.ts';
import type { RawOperation, RawStep } from './raw-step.ts';

/** Find values that are well formed alone but contradict each other; expects a checked shape. */
export function checkValues(raw: RawScenario): readonly Problem[] {
  const { cluster, network, workload } = raw;
  return [
    ...Object.entries(cluster.accounts ?? {}).flatMap(([name, account]) =>
      isExtension(name) ? [] : checkAccount(name, account),
    ),
    ...checkDelay(network?.default?.delay, ['network', 'default', 'delay']),
    ...(network?.links ?? []).flatMap(({ delay }, index) =>
      checkDelay(delay, ['network', 'links', index, 'delay']),
    ),
    ...workload.flatMap(({ steps }, entry) =>
      steps.flatMap((step, index) => checkStep(step, ['workload', entry, 'steps', index])),
    ),
  ];
}

function checkAccount(name: string, { signers, quorum }: RawAccount): Problem[] {
  const path = ['cluster', 'accounts', name, 'quorum'];
  return checkCount(quorum, signers.length, path, 'count of signers');
}

function checkDelay(delay: RawDelay | undefined, path: Path): Problem[] {
  switch (delay?.dist) {
    case undefined:
    case 'const':
      return [];
    case 'uniform':
      return checkOrder(delay.min, delay.max, [...path, 'min'], 'max');
    case 'exp':
      return checkOrder(delay.min ?? '0 ms', delay.mean, [...path, 'min'], 'mean');
  }
}

function checkOrder(low: string, high: string, path: Path, bound: string): Problem[] {
  if (parseDuration(low) <= parseDuration(high)) return [];
  return [{ path, at: 'value', message: `expected at most the ${bound}, ${high}, got ${low}` }];
}

function checkStep(step: RawStep, path: Path): Problem[] {
  if (step.op === 'batch') {
    return step.steps.flatMap((each, index) => checkStep(each, [...path, 'steps', index]));
  }
  return step.op === 'claim' ? checkClaim(step, path) : [];
}

function checkClaim(
  { verifiers = [], signers = [], quorum = 0 }: Extract<RawOperation, { readonly op: 'claim' }>,
  path: Path,
): Problem[] {
  const strangers = signers.flatMap((signer, index): Problem[] =>
    verifiers.includes(signer)
      ? []
      : [
          {
            path: [...path, 'signers', index],
            at: 'value',
            message: `expected one of the verifiers, got "${signer}"`,
          },
        ],
  );
  return [
    ...strangers,
    ...checkCount(quorum, verifiers.length, [...path, 'quorum'], 'count of verifiers'),
  ];
}

function checkCount(given: number, count: number, path: Path, noun: string): Problem[] {
  if (given <= count) return [];
  return [{ path, at: 'value', message: `expected at most the ${noun}, ${count}, got ${given}` }];
}
