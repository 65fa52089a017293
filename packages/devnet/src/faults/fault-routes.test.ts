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
  const isApart = (node: string) => node !== 'v3';
  const faultNames = () => ({ nodes: names, validators: names });
  addFaults(routes, { faults, faultNames, isApart });
  return {
    faults,
    hang: (...those: readonly string[]) => {
      hung = those;
    },
    async begin(fault: object) {
      const headers = { 'content-type': 'application/json' };
      const asked = { method: 'POST', headers, body: JSON.stringify(fault) };
      return (await routes.app.request('/_devnet/v1/faults', asked)).json();
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
          'ended bad, but not all is as before: v1: no answer after 30000 ms, and it may suffer on until it answers',
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

it('say that a fault has not come to be where a process hangs', async () => {
  const { faults, hang, begin } = createWorld();
  hang('v1');
  const asked = begin({ kind: 'pause', node: 'v1' });
  while (faults.active().length === 0) await new Promise(setImmediate);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await asked).toMatchObject({ error: { code: 'TIMEOUT' } });
  expect(faults.active()).toEqual([]);
});

it('say which acts begin anew whenever the process of their validator does', async () => {
  const { begin } = createWorld();
  const acts = [{ act: 'forge' }, { act: 'stale-view', requests: 3 }, { act: 'twin' }];
  const begun = ['v1', 'v3'].map((node) => begin({ kind: 'byzantine', node, acts }));
  const [apart, here] = await Promise.all(begun);
  expect(apart).toMatchObject({ acts, anew_with_process: ['stale-view', 'twin'] });
  expect(here).not.toHaveProperty('anew_with_process');
  const acting = { kind: 'byzantine', node: 'v2', acts: [{ act: 'forge', times: 2 }] };
  expect(await begin(acting)).not.toHaveProperty('anew_with_process');
});
