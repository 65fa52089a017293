import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminCaller } from '../../test/admin-caller.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet();
});
afterAll(() => devnet.close());

describe('a program that waits', () => {
  it('hears when everybody has settled a transaction, or who has not in time', async () => {
    const transaction = await createAdminCaller(devnet).pay();
    await devnet.wait({ transaction: `0x${transaction}`, state: 'settled-all' });
    await devnet.fault({ kind: 'cut', from: 'v3' });
    const other = await createAdminCaller(devnet).pay();
    await devnet.wait({ transaction: other, state: 'settled-quorum' });
    const late = devnet.wait({ transaction: other, state: 'settled-all', timeoutMs: 1 });
    await expect(late).rejects.toMatchObject({
      name: 'AdminError',
      status: 408,
      code: 'TIMEOUT',
      message: 'settled: not so after 1 ms: not at v3',
    });
    await devnet.heal();
  });

  it('hears when nothing happens any more', async () => {
    await createAdminCaller(devnet).pay();
    const before = performance.now();
    await devnet.wait({ idleMs: 50 });
    expect(performance.now() - before).toBeGreaterThan(40);
  });

  it.each([
    [{ idleMs: 0 }, 'idleMs: expected at least 1'],
    [{ transaction: 'ab', state: 'settled-all' }, 'transaction: expected 64 hex digits'],
    [{}, 'the wait: expected transaction and state, or idleMs'],
    [undefined, 'the wait: expected an object, got nothing'],
  ])('for %j is refused as the admin interface does it', async (conditions, message) => {
    await expect(devnet.wait(conditions as never)).rejects.toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
      message: expect.stringContaining(message),
    });
  });

  it('is told when the devnet closes first', async () => {
    const other = await startDevnet({ validators: 1, accounts: 1 });
    const waiting = other.wait({ transaction: 'ab'.repeat(32), state: 'settled-all' });
    const told = expect(waiting).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await other.close();
    await told;
  });

  it('or begins or ends a fault, is told when the devnet has closed', async () => {
    const other = await startDevnet({ validators: 1, accounts: 1 });
    await other.close();
    const late = await Promise.allSettled([
      other.wait({ idleMs: 1 }),
      other.fault({ kind: 'crash', node: 'v1' }),
      other.fault({ kind: 'cut', from: 'v1' }),
      other.heal(),
    ]);
    const reason = { code: 'SERVICE_UNAVAILABLE', message: 'the devnet closes' };
    expect(late).toMatchObject(late.map(() => ({ status: 'rejected', reason })));
    expect(other.faults()).toEqual([]);
  });
});
