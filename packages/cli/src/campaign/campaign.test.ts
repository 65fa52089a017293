import { loadScenario, type RunResult } from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenDoubleSpend, firstPayment } from '../../test/sample-result.ts';
import { exitCodes } from '../exit-code.ts';
import { JobLostError } from '../jobs/child.ts';
import { judge, type Repetition } from '../runs/judge.ts';
import { runCampaign } from './campaign.ts';
import type { Job } from './job.ts';
import { type SeedTask, seedRunOf } from './seed-run.ts';

const text = `version: 1
name: any
cluster: { validators: 4, clients: {} }
workload: []
expect: { sometimes: [catch-up] }
`;
const loaded = { file: 'any.yaml', scenario: loadScenario(text, 'any.yaml') };

type Play = (seed: bigint, process: number) => RunResult;

const met = [{ name: 'catch-up', count: 1 } as const];

/** Plays a seed that passes, with a trace of its own. */
const well: Play = (seed) => ({ ...firstPayment, situations: met, traceHash: `${seed}` });

/** Counts the processes that a campaign starts and stops, and what they examine. */
function createHouse(
  play: Play,
  waits: (seed: bigint) => number = () => 0,
  repetition: Repetition | undefined = undefined,
) {
  const house = { started: 0, stopped: 0, examined: [] as { seed: bigint; process: number }[] };
  const startJob = (): Job => {
    house.started += 1;
    const process = house.started;
    const examine = async ({ seed }: SeedTask) => {
      for (let turn = waits(seed); turn > 0; turn -= 1) await Promise.resolve();
      return judge(loaded.file, play(seed, process), repetition);
    };
    return {
      run: async (task) => seedRunOf(task.seed, await examine(task)),
      examine: (task) => {
        house.examined.push({ seed: task.seed, process });
        return examine(task);
      },
      stop: () => {
        house.stopped += 1;
      },
    };
  };
  return { house, startJob };
}

const planOf = (first: bigint, last: bigint, jobs = 2) => ({
  loaded,
  seeds: { first, last },
  jobs,
  means: {},
});

