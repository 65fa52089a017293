import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAdminCaller } from '../../test/admin-caller.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await startDevnet();
});
afterEach(() => devnet.heal());
afterAll(() => devnet.close());

describe('a fault that a program begins', () => {
  it('is the one that the admin interface tells of, with its id and its defaults', async () => {
    const { call } = createAdminCaller(devnet);
    const begun = await devnet.fault({ kind: 'cut', from: 'v4' });
    expect(begun).toEqual({
      id: expect.stringMatching(/^fault-\d+$/),
      kind: 'cut',
      from: 'v4',
      to: '*',
      direction: 'two-way',
    });
    expect(devnet.faults()).toEqual([begun]);
    const { body } = await call('GET', '/faults');
    expect(body).toMatchObject({ active: [begun] });
  });

  it('is in effect once it is told of, and over once it is healed', async () => {
    const { call } = createAdminCaller(devnet);
    const { id } = await devnet.fault({ kind: 'crash', node: 'v2' });
    await devnet.fault({ id: 'other', kind: 'slow', node: 'v3', delay: '1 ms' });
    expect((await call('GET', '/validators')).body).toMatchObject([
      { status: 'active' },
      { status: 'crashed' },
      { status: 'active' },
      { status: 'active' },
    ]);
    await devnet.heal(id);
    expect(devnet.faults()).toMatchObject([{ id: 'other' }]);
    expect((await call('GET', '/validators')).body).toMatchObject([
      {},
      { status: 'active' },
      {},
      {},
    ]);
    await devnet.heal();
    expect(devnet.faults()).toEqual([]);
  });

  it.each([
    [{ kind: 'cut', form: 'v4' }, 'INVALID_REQUEST', /^the fault: unknown key "form"/],
    [{ kind: 'slow', node: 'v4' }, 'INVALID_REQUEST', /^delay: expected a duration/],
    [{ kind: 'pause', node: 'v9' }, 'INVALID_REQUEST', /^node: expected one of v1, v2, v3, v4, p1/],
    [undefined, 'INVALID_REQUEST', /^the fault: expected an object, got nothing/],
    [{ kind: 'pause', node: 'wallet' }, 'NOT_FOUND', /^node: there is no wallet yet$/],
  ])('is refused as the admin interface does it: %j', async (stated, code, message) => {
    const refused = await devnet.fault(stated as never).catch((failure: unknown) => failure);
    expect(refused).toMatchObject({
      name: 'AdminError',
      status: code === 'NOT_FOUND' ? 404 : 400,
      code,
      message: expect.stringMatching(message),
    });
    expect(devnet.faults()).toEqual([]);
  });

  it('and that is not there cannot be healed; none but all are meant by no id', async () => {
    const begun = await devnet.fault({ kind: 'cut', from: 'v4', to: 'p1' });
    for (const id of ['', 'fault-99', null]) {
      const healed = devnet.heal(id as string);
      await expect(healed).rejects.toMatchObject({ status: 404, message: `no fault ${id}` });
    }
    expect(devnet.faults()).toEqual([begun]);
  });
});
