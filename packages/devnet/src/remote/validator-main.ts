import { rmSync } from 'node:fs';
import { openCrypto } from '@quorate/crypto';
import { createJournal } from '../admin/journal.ts';
import { createTraces } from '../admin/traces.ts';
import { expectKept } from '../committee/key-chain.ts';
import { troubleOf as dataTroubleOf } from '../data/node-store.ts';
import type { NumberedAilments } from '../faults/ailment.ts';
import { buildGenesis } from '../genesis.ts';
import { askerOn } from '../hosting.ts';
import { createGuard } from '../http/guard.ts';
import { ListenError, listen } from '../http/listen.ts';
import { secretKeyOf } from '../keys.ts';
import { createBus } from '../nodes/bus.ts';
import type { LocalNetworkOptions } from '../nodes/host-node.ts';
import { type HostedValidator, hostDurably } from '../nodes/local-network.ts';
import { validatorRole } from '../ports.ts';
import { BODY_MAX, serveValidator } from '../serve-validator.ts';
import { createHostClock } from '../timing/clock.ts';
import { wordsOf } from '../words-of.ts';
import { createSufferer } from './ailments.ts';
import type { Answer, FromValidator, Peer, StartMessage, ToValidator } from './process-messages.ts';
import { createRemotes, type Remotes } from './remotes.ts';

// The process of one validator. Its parent tells it which one, and it ends with its parent.

/** Other processes of the devnet may be removing the same folder. */
const REMOVAL = { recursive: true, force: true, maxRetries: 5 } as const;

/** Exit codes: of a node that stopped by itself, and of one that never came up. */
const FAILED = 70;
const REFUSED = 78;

/** In milliseconds between two reports of what the validator has done. */
const REPORT_EVERY = 1000;

function tell(message: FromValidator): void {
  // The parent may be gone, and this process ends once it hears of that.
  if (process.connected) process.send?.(message, ignored);
}

const ignored = () => undefined;

function troubleOf(failure: unknown): FromValidator {
  return { type: 'Trouble', text: failure instanceof Error ? `${failure.stack}` : `${failure}` };
}

function trouble(failure: unknown): void {
  tell(troubleOf(failure));
}

function lastWord(failure: unknown): FromValidator {
  if (failure instanceof ListenError) return { type: 'Refused', code: failure.code };
  const unfit = dataTroubleOf(failure);
  return unfit === undefined
    ? troubleOf(failure)
    : { type: 'Unfit', code: unfit.code, message: unfit.message };
}

/**
 * Reports the reason and then ends. It does not just disconnect: that would mean that the devnet is
 * gone.
 */
function end(failure: unknown, code: number): void {
  process.send?.(lastWord(failure), () => process.exit(code));
}

interface Network extends LocalNetworkOptions {
  readonly remotes: Remotes;
}

function networkOf({ founded, dataDir, prune, name }: StartMessage): Network {
  const clock = createHostClock();
  const crypto = openCrypto('trusted');
  const secretOf = (role: string) => secretKeyOf(founded.seed, role);
  const signerOf = (role: string) => crypto.signer(secretOf(role));
  const bus = createBus(trouble);
  // A lost message is requested again, and another validator that is down is no problem of this
  // process.
  const remotes = createRemotes(bus, () => undefined);
  return {
    remotes,
    validatorNames: () => [name, ...remotes.names()],
    secretOf,
    genesis: buildGenesis(founded, signerOf),
    crypto,
    signerOf,
    bus,
    clock,
    dataDir,
    prune,
    traces: {
      ...createTraces(clock.now),
      note: (_node, noted) => tell({ type: 'Noted', noted }),
    },
    journal: createJournal(clock.now),
    watch: {
      // The parent sees the process, of which this is the only node.
      onStatus: () => undefined,
      onStanding: (_node, standing) => tell({ type: 'Moved', standing }),
    },
    // What a node has written but not flushed may be lost when it stops: only its store knows (rule
    // V8).
    onFailure: (_node, failure) => end(failure, FAILED),
    onSpentKeyKept: (_node, failure) => trouble(failure),
  };
}