describe('a campaign', () => {
  it('gives the same result with any number of processes, in whatever order runs end', async () => {
    const play: Play = (seed, process) =>
      seed % 5n === 3n ? { ...brokenDoubleSpend, situations: [] } : well(seed, process);
    const one = await runCampaign(planOf(1n, 30n, 1), createHouse(play).startJob);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.nat(20), { minLength: 1 }),
        async (jobs, waits) => {
          const { startJob } = createHouse(play, (seed) => waits[Number(seed) % waits.length] ?? 0);
          const many = await runCampaign(planOf(1n, 30n, jobs), startJob);
          expect(many).toEqual({ ...one, plan: { ...one.plan, jobs } });
        },
      ),
      { numRuns: 50 },
    );
  });

  it('runs every seed once, and starts no more processes than there are seeds', async () => {
    const { house, startJob } = createHouse(well);
    const { seedRuns, runs, causes } = await runCampaign(planOf(7n, 9n, 5), startJob);
    expect(seedRuns.map(({ seed }) => seed)).toEqual([7n, 8n, 9n]);
    expect({ runs, causes, house }).toEqual({
      runs: 3,
      causes: [],
      house: { started: 3, stopped: 3, examined: [] },
    });
  });

  it('runs the lowest seed of each way to fail again, each in a process of its own', async () => {
    const { house, startJob } = createHouse((seed, process) => {
      if (seed >= 8n) return { ...firstPayment, verdict: 'liveness', situations: met };
      return seed >= 5n ? { ...brokenDoubleSpend, situations: met } : well(seed, process);
    });
    const found = await runCampaign(planOf(1n, 10n), startJob);
    expect(found.failures.map(({ name, runs, seed }) => ({ name, runs, seed }))).toEqual([
      { name: 'liveness', runs: 3, seed: 8n },
      { name: 'unique-certificate', runs: 3, seed: 5n },
    ]);
    expect(found.verdicts).toEqual([
      ['pass', 4],
      ['liveness', 3],
      ['violation:unique-certificate', 3],
    ]);
    expect(house.examined).toEqual([
      { seed: 8n, process: 3 },
      { seed: 5n, process: 4 },
    ]);
    expect(house.stopped).toBe(4);
    expect(found).toMatchObject({ failed: 6, causes: [exitCodes.failed, exitCodes.liveness] });
  });

  it('calls a failure that a fresh process does not repeat a lack of determinism', async () => {
    const { startJob } = createHouse((seed, process) =>
      process === 1 ? { ...brokenDoubleSpend, situations: met } : well(seed, process),
    );
    const { failures, causes } = await runCampaign(planOf(4n, 4n), startJob);
    expect(failures[0]?.judged.repetition?.differences).toEqual(
      expect.arrayContaining(['verdict', 'traceHash', 'failure']),
    );
    expect(causes).toContain(exitCodes.nondeterminism);
  });

  it.each([{ drawHash: 'ab'.repeat(32) }, { traceHash: 'ab'.repeat(32) }, { events: 7 }])(
    'compares the run of a failure in a fresh process with the first: %o',
    async (other) => {
      const play: Play = (_, process) =>
        process === 1 ? brokenDoubleSpend : { ...brokenDoubleSpend, ...other };
      // That the second run repeats itself excuses nothing.
      const repeated = { traceHash: '', differences: [] };
      const { startJob } = createHouse(play, undefined, repeated);
      const { failures } = await runCampaign(planOf(4n, 4n), startJob);
      expect(failures[0]?.judged.repetition?.differences).toEqual(Object.keys(other));
    },
  );

  it('says in what a failure differs from its own repetition when both processes agree', async () => {
    const repetition = { traceHash: 'ab'.repeat(32), differences: ['accounts'] };
    const { startJob } = createHouse(() => brokenDoubleSpend, undefined, repetition);
    const { failures } = await runCampaign(planOf(4n, 4n), startJob);
    expect(failures.map(({ judged }) => judged.repetition)).toEqual([repetition]);
  });

  it('may reach the situations that the scenario requires in any of its runs', async () => {
    const only = (lucky: bigint): Play => {
      return (seed, process) => ({
        ...well(seed, process),
        situations: [{ name: 'catch-up', count: seed === lucky ? 1 : 0 }],
      });
    };
    const lucky = await runCampaign(planOf(1n, 9n), createHouse(only(5n)).startJob);
    expect(lucky).toMatchObject({ causes: [], unmet: [], situations: [{ count: 1 }] });
    const unlucky = await runCampaign(planOf(1n, 9n), createHouse(only(10n)).startJob);
    expect(unlucky).toMatchObject({ causes: [exitCodes.failed], unmet: ['catch-up'], failed: 0 });
  });

  it('gives the results of its runs when it is called off, and owes no situation yet', async () => {
    const controller = new AbortController();
    const { house, startJob } = createHouse((seed) => ({ ...firstPayment, traceHash: `${seed}` }));
    const onRun = ({ seed }: { readonly seed: bigint }) => {
      if (seed === 4n) controller.abort();
    };
    const plan = { ...planOf(1n, 100n, 1), onRun, interrupt: controller.signal };
    const { seedRuns, isInterrupted, causes, unmet } = await runCampaign(plan, startJob);
    expect(seedRuns.map(({ seed }) => seed)).toEqual([1n, 2n, 3n, 4n]);
    expect({ isInterrupted, causes, unmet }).toEqual({
      isInterrupted: true,
      causes: [exitCodes.interrupted],
      unmet: [],
    });
    expect(house).toMatchObject({ started: 1, stopped: 1 });
  });

  it('is whole when it is called off once all of its seeds have run', async () => {
    const controller = new AbortController();
    const onRun = ({ seed }: { readonly seed: bigint }) => {
      if (seed === 4n) controller.abort();
    };
    const plan = { ...planOf(1n, 4n, 1), onRun, interrupt: controller.signal };
    const { startJob } = createHouse((seed) => ({ ...firstPayment, traceHash: `${seed}` }));
    expect(await runCampaign(plan, startJob)).toMatchObject({
      isInterrupted: false,
      causes: [exitCodes.failed],
      unmet: ['catch-up'],
    });
  });

  it('waits for no run once it is called off: one may never end', async () => {
    const controller = new AbortController();
    let lose: (reason: Error) => void = () => undefined;
    const startJob = (): Job => {
      const job = createHouse(well).startJob();
      const endless = new Promise<never>((_, reject) => {
        lose = reject;
      });
      const run = (task: SeedTask) => {
        if (task.seed < 3n) return job.run(task);
        controller.abort();
        return endless;
      };
      return {
        ...job,
        run,
        stop: () => lose(new JobLostError('any.yaml', 'was ended by SIGTERM')),
      };
    };
    const plan = { ...planOf(1n, 9n, 1), interrupt: controller.signal };
    const { runs, isInterrupted } = await runCampaign(plan, startJob);
    expect({ runs, isInterrupted }).toEqual({ runs: 2, isInterrupted: true });
  });

  it('does not pass where nothing was run', async () => {
    const plan = { ...planOf(1n, 9n), interrupt: AbortSignal.abort() };
    const { runs, causes } = await runCampaign(plan, createHouse(well).startJob);
    expect({ runs, causes }).toEqual({
      runs: 0,
      causes: [exitCodes.interrupted, exitCodes.unknown],
    });
  });

  it('ends all processes when one is lost', async () => {
    const { house, startJob } = createHouse((seed, process) => {
      if (seed === 3n) throw new JobLostError('any.yaml, seed 0x3', 'was ended by SIGKILL');
      return well(seed, process);
    });
    await expect(runCampaign(planOf(1n, 50n, 4), startJob)).rejects.toThrow(
      'any.yaml, seed 0x3: the process that ran it was ended by SIGKILL',
    );
    expect(house).toMatchObject({ started: 4, stopped: 4 });
  });
});
