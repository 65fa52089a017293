import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { causeOfScenario, type Shrunk } from '@quorate/fuzzer';
import { DEFAULT_SPACE, generateScenario, type Scenario } from '@quorate/simulator';
import { afterAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../exit-code.ts';
import { JobLostError } from '../jobs/child.ts';
import { doWork } from './do-work.ts';
import { examine } from './findings.ts';
import { type FuzzStage, fuzz } from './fuzz.ts';
import { type FuzzJob, type FuzzRequest, jobOf } from './job.ts';
import { doubtOf } from './origin.ts';
import { type FuzzOptions, type FuzzPlan, planOf } from './plan.ts';

const root = mkdtempSync(join(tmpdir(), 'quorate-fuzz-'));
afterAll(() => rmSync(root, { recursive: true }));

/** Does the work of job processes in this process, after as many turns as the test says. */
function localJobs(turns: () => number, change: (made: unknown, request: FuzzRequest) => unknown) {
  const house = { started: 0, stopped: 0 };
  const startJob = (): FuzzJob => {
    house.started += 1;
    return jobOf({
      ask: async (request) => {
        for (let turn = turns(); turn > 0; turn -= 1) await Promise.resolve();
        return change(await doWork(request), request);
      },
      stop: () => {
        house.stopped += 1;
      },
    });
  };
  return { house, startJob };
}

const unchanged = (made: unknown) => made;
const span = (least: number, greatest: number) => ({ least, greatest });

/** Plans a search through small runs: nothing here depends on what runs are like. */
function plan(jobs: number, runs: number, options: Partial<FuzzOptions> = {}): FuzzPlan {
  const planned = planOf({
    profile: 'safe',
    crypto: 'stub',
    baseSeed: 11n,
    maxFailures: 5,
    changes: span(0, 0),
    runs,
    jobs,
    ...options,
  });
  const small = { validators: span(1, 4), clients: span(2, 2), steps: span(0, 1) };
  return { ...planned, space: { ...planned.space, ...small } };
}

/** Gives a job that is interrupted by Ctrl-C in the middle of work that it never ends. */
function interruptedJob(
  controller: AbortController,
  isEndless: (request: FuzzRequest) => boolean,
): FuzzJob {
  let lose: (reason: Error) => void = () => undefined;
  return jobOf({
    ask: async (request) => {
      if (!isEndless(request)) return await doWork(request);
      const lost = new Promise((_, reject) => {
        lose = reject;
      });
      controller.abort();
      return await lost;
    },
    stop: () => lose(new JobLostError('any work', 'was ended by SIGTERM')),
  });
}

function stage(startJob: () => FuzzJob, given: Partial<FuzzStage>): FuzzStage {
  return {
    startJob,
    progress: { search: () => undefined, say: () => undefined, end: () => undefined },
    events: { add: () => undefined },
    interrupt: new AbortController().signal,
    corpus: undefined,
    artefacts: undefined,
    complain: () => undefined,
    ...given,
  };
}

/** Creates a corpus of a scenario that does not end as it expects. */
function wrongCorpus(name: string, expected = 'outcomes: { alice: refused }'): string {
  const folder = mkdtempSync(join(root, name));
  const text = `version: 1
name: expects-what-does-not-come-true
cluster: { validators: 4, clients: { alice: { balance: 100 }, bob: {}, carol: {} } }
workload:
  - id: one
    client: alice
    steps: [{ op: pay, to: bob, amount: 1 }, { op: pay, to: carol, amount: 2 }]
faults: [{ id: down, kind: crash, node: v1, at: 1 s, restartAfter: 1 s }]
expect: { ${expected} }
`;
  writeFileSync(join(folder, 'wrong.yaml'), text);
  return folder;
}

/** Reads all files below a folder, by their paths there. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  return Object.fromEntries(
    names
      .filter((name) => /\.\w+$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'utf8').replaceAll(folder, '')]),
  );
}

describe('fuzz', () => {
  it('gives the same findings, files and corpus with any number of processes', async () => {
    const comeTo = async (jobs: number) => {
      const corpus = wrongCorpus(`corpus-${jobs}-`);
      const artefacts = join(root, `kept-${jobs}`);
      let turn = 0;
      const turns = () => {
        turn += 7;
        return turn % 5;
      };
      const { startJob } = localJobs(turns, unchanged);
      const finished = await fuzz(plan(jobs, 40), stage(startJob, { corpus, artefacts }));
      const { report, findings, causes } = finished;
      const { shapes, ...sums } = report;
      return {
        sums,
        shapes: shapes.size(),
        causes,
        findings: findings.map(({ run: _run, artefacts: _folder, ...finding }) => finding),
        files: filesOf(artefacts),
        corpus: filesOf(corpus),
      };
    };
    const one = await comeTo(1);
    expect(await comeTo(3)).toEqual(one);
    expect(one.findings).toHaveLength(1);
  });

  it('confirms a failure, makes it smaller, and keeps it as a file that fails in full', async () => {
    const artefacts = join(root, 'kept');
    const { startJob, house } = localJobs(() => 0, unchanged);
    const given = { corpus: wrongCorpus('one-'), artefacts };
    const { findings, causes } = await fuzz(plan(1, 1), stage(startJob, given));
    const [finding] = findings;
    expect(finding?.cause).toMatch(/^expectation: outcomes\./);
    expect(finding?.isConfirmed).toBe(true);
    expect(finding?.shrunk?.to.operations).toBe(1);
    expect(finding?.shrunk?.to.faults).toBe(0);
    expect(causes).toEqual([exitCodes.failed]);
    const read = (name: string) => readFileSync(join(finding?.run?.artefacts ?? '', name), 'utf8');
    const scenario = read('scenario.yaml');
    expect(scenario).toMatch(/^# expectation: outcomes\./m);
    expect(scenario).toMatch(/^# Found by quorate fuzz with wrong\.yaml of the corpus, and made/m);
    expect(scenario).toMatch(/^ {2}traceHash: /m);
    expect(finding?.run?.result.crypto).toBe('full');
    expect(JSON.parse(read('report.json'))).toMatchObject({
      crypto: 'full',
      result: { crypto: 'full' },
    });
    expect(read('stdout.txt')).toContain(', crypto full');
    expect(read('stdout.txt')).not.toContain('crypto stub');
    expect(house.stopped).toBe(house.started);
  });

  it('makes nothing smaller where a violation was expected and nothing breaks', async () => {
    const corpus = wrongCorpus('tame-', 'verdict: liveness');
    const job = stage(localJobs(() => 0, unchanged).startJob, { corpus });
    const [found] = (await fuzz(plan(1, 1), job)).findings;
    expect(found).toMatchObject({ cause: 'pass: liveness was expected', shrunk: undefined });
  });

  it('asks jobs for runs with as many changes of committee as requested', async () => {
    const asked: unknown[] = [];
    const change = (made: unknown, { means }: FuzzRequest) => {
      asked.push(means.space.changes);
      return made;
    };
    const { startJob } = localJobs(() => 0, change);
    const changes = { least: 1, greatest: 1 };
    await fuzz(plan(1, 1, { changes }), stage(startJob, {}));
    expect(new Set(asked)).toEqual(new Set([changes]));
  });

  it('says when a fresh process gives another result, and shrinks nothing', async () => {
    const change = (made: unknown, { work }: FuzzRequest) =>
      work === 'confirm' ? { cause: undefined, traceHash: '' } : made;
    const { startJob } = localJobs(() => 0, change);
    const corpus = wrongCorpus('other-');
    const { findings, causes } = await fuzz(plan(1, 1), stage(startJob, { corpus }));
    expect(findings[0]).toMatchObject({ isConfirmed: false, shrunk: undefined });
    expect(causes).toContain(exitCodes.nondeterminism);
  });

  it.each([
    ['in another process', 'confirm', { isConfirmed: true, shrunk: undefined }, exitCodes.failed],
    ['here', 'nothing', { isConfirmed: true }, exitCodes.nondeterminism],
  ])(
    'hands back what fails where what was made smaller does not, %s',
    async (_, work, held, code) => {
      let confirmed = 0;
      let found: string | undefined;
      const passes = (scenario: Scenario) => ({
        ...scenario,
        expect: { ...scenario.expect, outcomes: [] },
      });
      const change = (made: unknown, request: FuzzRequest) => {
        if (request.work === 'shrink') {
          const shrunk = made as Shrunk;
          return { ...shrunk, scenario: passes(shrunk.scenario) };
        }
        if (request.work !== 'confirm') return made;
        confirmed += 1;
        const { cause } = made as { readonly cause: string | undefined };
        found ??= cause;
        return work === 'confirm' || cause !== undefined
          ? made
          : { ...(made as object), cause: found };
      };
      const { startJob, house } = localJobs(() => 0, change);
      const artefacts = join(root, `unsteady-${work}`);
      const given = { corpus: wrongCorpus(`unsteady-${work}-`), artefacts };
      const { findings, causes } = await fuzz(plan(1, 1), stage(startJob, given));
      expect(confirmed).toBe(2);
      expect(findings).toMatchObject([held]);
      expect(causes).toContain(code);
      expect(house.stopped).toBe(house.started);
    },
  );

  it('ends with what it has when it is interrupted', async () => {
    const controller = new AbortController();
    const { startJob } = localJobs(() => 0, unchanged);
    const none = () => undefined;
    const progress = { search: () => controller.abort(), say: none, end: none };
    const given = { interrupt: controller.signal, progress };
    const { stop, report, causes } = await fuzz(plan(1, 200), stage(startJob, given));
    expect(stop).toBe('interrupt');
    expect(causes).toEqual([exitCodes.interrupted]);
    expect(report.runs).toBe(64);
  });

  it('waits for no run once it is interrupted: one may never end', async () => {
    const controller = new AbortController();
    const isEndless = (task: FuzzRequest) => task.work === 'run' && task.given[0]?.index !== 0;
    const startJob = () => interruptedJob(controller, isEndless);
    const given = { interrupt: controller.signal };
    const { report, stop } = await fuzz(plan(1, 200), stage(startJob, given));
    expect({ runs: report.runs, stop }).toEqual({ runs: 4, stop: 'interrupt' });
  });

  it('gives what it found as it is when it is interrupted during the shrink', async () => {
    const controller = new AbortController();
    const startJob = () => interruptedJob(controller, ({ work }) => work === 'shrink');
    const given = { interrupt: controller.signal, corpus: wrongCorpus('hurried-') };
    const { findings, causes } = await fuzz(plan(1, 1), stage(startJob, given));
    expect(findings).toMatchObject([{ isConfirmed: true, shrunk: undefined }]);
    expect(causes).toEqual([exitCodes.failed, exitCodes.interrupted]);
  });

  it('ends all processes when one fails', async () => {
    const fails = () => {
      throw new Error('fails');
    };
    const { startJob, house } = localJobs(() => 0, fails);
    await expect(fuzz(plan(2, 64), stage(startJob, {}))).rejects.toThrow('fails');
    expect(house.stopped).toBe(house.started);
  });

  it('examines what it has found when a process is lost, and says so', async () => {
    let generations = 0;
    const change = (made: unknown, { work }: FuzzRequest) => {
      if (work !== 'run') return made;
      generations += 1;
      if (generations > 1) throw new JobLostError('runs', 'was ended by SIGKILL');
      return made;
    };
    const { startJob, house } = localJobs(() => 0, change);
    const complaints: string[] = [];
    const given = {
      corpus: wrongCorpus('lost-'),
      artefacts: join(root, 'lost'),
      complain: (line: string) => complaints.push(line),
    };
    const finished = await fuzz(plan(1, 1), stage(startJob, given));
    expect(finished.stop).toBe('lost');
    expect(finished.findings).toHaveLength(1);
    expect(finished.causes).toEqual([exitCodes.failed, exitCodes.environment]);
    expect(complaints.join('')).toMatch(
      /^error runs: the process that ran it was ended by SIGKILL$/m,
    );
    expect(house.stopped).toBe(house.started);
  });

  it.each([
    ['ran it again', 'confirm', /^lost-/],
    ['made it smaller', 'shrink', /^expectation-/],
  ] as const)(
    'reports what it has found if the process that %s is lost',
    async (did, work, kept) => {
      const loss = new JobLostError(work, 'gave no answer for 600 s');
      const ask = async (request: FuzzRequest) => {
        if (request.work === work) throw loss;
        return await doWork(request);
      };
      const complaints: string[] = [];
      const given = {
        corpus: wrongCorpus(`hung-${work}-`),
        artefacts: join(root, `hung-${work}`),
        complain: (line: string) => complaints.push(line),
      };
      const startJob = () => jobOf({ ask, stop: () => undefined });
      const { findings, causes } = await fuzz(plan(1, 1), stage(startJob, given));
      expect(causes).toEqual([exitCodes.failed, exitCodes.environment]);
      expect(complaints).toEqual([`error ${loss.message}\n`]);
      const [finding] = findings;
      const isConfirmed = work === 'shrink';
      expect(finding).toMatchObject({ isConfirmed, shrunk: undefined, lost: loss.message });
      expect(finding && doubtOf(finding)).toBe(`, and the process that ${did} was lost`);
      expect(basename(finding?.artefacts ?? '')).toMatch(kept);
      expect(readdirSync(finding?.artefacts ?? '')).toContain('scenario.yaml');
    },
  );

  it('counts what other processes are at when one is lost', async () => {
    const change = (made: unknown, request: FuzzRequest) => {
      const isLost = request.work === 'run' && request.given[0]?.index === 0;
      if (isLost) throw new JobLostError('run 0', 'was ended by SIGKILL');
      return made;
    };
    const { startJob } = localJobs(() => 0, change);
    const { report, stop } = await fuzz(plan(2, 8), stage(startJob, {}));
    expect({ runs: report.runs, stop }).toEqual({ runs: 1, stop: 'lost' });
  });

  it('keeps the scenario in which the simulator itself throws', async () => {
    const artefacts = join(root, 'threw');
    const scenario = generateScenario(DEFAULT_SPACE, 5n);
    const moment = { kind: 'time', at: 1_000n } as const;
    const faults = [{ id: 'nobody', kind: 'crash', node: 'v99', moment }] as never;
    const broken: Scenario = { ...scenario, faults };
    const cause = causeOfScenario(broken, {}) ?? '';
    expect(cause).toMatch(/^threw: /);
    const first = { index: 0, traceHash: '' } as never;
    const finding = { cause, runs: 1, first, scenario: broken, keptAs: undefined };
    const verification = { isConfirmed: true, shrunk: undefined, lost: undefined };
    const examined = examine(finding, verification, plan(1, 1), {
      root: artefacts,
      complain: () => undefined,
    });
    expect(examined).toMatchObject({ run: undefined, causes: [exitCodes.failed] });
    const kept = readFileSync(join(examined.artefacts ?? '', 'scenario.yaml'), 'utf8');
    expect(kept.split('\n')[0]).toBe(`# ${cause}`);
  });

  it('reports what it found when nothing can be kept, and says so', async () => {
    const { startJob } = localJobs(() => 0, unchanged);
    const complaints: string[] = [];
    const given = {
      corpus: wrongCorpus('unkept-'),
      artefacts: '/dev/null/kept',
      complain: (line: string) => complaints.push(line),
    };
    const { findings } = await fuzz(plan(1, 1), stage(startJob, given));
    const run = { again: 'npx quorate run wrong.yaml' };
    expect(findings).toMatchObject([{ artefacts: undefined, causes: [exitCodes.failed], run }]);
    expect(complaints.join('')).toMatch(/^warning \/dev\/null\/kept\/\S+ cannot be written/m);
  });

  it('examines what it has found when the corpus cannot be written, and says so', async () => {
    const { startJob } = localJobs(() => 0, unchanged);
    const corpus = wrongCorpus('full-');
    const complaints: string[] = [];
    const complain = (line: string) => complaints.push(line);
    const search = () => {
      rmSync(corpus, { recursive: true });
      writeFileSync(corpus, '');
    };
    const progress = { search, say: () => undefined, end: () => undefined };
    const finished = await fuzz(plan(1, 1), stage(startJob, { corpus, complain, progress }));
    expect(finished.findings).toHaveLength(1);
    expect(finished.causes).toEqual([exitCodes.failed, exitCodes.environment]);
    expect(complaints.join('')).toMatch(/^error --corpus: \S+ cannot be written: .*\n$/);
  });

  it('is blind if it ran nothing', async () => {
    const job = stage(localJobs(() => 0, unchanged).startJob, { interrupt: AbortSignal.abort() });
    const { report, causes } = await fuzz(plan(1, 1), job);
    expect(report.runs).toBe(0);
    expect(causes).toEqual([exitCodes.interrupted, exitCodes.unknown]);
  });
});
