// Measures what whole small runs cost, one drawn scenario after the other, in a process of its own
// and as built: under vitest every use of an import is a look-up. The argument is JSON of
// `FuzzMeasurement` in fuzz-runs.bench.ts; what is printed is JSON of a `FuzzSample` there.
//
// Times are those of the processor, as in measure.js.
import { readFileSync } from 'node:fs';
import { loadEd25519 } from '@quorate/crypto';
import { drawScenario, loadScenario, runScenario } from '@quorate/simulator';

const { file, warmUp, runs } = JSON.parse(process.argv[2] ?? '{}');

const swarm = loadScenario(readFileSync(file, 'utf8'), file);
const ed25519 = loadEd25519();
const seed = new Uint8Array(32).fill(7);
const message = new Uint8Array(256).fill(1);

/** Gives the microseconds of processor time that doing something takes. */
function cost(work) {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

// Other tests look at how runs end; here only their cost counts.
function runDrawn(index) {
  const drawn = drawScenario(swarm, BigInt(index));
  return runScenario(drawn, { crypto: 'stub' }).events;
}

function sign() {
  for (let count = 0; count < 1_000; count += 1) ed25519.sign(message, seed);
}

for (let index = 1; index <= warmUp; index += 1) runDrawn(index);
const signature = cost(sign) / 1_000;
let events = 0;
const time = cost(() => {
  for (let index = 1; index <= runs; index += 1) events += runDrawn(warmUp + index);
});
console.log(JSON.stringify({ signature, run: time / runs, events: events / runs }));