// Unfinished writes are rolled back by the store: nobody has been answered yet.
function endEarly(message: ToValidator): void {
  if (message.type === 'Stop') process.exit();
}

async function run(start: StartMessage): Promise<void> {
  const { name, host, port, rows, allowHosts } = start;
  process.on('message', endEarly);
  const listener = await listen({ role: validatorRole(name), host, port, ownsProcess: true });
  const network = networkOf(start);
  const meet = (peers: readonly Peer[]): void => {
    for (const peer of peers) if (peer.name !== name) network.remotes.add(peer.name, peer.url);
  };
  meet(start.peers);
  if (start.hadCome && rows === undefined) expectKept(start.dataDir, name);
  const hosted = await hostDurably(network, name, { rows });
  // The node has reported why, and the process ends once that message has been sent.
  if (hosted.node.status() === 'failed') return;
  const asker = askerOn(network);
  const suffer = createSufferer(
    (ailment, onActed) => hosted.suffer(ailment, onActed).end,
    (acted) => tell({ type: 'Acted', acted }),
  );
  const answering = { hosted, suffer };
  let goOn = (): void => undefined;
  let isServing = false;
  // Before it answers anybody, the parent must know that it holds the rows to which it was put
  // back: if it were put back once more after its first answer, it would forget what it signed.
  const serve = (): void => {
    if (isServing) return;
    isServing = true;
    serveValidator({
      listener,
      asker,
      hosted,
      verifier: network.crypto.verifier,
      guard: createGuard({ host, allowHosts, bodyMax: BODY_MAX, now: () => performance.now() }),
      onUnforeseen: trouble,
    });
  };
  const report = (): void => tell({ type: 'Performance', performance: hosted.performance() });
  report();
  setInterval(report, REPORT_EVERY).unref();
  process.off('message', endEarly);
  process.on('message', (message: ToValidator) => {
    if (message.type === 'Peers') {
      meet(message.peers);
      serve();
    } else if (message.type === 'Stop') void stop();
    else if (message.type === 'GoOn') goOn();
    else if (message.type === 'Halt') {
      goOn();
      goOn = hosted.hampers.gate.pause();
      tell({ type: 'Halted', id: message.id });
    } else if (message.type !== 'Start') void answer(answering, message).then(tell);
  });
  async function stop(): Promise<void> {
    await listener.close();
    asker.close();
    await network.remotes.close();
    await hosted.close();
    process.exit();
  }
  tell({ type: 'Listening', port: listener.port, url: listener.url });
}

/** What answers questions about a validator. */
interface Answering {
  readonly hosted: HostedValidator;
  readonly suffer: (ailments: NumberedAilments) => void;
}

async function answer(
  { hosted, suffer }: Answering,
  question: Exclude<Extract<ToValidator, { readonly id: number }>, { readonly type: 'Halt' }>,
): Promise<Answer> {
  const { id } = question;
  try {
    if (question.type === 'SettledAt') {
      const at = await Promise.all(question.transactionIds.map(hosted.settledAt));
      return { type: 'Settled', id, at };
    }
    if (question.type === 'Suffer') {
      suffer(question.ailments);
      return { type: 'Suffers', id };
    }
    return question.type === 'Snapshot'
      ? { type: 'Rows', id, rows: await hosted.snapshot() }
      : { type: 'Key', id, key: await hosted.seats.freshKey() };
  } catch (failure) {
    trouble(failure);
    const code = dataTroubleOf(failure)?.code;
    const message = wordsOf(failure);
    return { type: 'Unable', id, code, message };
  }
}

// A terminal signals the whole process group, but only the parent stops this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.once('message', (start: StartMessage) => {
  // A killed process cannot clean up.
  if (start.isTemporary) {
    process.once('disconnect', () => rmSync(start.dataDir, REMOVAL));
  }
  process.once('disconnect', () => process.exit());
  run(start).catch((failure: unknown) => {
    end(failure, REFUSED);
  });
});
