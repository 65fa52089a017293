import { createManualClock } from '@quorate/testkit';
import { beforeEach, expect, it } from 'vitest';
import { createFaultyBus, type FaultyBus } from '../faults/faulty-bus.ts';
import type { HostedNode, Rows } from '../local-network.ts';
import { type Controls, type ControlsOptions, createControls } from './controls.ts';
import { openReturns } from './returns.ts';

const SECOND = 1_000_000_000n;

let clock: ReturnType<typeof createManualClock>;
/** What is done to the node and to what is kept about it, in order. */
let seen: string[];
/** The links between the nodes. */
let faultyBus: FaultyBus;
/** Resolves with what the node holds: at once, unless a test replaces it. */
let shown: Promise<Rows>;
/** Lets the node come back. */
let releases: (() => void)[];
let controls: Controls;

beforeEach(async () => {
  clock = createManualClock();
  seen = [];
  releases = [];
  shown = Promise.resolve([]);
  let status = 'active';
  const hosted = {
    node: {
      name: 'v1',
      status: () => status,
      crash() {
        status = 'crashed';
        seen.push('down');
      },
      start() {
        status = 'active';
        seen.push('started');
      },
    },
    snapshot: () => shown,
    async restore() {
      seen.push('put back');
      await new Promise<void>((resolve) => releases.push(resolve));
      hosted.node.start();
    },
    up: () => Promise.resolve(),
  };
  const onFailure = (failure: unknown) => expect.fail(String(failure));
  faultyBus = createFaultyBus({ clock, seed: 'any', onFailure });
  controls = createControls({
    network: { clock, journal: { forget: () => seen.push('journal') }, signerOf: () => ({}) },
    founded: { accounts: 0, seed: 'any' },
    faultyBus,
    validators: { forget: () => seen.push('messages') },
    nodes: [hosted as unknown as HostedNode<unknown>],
    returns: openReturns(undefined),
    log: { error: onFailure },
  } as unknown as ControlsOptions);
  await controls.snapshots.take('then');
});

/** Lets what is under way go on. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('forgets what was before while all nodes are down, and not what comes once some are back', async () => {
  controls.onPutBack(() => seen.push('cooldowns'));
  const restored = controls.snapshots.restore('then');
  await turn();
  expect(seen).toEqual(['down', 'messages', 'journal', 'cooldowns', 'put back']);
  for (const release of releases) release();
  await restored;
  expect(seen).toEqual(['down', 'messages', 'journal', 'cooldowns', 'put back', 'started']);
});

it('puts a node back to nothing else during a return, though the time of a fault is over', async () => {
  const fault = { kind: 'amnesia', node: 'v1', restartAfter: '2 s' } as const;
  controls.faults.begin(fault);
  const restored = controls.snapshots.restore('then');
  await turn();
  clock.advance(3n * SECOND);
  await turn();
  for (const release of releases) release();
  await restored;
  expect(seen.filter((each) => each === 'put back')).toHaveLength(1);
  expect([seen.at(-1), controls.faults.active()]).toEqual(['started', []]);
});

it.each([
  ['has shown what it holds', Promise.resolve.bind(Promise)],
  ['has failed to', Promise.reject.bind(Promise)],
])('lets nothing reach or leave a node of another process before it %s', async (_, end) => {
  const { bus } = faultyBus;
  const heard: string[] = [];
  for (const name of ['p1', 'v1'])
    bus.attach(name, (from) => void heard.push(`${from} to ${name}`));
  let show = (): void => undefined;
  shown = new Promise<void>((resolve) => {
    show = resolve;
  }).then(() => end([]));
  const taken = controls.snapshots.take('now').catch(() => undefined);
  await turn();
  const message = { type: 'GetTokenInfo', requestId: 'r1', tokenIds: [] } as const;
  bus.send('p1', 'v1', message);
  bus.send('v1', 'p1', message);
  await turn();
  clock.advance(SECOND);
  expect(heard).toEqual([]);
  show();
  await taken;
  clock.advance(SECOND);
  expect(heard).toEqual(['p1 to v1', 'v1 to p1']);
});
