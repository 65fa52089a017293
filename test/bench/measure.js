// Measures one way of running a simulation again and again, in a process of its own and as built:
// under vitest every use of an import is a look-up. The argument is JSON of `Measurement` in
// simulation.bench.ts; each line that is printed is JSON of a `Sample` there.
//
// Times are those of the processor, threads of the collector and the compiler included, so that a
// busy machine matters less and nothing hides on another core.
import { loadEd25519 } from '@quorate/crypto';
import { loadScenario, runScenario } from '@quorate/simulator';

const { setup, rounds, paymentsEach } = JSON.parse(process.argv[2] ?? '{}');

const names = Array.from({ length: 10 }, (_, index) => `c${index}`);
const balance = 1_000_000;
const document = {
  version: 1,
  name: 'bench',
  cluster: {
    validators: 4,
    clients: Object.fromEntries(names.map((name) => [name, { balance }])),
  },
  workload: names.map((client, index) => ({
    id: `of-${client}`,
    client,
    steps: Array.from({ length: paymentsEach }, (_, step) => {
      const to = names[(index + 1 + (step % (names.length - 1))) % names.length];
      return { op: 'pay', to, amount: 1 };
    }),
  })),
  limits: { simTime: '10 h', events: 10_000_000 },
};
const scenario = loadScenario(JSON.stringify(document), 'bench');

const ed25519 = loadEd25519(setup.backend);

// Many keys and messages, as in a cluster: a single one would stay in the caches of the processor
// and be predicted by it.
const signed = Array.from({ length: 64 }, (_, index) => {
  const seed = new Uint8Array(32).fill(index + 1);
  const message = new Uint8Array(256).fill(index);
  const publicKey = ed25519.publicKey(seed);
  return { seed, message, publicKey, signature: ed25519.sign(message, seed) };
});

/** Gives the microseconds of processor time that doing something this many times takes. */
function cost(times, work) {
  const before = process.cpuUsage();
  for (let count = 0; count < times; count += 1) work(signed[count % signed.length]);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function sample() {
  const sign = cost(1_000, ({ message, seed }) => ed25519.sign(message, seed)) / 1_000;
  const verify =
    cost(500, (one) => ed25519.verify(one.signature, one.message, one.publicKey)) / 500;
  let result;
  const run = cost(1, () => {
    result = runScenario(scenario, setup);
  });
  const { events, operations, costs, oracles } = result;
  const unsettled = operations.filter(({ outcome }) => outcome !== 'final');
  const broken = oracles.flatMap(({ violations }) => violations);
  if (unsettled.length + broken.length > 0) throw new Error('the run to be measured went wrong');
  const { verifications, signatures } = costs;
  const payments = operations.length;
  return { sign, verify, run, events, payments, verifications, signatures };
}

for (let round = 0; round < rounds; round += 1) console.log(JSON.stringify(sample()));
