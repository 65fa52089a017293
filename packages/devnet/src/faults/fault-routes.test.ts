import { createManualClock } from '@quorate/testkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAdminRoutes } from '../admin/admin-routes.ts';
import type { HostedNode } from '../nodes/host-node.ts';
import { createAilments } from '../remote/ailments.ts';
import type { Question } from '../remote/born-validator.ts';
import { addFaults } from './fault-routes.ts';
import { createFaults } from './faults.ts';
import { createFaultyBus } from './faulty-bus.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** The routes of a devnet of processes; those of `hung` answer nobody from when it is told. */
function createWorld() {
  const clock = createManualClock();
  let hung: readonly string[] = [];
  const nodes = ['v1', 'v2', 'v3'].map((name) => {
    const ask = ({ type }: Question) =>
      new Promise<undefined>((resolve) => {
        if (type === 'Suffer' && !hung.includes(name)) resolve(undefined);
      });
    return { node: { name, status: () => 'active' }, suffer: createAilments(name, ask).suffer };
  });
  const fail = (failure: unknown) => expect.fail(String(failure));
  const faults = createFaults({
    seed: 'any',
    clock,
    bus: createFaultyBus({ clock, seed: 'any', onFailure: fail }),
    nodes: nodes as unknown as HostedNode<unknown>[],
    rowsOf: () => [],
    accountOf: () => undefined,
    isBeyondHttp: () => true,
    takenAt: clock.now,
    onNotUp: fail,
  });
  const closing = new AbortController().signal;
  const routes = createAdminRoutes({ guard: () => undefined, onUnforeseen: fail, closing });
  const names = nodes.map(({ node }) => node.name);
  addFaults(routes, faults, () => ({ nodes: names, validators: names }));
  return {
    faults,
    hang: (...those: readonly string[]) => {
      hung = those;
    },
    async end(path: string) {
      const asked = routes.app.request(`/_devnet/v1/faults${path}`, { method: 'DELETE' });
      await vi.advanceTimersByTimeAsync(30_000);
      const answer = await asked;
      return [answer.status, await answer.json()];
    },
  };
}

it('say that a fault has ended though its process hangs, and what that means', async () => {
  const { faults, hang, end } = createWorld();
  faults.begin({ kind: 'pause', node: 'v1', id: 'bad' });
  hang('v1');
  expect(await end('/bad')).toEqual([
    408,
    {
      error: {
        code: 'TIMEOUT',
        message:
          'ended bad, but not all is as before: v1: no answer after 30000 ms, and it may suffer from it until it answers',
      },
    },
  ]);
  expect(faults.active()).toEqual([]);
  expect(await end('/bad')).toMatchObject([404, { error: { message: 'no fault bad' } }]);
});

it('heal the rest, and name every process that hangs', async () => {
  const { faults, hang, end } = createWorld();
  for (const node of ['v1', 'v2', 'v3']) faults.begin({ kind: 'pause', node, id: `at-${node}` });
  hang('v1', 'v3');
  const message = expect.stringMatching(/^ended at-v1, at-v2, at-v3, but .*: v1: no .*; v3: no /);
  expect(await end('')).toEqual([408, { error: { code: 'TIMEOUT', message } }]);
  expect(faults.active()).toEqual([]);
  expect(await end('')).toEqual([200, { healed: [] }]);
});
