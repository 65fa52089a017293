import type { Node } from '@quorate/actors';
import type { ValidatorState } from '@quorate/core';
import type { TransactionId } from '@quorate/protocol';
import { AdminError } from '../admin/admin-error.ts';
import type { Traces } from '../admin/traces.ts';
import type { Seats } from '../committee/seats.ts';
import type { HostedValidator } from '../nodes/local-network.ts';
import { inTime } from '../timing/in-time.ts';
import { UP_WITHIN_MILLIS } from '../timing/patience.ts';
import { createAilments } from './ailments.ts';
import {
  createSupervised,
  type SupervisedValidator,
  type ValidatorProcessOptions,
} from './supervised-validator.ts';
import { together } from './together.ts';

/** How many milliseconds a process has to say what it has settled: one that hangs never does. */
const ANSWER_WITHIN = 1000;

/** A validator in its own process. */
export interface ValidatorProcess extends HostedValidator {
  /** The URL at which it listens, now and after every restart. */
  readonly url: string;
  /** Tells it which validators listen by now. */
  tellPeers(): void;
}

/**
 * Starts a validator in its own process, and resolves once it answers. `onBegun` gets, before that,
 * the function that stops it for good.
 *
 * Crashing it kills the process. A process that ends unexpectedly is followed by another. While it
 * is down, the traces tell what it has settled; they forget what was taken from it.
 *
 * @throws ListenError if it could not bind its port
 * @throws DevnetError `UnreadableData` if it could not come up from its store
 * @throws AdminError `TIMEOUT` if it did not in time
 */
export async function startValidatorProcess(
  options: Omit<ValidatorProcessOptions, 'ailments' | 'onActed'>,
  traces: Traces,
  onBegun: (stop: () => Promise<unknown>) => void,
): Promise<ValidatorProcess> {
  const { name } = options.start;
  const { suffer, ...ailments } = createAilments(name, (question) => supervised.ask(question));
  const { present, noteActed } = ailments;
  const supervised = createSupervised({ ...options, ailments: present, onActed: noteActed });
  onBegun(supervised.stop);
  const { url } = await supervised.begin();
  const node: Node<ValidatorState> = {
    name,
    start: () => supervised.start(),
    crash: () => supervised.kill(),
    status: () => supervised.status(),
    state: () => undefined,
  };
  const asSettled = together(async (transactionIds: readonly TransactionId[]) => {
    const answer = await supervised.ask({ type: 'SettledAt', transactionIds });
    return transactionIds.map((_, index) =>
      answer?.type === 'Settled' ? { at: answer.at[index] } : undefined,
    );
  });
  return {
    node,
    up: () => supervised.up(),
    url,
    tellPeers: () => supervised.tellPeers(),
    suffer,
    standing: () => supervised.standing(),
    seats: seatsOf(supervised, name),
    pid: () => supervised.pid(),
    performance: () => supervised.performance(),
    async settledAt(id) {
      const answer = await inTime(asSettled(id), performance.now() + ANSWER_WITHIN);
      return answer === undefined ? traces.get(id)?.settled.get(name) : answer.at;
    },
    halt: () => supervised.halt(),
    snapshot: () => supervised.snapshot(),
    restore(rows) {
      const restored = supervised.restore(rows);
      traces.forget(name);
      return restored;
    },
    async close() {
      await supervised.stop();
    },
  };
}

/** Creates the seats of a validator in a process of its own. */
export function seatsOf({ ask }: Pick<SupervisedValidator, 'ask'>, name: string): Seats {
  return {
    async freshKey() {
      const asked = ask({ type: 'FreshKey' }).then((answer) => ({ answer }));
      const told = await inTime(asked, performance.now() + UP_WITHIN_MILLIS);
      if (told === undefined) {
        throw new AdminError(408, 'TIMEOUT', `${name}: no key after ${UP_WITHIN_MILLIS} ms`);
      }
      if (told.answer?.type === 'Key') return told.answer.key;
      throw new AdminError(400, 'NODE_DOWN', `${name} is down: start it first`);
    },
  };
}
