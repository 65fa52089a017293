import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, expect, it } from 'vitest';
import { changeUnderLoad } from '../committees/changes.ts';
import { startCommanded } from '../committees/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-committees-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A devnet, and the load that a quiet machine with two cores keeps up with. */
interface Soak {
  /** Options of `quorate devnet`; without `--ephemeral` it keeps its data on disk. */
  readonly options: string;
  /** Payments a second, of all accounts together. */
  readonly rate: number;
  /**
   * Milliseconds that the slowest payment may take; undefined if that and the rate are only
   * reported.
   */
  readonly slowest: number | undefined;
}

const SOAKS: readonly Soak[] = [
  { options: '--ephemeral', rate: 200, slowest: 5_000 },
  { options: '--ephemeral --transport http', rate: 25, slowest: 10_000 },
  { options: '--ephemeral --processes', rate: 20, slowest: 10_000 },
];

const given = process.env['QUORATE_SOAK_DEVNET'];
const rateGiven = process.env['QUORATE_SOAK_RATE'];

/** All of them, or the requested one; what other devnets keep up with depends on the disk. */
function soaksAsked(): readonly Soak[] {
  const soaks =
    given === undefined
      ? SOAKS
      : [
          SOAKS.find(({ options }) => options === given) ?? {
            options: given,
            rate: 200,
            slowest: undefined,
          },
        ];
  return rateGiven === undefined
    ? soaks
    : soaks.map((soak) => ({ ...soak, rate: Number(rateGiven) }));
}

// Five changes: up to 7, down to 4, up to 10, down to 4, and another four.
const COMMANDS = [
  ['--grow-to', '7'],
  ['--shrink-to', '4'],
  ['--grow-to', '10'],
  ['--shrink-to', '4'],
  ['--members', 'v11', 'v12', 'v13', 'v14'],
];

it.each(soaksAsked())(
  '$rate payments a second go on through five changes of committee: $options',
  async ({ options, rate, slowest }) => {
    const start = performance.now();
    const words = options.split(' ').filter((each) => each !== '');
    const devnet = await startCommanded(mkdtempSync(join(folder, 'devnet-')), [
      '--accounts',
      '100',
      ...words,
    ]);
    const outcome = await changeUnderLoad(devnet, COMMANDS, { rate }).finally(() => devnet.stop());
    const { payments, byEpoch, unanswered } = outcome;
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    process.stdout.write(
      `soak committees ${options}: ${payments} payments, ${outcome.rate.toFixed(0)} a second, by epoch ` +
        `${JSON.stringify([...byEpoch.entries()])}; none failed, none doubled; ${unanswered} were sent again for ` +
        `want of an answer; the slowest took ${outcome.slowest.toFixed(0)} ms; ${seconds} s\n`,
    );
    expect([...byEpoch.keys()].toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    if (slowest === undefined) return;
    expect(outcome.rate).toBeGreaterThanOrEqual(0.95 * rate);
    expect(outcome.slowest).toBeLessThanOrEqual(slowest);
    // A proxy that has begun afresh in the new epoch still answers in time.
    expect(unanswered).toBeLessThanOrEqual(payments / 100);
  },
);
