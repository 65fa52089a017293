import { expect, it } from 'vitest';
import { createTestNetwork, onlyChecking, submission } from '../../../test/network.ts';
import { payment } from '../../../test/payments.ts';
import type { ProxyEnv } from '../rule-types.ts';
import { driveLoaded } from './drive.ts';

it('P6 does not begin anew what a client has begun while the store was read', () => {
  const conduct = { v1: onlyChecking, v2: onlyChecking, v3: onlyChecking, v4: onlyChecking };
  const network = createTestNetwork({ conduct });
  network.send('alice', submission(payment()));
  const state = network.proxy.state();
  expect(state.submissions.size).toBe(1);
  const env = { now: network.now() } as ProxyEnv;
  const record = { envelope: payment(), certificate: undefined };
  const step = driveLoaded(state, record, [[]], env);
  expect(step.state).toBe(state);
  expect(step.effects).toEqual([]);
});
