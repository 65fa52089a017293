import { parseDuration } from '../duration.ts';
import type { Path, Problem } from './diagnostic.ts';
import type { RawDelay, RawScenario, RawStep } from './raw-scenario.ts';

/** Find values that are well formed alone but contradict each other; expects a checked shape. */
export function checkValues(raw: RawScenario): readonly Problem[] {
  const { network, workload } = raw;
  return [
    ...checkDelay(network?.default?.delay, ['network', 'default', 'delay']),
    ...(network?.links ?? []).flatMap(({ delay }, index) =>
      checkDelay(delay, ['network', 'links', index, 'delay']),
    ),
    ...workload.flatMap(({ steps }, entry) =>
      steps.flatMap((step, index) => checkStep(step, ['workload', entry, 'steps', index])),
    ),
  ];
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
  if (step.op !== 'claim' || step.quorum === undefined) return [];
  const count = step.verifiers?.length ?? 0;
  if (step.quorum <= count) return [];
  const message = `expected at most the count of verifiers, ${count}, got ${step.quorum}`;
  return [{ path: [...path, 'quorum'], at: 'value', message }];
}
