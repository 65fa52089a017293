/** Gives parts of some work to several jobs, as each of them becomes free. */
export interface Pool<Job> {
  /**
   * Has every part done, and gives the results in the order of the parts. Parts that have not begun
   * when `mayGoOn` returns false are left out.
   *
   * @throws what a job throws. After that the pool is useless.
   */
  all<Part, Made>(
    parts: readonly Part[],
    act: (job: Job, part: Part) => Promise<Made>,
    mayGoOn?: () => boolean,
  ): Promise<readonly Made[]>;
  stop(): void;
}

/** Creates a pool of at most `size` jobs, each started once there is work for it. */
export function createPool<Job extends { stop(): void }>(
  size: number,
  startJob: () => Job,
): Pool<Job> {
  const jobs: Job[] = [];

  function jobOf(index: number): Job {
    const job = jobs[index] ?? startJob();
    jobs[index] = job;
    return job;
  }

  return {
    async all<Part, Made>(
      parts: readonly Part[],
      act: (job: Job, part: Part) => Promise<Made>,
      mayGoOn: () => boolean = () => true,
    ): Promise<readonly Made[]> {
      const made = new Map<number, Made>();
      const queue = parts.entries();
      async function work(job: Job): Promise<void> {
        while (mayGoOn()) {
          const { value: next, done } = queue.next();
          if (done === true) return;
          made.set(next[0], await act(job, next[1]));
        }
      }
      const busy = Array.from({ length: Math.min(size, parts.length) }, (_, index) =>
        work(jobOf(index)),
      );
      await Promise.all(busy);
      return [...made].sort(([one], [other]) => one - other).map(([, result]) => result);
    },
    stop() {
      for (const job of jobs) job.stop();
    },
  };
}
