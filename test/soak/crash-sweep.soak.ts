import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { ailmentsAt, backupsAt, lossesAt } from '../crash-sweep/boundaries.ts';
import { BASES, type Swept, sweepAgain, sweepNode, sweepNodes } from '../crash-sweep/sweep.ts';

/** Prints the result of a sweep, and expects it to have found nothing. */
function expectSound(what: string, sweep: () => Swept): void {
  const start = performance.now();
  const { boundaries, runs, failures } = sweep();
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const found = failures.length === 0 ? 'nothing broke' : `${failures.length} broke`;
  const counts = `${boundaries.length} boundaries, ${runs} runs`;
  process.stdout.write(`soak ${what}: ${counts}, ${found}; ${seconds} s\n`);
  expect(failures).toEqual([]);
}

describe.each(BASES)('crashes at every effect of every node in the scenario %s', (base) => {
  it('break nothing, whatever they leave on the disk', () => {
    expectSound(`crashes in ${base}`, () =>
      sweepNodes(base, 'each', (...node) =>
        sweepNode(...node, { places: 'all', troubles: lossesAt }),
      ),
    );
  });

  it('break nothing when they strike a second time', () => {
    expectSound(`second crashes in ${base}`, () =>
      sweepNodes(base, 'each', (...node) =>
        sweepAgain(...node, { places: 'all', troubles: lossesAt }),
      ),
    );
  });

  it('break nothing when the disk is full, or has rotted', () => {
    expectSound(`ailing disks in ${base}`, () =>
      sweepNodes(base, 'each', (...node) =>
        sweepNode(...node, { places: 'all', troubles: ailmentsAt }),
      ),
    );
  });

  it('break nothing when an old backup is put in place', () => {
    expectSound(`old backups in ${base}`, () =>
      sweepNodes(base, 'each', (...node) =>
        sweepNode(...node, { places: 'all', troubles: backupsAt }),
      ),
    );
  });
});
