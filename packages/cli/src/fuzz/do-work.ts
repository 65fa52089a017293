import { performance } from 'node:perf_hooks';
import {
  causeOfScenario,
  isExpectation,
  runForCause,
  runTask,
  type Shrunk,
  shrinkScenario,
} from '@quorate/fuzzer';
import type { Scenario } from '@quorate/simulator';
import type { GoOn } from '../jobs/answer-requests.ts';
import { goHunting } from './hunt.ts';
import type { Confirmation, FuzzRequest, ShrinkTask } from './job.ts';
import type { Means } from './means.ts';

/** Does the work of a request, in this thread; gives a sign of life before each run. */
export function doWork(request: FuzzRequest, goOn: GoOn = () => undefined): unknown {
  const { means } = request;
  const { space, crypto } = means;
  switch (request.work) {
    case 'run':
      return request.given.map((task) => {
        goOn();
        return runTask(task, space, { crypto });
      });
    case 'confirm': {
      const { result, cause } = runForCause(request.given, { crypto });
      const confirmation: Confirmation = { cause, traceHash: result?.traceHash ?? '' };
      return confirmation;
    }
    case 'shrink':
      return shrink(request.given, means, goOn);
    case 'hunt':
      return goHunting(request.given, means, { goOn });
  }
}

function shrink(
  { scenario, cause, attempts, seconds }: ShrinkTask,
  { crypto }: Means,
  goOn: GoOn,
): Shrunk {
  const end = performance.now() + (seconds ?? Number.POSITIVE_INFINITY) * 1000;
  const stillFails = (candidate: Scenario) => {
    goOn();
    return causeOfScenario(candidate, { crypto }) === cause;
  };
  return shrinkScenario(scenario, stillFails, {
    attempts,
    mayGoOn: () => performance.now() < end,
    isExpectation: isExpectation(cause),
  });
}
