import { afterEach, describe, expect, it } from 'vitest';
import { createAdminCaller } from '../../test/admin-caller.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

const running: Devnet[] = [];
afterEach(() => Promise.all(running.splice(0).map((devnet) => devnet.close())));

/** Starts a devnet that has paid once, and takes a snapshot of that. */
async function startPaid() {
  const devnet = await startDevnet({ port: 0 });
  running.push(devnet);
  const { call, pay } = createAdminCaller(devnet);
  const hasSettled = async (transaction: string): Promise<void> => {
    const wait = { transaction, state: 'settled-all', timeoutMs: 30_000 };
    expect(await call('POST', '/wait', wait)).toMatchObject({ status: 200 });
  };
  await hasSettled(await pay());
  await call('POST', '/snapshots', { name: 'then' });
  return { call, pay, hasSettled };
}

describe('a network that is put back', () => {
  it('no longer hears of what was on its way', async () => {
    const { call, pay, hasSettled } = await startPaid();
    await call('POST', '/faults', { id: 'held', kind: 'clog', from: 'p1', to: 'v4' });
    const undone = await pay();
    expect((await call('POST', '/snapshots/then/restore')).status).toBe(200);
    await call('DELETE', '/faults/held');
    await hasSettled(await pay());
    expect((await call('GET', `/transactions/${undone}`)).status).toBe(404);
  });

  it('hears nothing again of what was undone', async () => {
    const { call, pay, hasSettled } = await startPaid();
    const link = { replay: { probability: 1 } };
    await call('POST', '/faults', { kind: 'degrade', from: 'p1', to: 'v4', link });
    const undone = await pay();
    await hasSettled(undone);
    expect((await call('POST', '/snapshots/then/restore')).status).toBe(200);
    await hasSettled(await pay());
    expect((await call('GET', `/transactions/${undone}`)).status).toBe(404);
  });
});
