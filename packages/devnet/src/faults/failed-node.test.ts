import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeStatus } from '@quorate/actors';
import { createManualClock } from '@quorate/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdminCaller } from '../../test/admin-caller.ts';
import { type Devnet, startDevnet } from '../devnet.ts';
import { silentLog } from '../log.ts';
import type { HostedNode } from '../nodes/host-node.ts';
import { createFaults } from './faults.ts';
import { createFaultyBus } from './faulty-bus.ts';

/** The faults of a node that has stopped by itself, and may start by itself at any time. */
function faultsOfFailed() {
  let status: NodeStatus = 'failed';
  const node = {
    name: 'v1',
    status: () => status,
    crash() {
      status = 'crashed';
    },
    start() {
      status = 'active';
    },
  };
  const clock = createManualClock();
  const faults = createFaults({
    seed: '1',
    clock,
    bus: createFaultyBus({ clock, seed: '1', onFailure: () => undefined }),
    nodes: [{ node, up: () => Promise.resolve() } as unknown as HostedNode<unknown>],
    rowsOf: () => [],
    accountOf: () => undefined,
    isBeyondHttp: () => false,
    takenAt: () => 0n,
    onNotUp: () => undefined,
  });
  return { faults, node };
}

describe('a node that has stopped by itself', () => {
  it('stays down once it is taken down, until somebody starts it', async () => {
    const { faults, node } = faultsOfFailed();
    faults.crash('v1');
    expect(node.status()).toBe('crashed');
    expect(faults.active()).toMatchObject([{ stated: { kind: 'crash', node: 'v1' } }]);
    faults.crash('v1');
    expect(faults.active()).toHaveLength(1);
    const crash = { kind: 'crash', node: 'v1', disk: 'keep' } as const;
    expect(() => faults.begin(crash)).toThrow('v1 is down already');
    await faults.start('v1');
    expect([node.status(), faults.active()]).toEqual(['active', []]);
    node.crash();
    expect(() => faults.begin(crash)).toThrow('v1 is down already: start it first');
  });

  it('comes up once somebody starts it, without being taken down first', async () => {
    const { faults, node } = faultsOfFailed();
    await faults.start('v1');
    expect(node.status()).toBe('active');
  });
});

describe('a node that cannot come up from its store', () => {
  let dataDir: string;
  let devnet: Devnet;
  const error = vi.fn<(facts: object, what: string) => void>();
  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'quorate-failed-'));
    const log = Object.assign(silentLog(), { error });
    devnet = await startDevnet({ port: 0, dataDir, log });
  });
  afterEach(async () => {
    await devnet.close();
    rmSync(dataDir, { recursive: true });
  });

  it('is reported with the reason: to a caller that starts it, and in the log if a fault was to', async () => {
    const { call, pay } = createAdminCaller(devnet);
    await call('POST', '/wait', { transaction: await pay(), state: 'settled-all' });
    await call('POST', '/validators/v1/crash');
    const path = join(dataDir, 'v1', 'data.mdb');
    const pages = readFileSync(path);
    // A field of every account, and its last letter.
    for (let at = pages.indexOf('nextNonce'); at !== -1; at = pages.indexOf('nextNonce', at)) {
      pages.write('nextNoncf', at);
    }
    writeFileSync(path, pages, { flag: 'r+' });
    expect(await call('POST', '/validators/v1/start')).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'NODE_DOWN',
          message: expect.stringMatching(/^v1 did not come up: .* does not fit its checksum/),
        },
      },
    });
    await expect(devnet.validators[0]?.start()).rejects.toThrow('does not fit its checksum');
    // If nobody waits for it, the log says so.
    error.mockClear();
    await call('POST', '/faults', { kind: 'crash', node: 'v1', restartAfter: '1 ms' });
    const said = await vi.waitUntil(() => error.mock.calls[1]?.[1], { timeout: 60_000 });
    expect(said).toBe('a node does not serve as before though a fault of it is over');
  });
});
