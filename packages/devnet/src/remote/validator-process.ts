import type { Node } from '@quorate/actors';
import type { ValidatorState } from '@quorate/core';
import { AdminError } from '../admin/admin-error.ts';
import type { Seats } from '../committee/seats.ts';
import type { HostedValidator } from '../local-network.ts';
import {
  createSupervised,
  type SupervisedValidator,
  type ValidatorProcessOptions,
} from './supervised-validator.ts';

/** A validator in a process of its own. */
export interface ValidatorProcess extends HostedValidator {
  /** Where it listens, now and after every restart. */
  readonly url: string;
  /** Tells it who listens by now. */
  tellPeers(): void;
}

/**
 * Starts a validator in a process of its own, and resolves once it answers.
 *
 * To crash it is to kill the process. A process that ends unasked is followed by another.
 *
 * @throws ListenError where it could not have its port
 * @throws DevnetError `UnreadableData` where it could not come up from its store
 */
export async function startValidatorProcess(
  options: ValidatorProcessOptions,
): Promise<ValidatorProcess> {
  const supervised = createSupervised(options);
  const { url } = await supervised.begin(undefined);
  const node: Node<ValidatorState> = {
    name: options.start.name,
    start: () => supervised.start(),
    crash: () => supervised.kill(),
    status: () => supervised.status(),
    state: () => undefined,
  };
  return {
    node,
    url,
    tellPeers: () => supervised.tellPeers(),
    standing: () => supervised.standing(),
    seats: seatsOf(supervised, options.start.name),
    pid: () => supervised.pid(),
    performance: () => supervised.performance(),
    snapshot: () => supervised.snapshot(),
    async restore(rows) {
      supervised.kill();
      await supervised.begin(rows);
    },
    async close() {
      await supervised.stop();
    },
  };
}

function seatsOf(supervised: SupervisedValidator, name: string): Seats {
  return {
    async freshKey() {
      const answer = await supervised.ask({ type: 'FreshKey' });
      if (answer?.type === 'Key') return answer.key;
      throw new AdminError(400, 'NODE_DOWN', `${name} is down: start it first`);
    },
  };
}
