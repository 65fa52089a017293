import { createManualClock } from '@quorate/testkit';
import { beforeEach, expect, it } from 'vitest';
import { createFaultyBus } from '../faults/faulty-bus.ts';
import type { HostedNode } from '../nodes/host-node.ts';
import { type Controls, type ControlsOptions, createControls } from './controls.ts';
import { openReturns, type Returns } from './returns.ts';

const SECOND = 1_000_000_000n;

let clock: ReturnType<typeof createManualClock>;
/** What is done to the node and to what is kept about it, in order. */
let seen: string[];
/** Lets the node come back. */
let releases: (() => void)[];
let controls: Controls;
let returns: Returns;
/** Why the node does not come up, if it does not. */
let trouble: Error | undefined;

beforeEach(async () => {
  clock = createManualClock();
  seen = [];
  releases = [];
  trouble = undefined;
  returns = openReturns(undefined);
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
    snapshot: () => Promise.resolve([]),
    async restore() {
      seen.push('put back');
      await new Promise<void>((resolve) => releases.push(resolve));
      hosted.node.start();
    },
    up: () => (trouble === undefined ? Promise.resolve() : Promise.reject(trouble)),
  };
  const onFailure = (failure: unknown) => expect.fail(String(failure));
  controls = createControls({
    network: { clock, journal: { forget: () => seen.push('journal') }, signerOf: () => ({}) },
    founded: { accounts: 0, seed: 'any' },
    faultyBus: createFaultyBus({ clock, seed: 'any', onFailure }),
    validators: { forget: () => seen.push('messages') },
    nodes: [hosted as unknown as HostedNode<unknown>],
    returns,
    reporter: { amidReturn: <T>(act: () => T) => act(), onDone: () => undefined },
    log: { error: ({ err }: { readonly err: Error }) => seen.push(err.message) },
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
  { when: 'serves', says: ['v1 did not come up'] },
  { when: 'closes, which stops nodes', says: [] },
])(
  'says of a node that is not up after its fault: $says, while the devnet $when',
  async ({ says }) => {
    controls.faults.begin({ kind: 'crash', node: 'v1', disk: 'keep', restartAfter: '2 s' });
    trouble = new Error('v1 did not come up');
    if (says.length === 0) await returns.end();
    clock.advance(3n * SECOND);
    await turn();
    expect(seen).toEqual(['down', 'started', ...says]);
  },
);
