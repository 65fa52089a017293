import { DEFAULT_SPACE } from '@quorate/simulator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JobLostError } from '../jobs/child.ts';
import type { Catch } from './hunt.ts';
import { type FuzzRequest, jobOf } from './job.ts';
import { type HuntingPlan, hunt, median, scoreOf } from './scoreboard.ts';

const mutant = { id: 'any', title: 'does wrong', rule: 'V4' };

function kill(runs: number, oracle = 'no-double-sign'): Catch {
  return {
    runs,
    seconds: runs / 100,
    kill: { oracle, cause: `${oracle}: any`, size: undefined, shrinkSeconds: 1 },
  };
}

const escaped: Catch = { runs: 500, seconds: 60, kill: undefined };

describe('scoreOf', () => {
  it('calls a mutant killed where more than half of the hunts kill it', () => {
    expect(scoreOf(mutant, [kill(3), escaped, kill(9)])).toMatchObject({ isKilled: true, runs: 9 });
    expect(scoreOf(mutant, [kill(3), escaped, escaped])).toMatchObject({
      isKilled: false,
      runs: undefined,
      seconds: undefined,
    });
    expect(scoreOf(mutant, [kill(3), escaped]).isKilled).toBe(false);
  });

  it('names the invariants that broke, the most frequent first', () => {
    const { oracles } = scoreOf(mutant, [kill(1), kill(2, 'convergence'), kill(3, 'convergence')]);
    expect(oracles).toEqual(['convergence', 'no-double-sign']);
  });

  it('passes on why a mutant survives', () => {
    const survives = 'it is equal to the right one';
    expect(scoreOf({ ...mutant, survives }, [escaped]).mutant.survives).toBe(survives);
  });
});

describe('hunt', () => {
  const plan: HuntingPlan = {
    space: DEFAULT_SPACE,
    crypto: 'stub',
    strategy: { kind: 'random' },
    first: 1n,
    jobs: 1,
    repeats: 2,
    runs: 500,
    seconds: 60,
  };
  const mutants = ['one', 'two', 'three'].map((id) => ({ ...mutant, id }));
  const progress = { say: () => undefined };

  /** Catches every mutant that is hunted, unless `act` gives another result. */
  function startJob(act: (request: FuzzRequest, stopped: Promise<never>) => unknown) {
    return () => {
      let stop: () => void = () => undefined;
      const stopped = new Promise<never>((_, reject) => {
        stop = () => reject(new JobLostError('the hunt', 'was ended by SIGTERM'));
      });
      stopped.catch(() => undefined);
      return jobOf({
        ask: async (request) => (await act(request, stopped)) ?? kill(3),
        stop: () => stop(),
      });
    };
  }

  it('gives the scores of those that were hunted to the end when it is called off', async () => {
    const controller = new AbortController();
    const asked: string[] = [];
    const act = ({ given }: FuzzRequest, stopped: Promise<never>) => {
      asked.push((given as { mutant: string }).mutant);
      if (asked.length < 4) return undefined;
      controller.abort();
      return stopped;
    };
    const stage = { startJob: startJob(act), progress, interrupt: controller.signal };
    const scores = await hunt(mutants, plan, stage);
    expect(asked).toEqual(['one', 'one', 'two', 'two']);
    expect(scores).toMatchObject([{ mutant: { id: 'one' }, hunts: [kill(3), kill(3)] }]);
  });

  it('says which of all hunts it is at, and what is wrong with who is hunted', async () => {
    const lines: string[] = [];
    const interrupt = new AbortController().signal;
    const say = (line: string) => void lines.push(line);
    const stage = { startJob: startJob(() => undefined), progress: { say }, interrupt };
    await hunt(mutants.slice(0, 2), plan, stage);
    expect(lines).toEqual([
      'hunt 1 of 4: one, which does wrong',
      'hunt 2 of 4: one, which does wrong',
      'hunt 3 of 4: two, which does wrong',
      'hunt 4 of 4: two, which does wrong',
    ]);
  });

  it('fails where a process is lost and nobody called it off', async () => {
    const act = () => Promise.reject(new JobLostError('the hunt', 'was ended by SIGKILL'));
    const interrupt = new AbortController().signal;
    const hunted = hunt(mutants, plan, { startJob: startJob(act), progress, interrupt });
    await expect(hunted).rejects.toThrow('was ended by SIGKILL');
  });
});

describe('median', () => {
  it('is the value in the middle, the lower of two', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const middle = median(values) ?? Number.NaN;
        const half = values.length / 2;
        expect(values).toContain(middle);
        expect(values.filter((value) => value < middle).length).toBeLessThan(half);
        expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(half);
      }),
    );
  });

  it('is undefined where it is endless, or nothing is there', () => {
    expect(median([1, Infinity, Infinity])).toBeUndefined();
    expect(median([])).toBeUndefined();
  });
});
