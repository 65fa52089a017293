import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunScenarioOptions } from '@quorate/simulator';
import { type BenchOptions, bench, describe } from 'vitest';
import { median, say } from './median.ts';

type Setup = Pick<RunScenarioOptions, 'backend' | 'crypto' | 'watching'>;

/** What `measure.js` is asked for. */
interface Measurement {
  readonly setup: Setup;
  readonly rounds: number;
  readonly paymentsEach: number;
}

/** One run; times in microseconds of processor time. */
interface Sample {
  /** What one signature and one verification cost right before. */
  readonly sign: number;
  readonly verify: number;
  readonly run: number;
  readonly events: number;
  readonly payments: number;
  readonly verifications: number;
  readonly signatures: number;
}

const UNWATCHED = {
  oracles: false,
  atRest: false,
  digest: false,
  trace: false,
  sharing: false,
  situations: false,
};

/** The invariants that the ledger document names and that are checked while a run goes on. */
const DOCUMENTED = [
  'no-double-sign',
  'unique-certificate',
  'certificate-valid',
  'nonce-gapless',
  'nonce-monotone',
  'settled-forever',
  'signing-moves-nothing',
  'lock-exclusive',
  'supply-conserved',
  'no-overdraft-certified',
  'negative-only-by-lag',
  'atomic-batch',
  'signature-authentic',
  'burn-address-is-dead',
  'roles-apart',
  'escrow-pays-once',
  'escrow-status-climbs',
  'token-updates-sequential',
  'mint-authorised',
  'cell-chain',
  'external-claim-quorum',
  'epoch-agreement',
  'epoch-monotone',
  'one-key-one-epoch',
  'frozen-signs-nothing',
  'proxy-truthful',
  'no-lost-ack',
];

/** How many payments it takes until most of the code is compiled. */
const WARM_UP = 10_000;
const CLIENTS = 10;
const ROUNDS = 7;
/**
 * How many runs of 600 payments it takes to see each phase of two full garbage collections. While
 * the heap grows, a run takes up to twice as long as right after a collection.
 */
const WHOLE_CYCLES = 26;

const ONCE: BenchOptions = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };

const cwd = fileURLToPath(new URL('../..', import.meta.url));

function measure(setup: Setup, paymentsEach: number, rounds = ROUNDS): readonly Sample[] {
  const cold = Math.ceil(WARM_UP / (CLIENTS * paymentsEach));
  const measurement: Measurement = { setup, rounds: cold + rounds, paymentsEach };
  const args = ['test/bench/measure.js', JSON.stringify(measurement)];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}: ${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Sample)
    .slice(cold);
}

/** Gives the microseconds that a payment takes, its share of garbage collections included. */
function timeOf(samples: readonly Sample[]): number {
  return sumOf(samples, 'run') / sumOf(samples, 'payments');
}

function sumOf(samples: readonly Sample[], field: keyof Sample): number {
  return samples.reduce((sum, sample) => sum + sample[field], 0);
}

function perPayment(samples: readonly Sample[]): string {
  return `${timeOf(samples).toFixed(0)} us a payment`;
}

function eventRate(samples: readonly Sample[]): number {
  return (sumOf(samples, 'events') / sumOf(samples, 'run')) * 1_000_000;
}

function shown(rate: number): string {
  return `${Math.round(rate).toLocaleString('en')} events/s`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function judged(isMet: boolean): string {
  return isMet ? 'met' : 'NOT met';
}

/** Has something measured once, however often the runner asks, and prints the result. */
function measured(name: string, report: () => string): void {
  let line: string | undefined;
  const work = () => {
    line ??= report();
  };
  bench(name, work, {
    ...ONCE,
    teardown(_task, mode) {
      if (mode === 'run' && line !== undefined) say(line);
    },
  });
}

describe('payments among ten clients, 4 validators, one core', () => {
  measured('full: every signature is verified each time', () => {
    const samples = measure({ crypto: 'full', watching: UNWATCHED }, 30);
    const share = median(
      samples.map(
        ({ verifications, verify, signatures, sign, run }) =>
          (verifications * verify + signatures * sign) / run,
      ),
    );
    const limit = `${percent(share)} of what signatures and verifications alone allow`;
    return `full: ${limit}, at least 80 % wanted: ${judged(share >= 0.8)} (${perPayment(samples)})`;
  });

  for (const backend of ['sodium', 'noble'] as const) {
    measured(`trusted, ${backend}: what this process signed is not verified`, () => {
      const paymentsEach = backend === 'noble' ? 20 : 100;
      const samples = measure({ backend, crypto: 'trusted', watching: UNWATCHED }, paymentsEach);
      const share = median(samples.map(({ signatures, sign, run }) => (signatures * sign) / run));
      const limit = `${percent(share)} of what signatures alone allow`;
      const isMet = judged(share >= 0.6);
      return `trusted, ${backend}: ${limit}, at least 60 % wanted: ${isMet} (${perPayment(samples)})`;
    });
  }

  measured('stub: no Ed25519 at all', () => {
    const samples = measure({ crypto: 'stub', watching: UNWATCHED }, 200);
    const rate = eventRate(samples);
    const isMet = judged(rate >= 200_000);
    return `stub: ${shown(rate)}, at least 200,000 wanted: ${isMet} (${perPayment(samples)})`;
  });

  measured('stub, with and without oracles after every step', () => {
    // Each in a process of its own: code that was compiled for both is slower for either. In turn,
    // because a machine changes from one minute to the next. Messages are frozen in both, as they
    // always are when somebody watches.
    const rounds = [1, 2, 3, 4, 5].map(() => {
      const bare = { ...UNWATCHED, sharing: true };
      const time = (watching: NonNullable<Setup['watching']>) =>
        timeOf(measure({ crypto: 'stub', watching }, 60, WHOLE_CYCLES));
      const without = time(bare);
      const overhead = (watching: Setup['watching']) =>
        time({ ...bare, oracles: true, ...watching }) / without - 1;
      return { own: overhead({ only: DOCUMENTED }), all: overhead({}) };
    });
    const own = median(rounds.map((round) => round.own));
    const all = percent(median(rounds.map((round) => round.all)));
    const wanted = `at most 50 % wanted: ${judged(own <= 0.5)}`;
    return `oracles of the ledger document after every step: ${percent(own)} on top, ${wanted}; with all that were added: ${all}`;
  });

  for (const crypto of ['full', 'cache', 'trusted', 'memo', 'stub'] as const) {
    measured(`${crypto}, with oracles, digests and trace`, () => {
      const samples = measure({ crypto }, 20);
      return `${crypto}, everything watched: ${shown(eventRate(samples))} (${perPayment(samples)})`;
    });
  }
});
