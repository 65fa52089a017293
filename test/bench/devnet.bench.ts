import { loadEd25519 } from '@quorate/crypto';
import { type BenchOptions, bench, describe } from 'vitest';
import {
  anvil,
  fetchPeers,
  hardhat,
  type LoadPlan,
  type Measurement,
  measure,
  type Peer,
  quoratePeer,
  startQuorate,
} from './devnet-peers.ts';
import { createStopwatch, median, say } from './median.ts';

/** Source: perf.md section 7. */
const PLAN: LoadPlan = { accounts: 50, warmUp: 200, transfers: 2000, singles: 200, inFlight: 32 };
const ROUNDS = 5;

const PEERS: readonly Peer[] = [
  quoratePeer('quorate devnet --ephemeral', '--ephemeral'),
  quoratePeer('quorate devnet (durable)', '--data-dir', 'data'),
  anvil,
  hardhat,
];

const ONCE: BenchOptions = { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0 };

async function measureOnce(peer: Peer): Promise<Measurement> {
  const running = await peer.start(PLAN.accounts);
  try {
    return await measure(running, PLAN);
  } finally {
    await running.stop();
  }
}

/** Writes the median, the least and the most of some numbers. */
function spread(numbers: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return [median(numbers), least, most].map((number) => number.toFixed(digits)).join(' / ');
}

/** Sums up the rounds of one network. */
function summary(measured: readonly Measurement[]): string {
  const middle = (of: (each: Measurement) => number): string => median(measured.map(of)).toFixed(2);
  const rates = (of: (each: Measurement) => number): string => spread(measured.map(of), 0);
  const [looked, answered] = [middle(({ p50 }) => p50), middle((each) => each.answered)];
  const alone = `${looked}, ${middle(({ p99 }) => p99)}, ${answered} ms`;
  const cold = rates(({ perSecond }) => perSecond);
  const warm = rates(({ sustained }) => sustained);
  return `${cold} per s, ${warm} once warm; ${alone}; ${middle(({ processor }) => processor)} ms`;
}

/** What one core could do if it did nothing but sign and verify, in transfers per second. */
function signatureLimits(): { readonly inOneProcess: number; readonly apart: number } {
  const { sign, verify } = signatureCosts();
  // Four validators sign. In one process, the sender is verified once, and what was signed there is
  // known to be valid. In processes of their own, the proxy and the validators each verify the
  // sender and a quorum.
  return {
    inOneProcess: 1000 / (4 * sign + verify),
    apart: 1000 / (4 * sign + 5 * (1 + 3) * verify),
  };
}

function signatureCosts(): { readonly sign: number; readonly verify: number } {
  const ed25519 = loadEd25519();
  const seed = new Uint8Array(32).fill(7);
  const message = new Uint8Array(256).fill(1);
  const signature = ed25519.sign(message, seed);
  const publicKey = ed25519.publicKey(seed);
  const cost = (work: () => void): number => {
    const watch = createStopwatch();
    for (let count = 0; count < 500; count += 1) watch.time(work);
    return watch.median();
  };
  return {
    sign: cost(() => ed25519.sign(message, seed)),
    verify: cost(() => ed25519.verify(signature, message, publicKey)),
  };
}

describe('a local network over HTTP', () => {
  bench(
    `${PLAN.transfers} transfers, ${PLAN.inFlight} in flight, ${ROUNDS} interleaved rounds`,
    async () => {
      fetchPeers();
      const results = new Map<Peer, Measurement[]>(PEERS.map((peer) => [peer, []]));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [peer, measured] of results) measured.push(await measureOnce(peer));
      }
      say(
        'settled transfers/s: median / least / most, and once warm; one alone: p50, p99, ' +
          'p50 where one answer tells that it settled; processor time of each',
      );
      for (const [{ name }, measured] of results) say(`${name}: ${summary(measured)}`);
      const { inOneProcess, apart } = signatureLimits();
      say(
        `signatures alone would allow ${inOneProcess.toFixed(0)} per s on one core in one process, ` +
          `${apart.toFixed(0)} where nobody knows what others verified`,
      );
    },
    ONCE,
  );

  bench(
    'from the start of the process to ready',
    async () => {
      for (const validators of [4, 20]) {
        const millis: number[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const running = await startQuorate(['--ephemeral', '--validators', `${validators}`]);
          millis.push(running.millis);
          await running.stop();
        }
        say(`ready with ${validators} validators: ${spread(millis, 0)} ms`);
      }
    },
    ONCE,
  );
});
