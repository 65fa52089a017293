import { performance } from 'node:perf_hooks';
import { causeOfScenario, runForCause, runTask, shrinkScenario } from '@quorate/fuzzer';
import { goHunting } from './hunt.ts';
import type { Confirmation, FuzzRequest, ShrinkTask } from './job.ts';
import type { Means } from './means.ts';

/** Does the work of a request, in this thread. */
export function doWork(request: FuzzRequest): unknown {
  const { means } = request;
  const { space, crypto } = means;
  switch (request.work) {
    case 'run':
      return request.given.map((task) => runTask(task, space, { crypto }));
    case 'confirm': {
      const { result, cause } = runForCause(request.given, { crypto });
      const confirmation: Confirmation = { cause, traceHash: result?.traceHash ?? '' };
      return confirmation;
    }
    case 'shrink':
      return shrink(request.given, means);
    case 'hunt':
      return goHunting(request.given, means);
  }
}

function shrink({ scenario, cause, attempts, seconds }: ShrinkTask, { crypto }: Means) {
  const end = performance.now() + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
  return shrinkScenario(scenario, (candidate) => causeOfScenario(candidate, { crypto }) === cause, {
    attempts,
    mayGoOn: () => performance.now() < end,
  });
}
