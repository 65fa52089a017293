import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminCaller, createAdminCaller } from '../../test/admin-caller.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let devnet: Devnet;
let admin: AdminCaller;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0, seed: 'faults' });
  admin = createAdminCaller(devnet);
});
afterAll(() => devnet.close());

const settledBy = async (transaction: string): Promise<readonly string[]> => {
  const { body } = await admin.call('GET', `/transactions/${transaction}`);
  return Object.keys((body as { settled_at_nanos: object }).settled_at_nanos).toSorted();
};
const wait = (transaction: string, state: string, timeoutMs = 30_000) =>
  admin.call('POST', '/wait', { transaction, state, timeoutMs });
const faults = async () => (await admin.call('GET', '/faults')).body as Listed;

interface Listed {
  readonly seed: string;
  readonly active: readonly { readonly id: string; readonly kind: string }[];
  readonly ended: readonly { readonly id: string; readonly until_nanos: number }[];
}

describe('faults of links', () => {
  it('cut a validator off until they heal, and it catches up', async () => {
    const { body } = await admin.call('POST', '/faults', { id: 'alone', kind: 'cut', from: 'v4' });
    expect(body).toMatchObject({ id: 'alone', kind: 'cut', from: 'v4', to: '*' });
    expect(devnet.faults()).toMatchObject([{ id: 'alone', kind: 'cut', from: 'v4' }]);
    const transaction = await admin.pay();
    expect((await wait(transaction, 'settled-quorum')).status).toBe(200);
    expect((await wait(transaction, 'settled-all', 100)).status).toBe(408);
    expect(await settledBy(transaction)).toEqual(['v1', 'v2', 'v3']);
    expect((await admin.call('DELETE', '/faults')).body).toEqual({ healed: ['alone'] });
    expect(devnet.faults()).toEqual([]);
    expect((await wait(transaction, 'settled-all')).status).toBe(200);
  });

  it('keep what a clogged link carries, and let it go on', async () => {
    await admin.call('POST', '/faults', { id: 'slow', kind: 'clog', from: ['v1', 'v2'], to: 'p1' });
    const paid = admin.pay();
    const { body } = await admin.call('POST', '/wait', { idleMs: 50 });
    expect(body).toEqual({ ok: true });
    expect((await faults()).active).toMatchObject([{ id: 'slow' }]);
    expect((await admin.call('DELETE', '/faults/slow')).status).toBe(200);
    expect((await wait(await paid, 'settled-all')).status).toBe(200);
  });

  it('lose, copy, delay and corrupt what they carry, and everybody is served all the same', async () => {
    const link = {
      delay: { dist: 'uniform', min: '0 ms', max: '3 ms' },
      drop: 0.05,
      duplicate: { probability: 0.3, copies: 2, delay: { dist: 'const', mean: '1 ms' } },
      replay: { probability: 0.2 },
      reorder: { probability: 0.3, by: '5 ms' },
      corrupt: { probability: 0.02, bits: 2 },
    };
    const validators = ['v1', 'v2', 'v3', 'v4'];
    const given = { id: 'bad', kind: 'degrade', from: 'p1', to: validators, link };
    expect((await admin.call('POST', '/faults', given)).status).toBe(200);
    const before = BigInt(await admin.balance());
    for (let count = 0; count < 3; count += 1) await admin.pay();
    await admin.call('DELETE', '/faults/bad');
    expect(BigInt(await admin.balance())).toBe(before + 3n * 10n ** 18n);
  });
});

describe('faults of nodes', () => {
  it('crash the proxy, and callers hear at once that it will not answer', async () => {
    const read = () => fetch(`${devnet.rest}/v1/certificate/${'ab'.repeat(32)}`);
    await admin.call('POST', '/faults', { id: 'stuck', kind: 'clog', from: 'http', to: 'p1' });
    const waiting = read();
    // It is on its way by the time that another caller has been answered.
    await admin.call('POST', '/wait', { idleMs: 50 });
    await admin.call('POST', '/faults', { kind: 'crash', node: 'p1' });
    for (const { status } of [await waiting, await read()]) expect(status).toBe(503);
    await admin.call('DELETE', '/faults');
    expect((await read()).status).toBe(404);
  });

  it('take a node down for a while', async () => {
    const given = { id: 'out', kind: 'crash', node: 'v3', restartAfter: '50 ms' };
    await admin.call('POST', '/faults', given);
    const transaction = await admin.pay();
    expect((await wait(transaction, 'settled-all')).status).toBe(200);
    expect((await faults()).ended).toContainEqual(expect.objectContaining({ id: 'out' }));
  });

  it('take back what a node knew to a snapshot', async () => {
    await admin.call('POST', '/snapshots', { name: 'early' });
    const transaction = await admin.pay();
    await wait(transaction, 'settled-all');
    const amnesia = { kind: 'amnesia', node: 'v2', snapshot: 'early', restartAfter: '0 ms' };
    expect((await admin.call('POST', '/faults', amnesia)).status).toBe(200);
    const later = await admin.pay();
    expect((await wait(later, 'settled-all')).status).toBe(200);
    expect((await faults()).ended.at(-1)).toMatchObject({
      kind: 'amnesia',
      age_nanos: expect.any(Number),
      until_nanos: expect.any(Number),
    });
  });

  it.each([
    { kind: 'pause', node: 'v1' },
    { kind: 'slow', node: 'v1', delay: '1 h' },
  ])('hold a node up: $kind', async (given) => {
    await admin.call('POST', '/faults', { id: 'held', ...given });
    const transaction = await admin.pay();
    expect((await wait(transaction, 'settled-all', 100)).status).toBe(408);
    expect(await settledBy(transaction)).not.toContain('v1');
    await admin.call('DELETE', '/faults/held');
    expect((await wait(transaction, 'settled-all')).status).toBe(200);
  });

  it('put clocks wrong, and payments do not care', async () => {
    await admin.call('POST', '/faults', {
      id: 'late',
      kind: 'clock',
      node: 'p1',
      offset: '-2 min',
      drift: -500_000,
    });
    expect((await wait(await admin.pay(), 'settled-all')).status).toBe(200);
    expect((await admin.call('DELETE', '/faults/late')).status).toBe(200);
  });

  it('include a crash over the admin interface', async () => {
    await admin.call('POST', '/validators/v4/crash');
    expect((await faults()).active).toMatchObject([{ kind: 'crash', node: 'v4' }]);
    expect((await admin.call('POST', '/faults', { kind: 'crash', node: 'v4' })).status).toBe(400);
    const again = {
      error: { message: expect.stringMatching(/down already: end fault-\d+ first/) },
    };
    expect((await admin.call('POST', '/validators/v4/amnesia')).body).toMatchObject(again);
    await admin.call('POST', '/validators/v4/start');
    expect((await faults()).active).toEqual([]);
  });
});

describe('a fault that cannot be', () => {
  it.each([
    [{ kind: 'flood' }, 'kind: expected one of cut, clog, degrade, crash, '],
    [{ kind: 'cut', from: 'v9' }, 'from: expected one of *, http, v1, '],
    [{ kind: 'cut', from: 'v4', to: ['v4'] }, 'to: expected another node: no link leads from v4 '],
    [
      { kind: 'cut', form: 'v1' },
      'body: unknown key "form"; expected id, kind, from, to, direction, for',
    ],
    [
      { kind: 'crash', node: 'v1', at: '1 s' },
      'body: unknown key "at"; expected id, kind, node, disk, restartAfter',
    ],
    [{ kind: 'cut', from: 'v1', for: 5 }, 'for: expected a duration with a unit'],
    [{ kind: 'cut', from: 'v1', for: '5' }, 'duration with a unit'],
    [{ kind: 'crash', node: 'v9' }, 'node: expected one of v1, v2, '],
    [{ kind: 'crash' }, 'node: expected one of v1, v2, '],
    [{ kind: 'degrade', from: 'v1' }, 'link: expected an object, got nothing'],
    [{ kind: 'crash', node: 'v1', disk: 'torn' }, 'disk'],
    [
      { kind: 'degrade', link: { delay: '50 ms' } },
      'link.delay: expected a delay, such as {"dist": "const", "mean": "50 ms"}',
    ],
    [{ kind: 'degrade', link: { drop: 2 } }, 'link.drop: expected a probability from 0 to 1'],
    [{ kind: 'degrade', link: { drop: -1 } }, 'link.drop: expected a probability from 0 to 1'],
    [{ kind: 'degrade', link: { drop: 0.5, burst: 0.5 } }, 'link.burst: expected at least 1'],
    [
      { kind: 'degrade', link: { delay: { dist: 'gauss' } } },
      'link.delay.dist: expected one of const, uniform, exp, ',
    ],
    [
      { kind: 'degrade', link: { delay: { dist: 'uniform', min: '2 s', max: '1 s' } } },
      'link.delay.min',
    ],
    ...(['5', '', 'soon', '1e3 ms', '200 days'] as const).map((mean): [object, string] => [
      { kind: 'degrade', link: { delay: { dist: 'exp', mean } } },
      'link.delay.mean: expected a duration with a unit (ns, us, ms, s, min, h), such as "2 s"',
    ]),
    [
      { kind: 'degrade', link: { delay: { dist: 'exp', mean: '-5 ms' } } },
      'link.delay.mean: expected at least 0 ns',
    ],
    [
      {
        kind: 'degrade',
        link: { duplicate: { probability: 1, delay: { dist: 'const', mean: '5' } } },
      },
      'link.duplicate.delay.mean: expected a duration with a unit',
    ],
    [{ kind: 'clock', node: 'v1', drift: 2_000_000 }, 'drift'],
    [{ kind: 'clock', node: 'v1', offset: '-3000 h' }, 'offset: expected a duration with a unit'],
    [{ kind: 'pause', node: 'v1', for: '-1 s' }, 'for: expected at least 0 ns'],
    [{ kind: 'pause', node: 'wallett' }, 'node'],
  ])('is refused, and %j says where: %s', async (given, field) => {
    const { status, body } = await admin.call('POST', '/faults', given);
    expect(status).toBe(400);
    expect((body as { error: { message: string } }).error.message).toContain(field);
  });

  it('gets a name of its own if it is given none, whatever names others chose', async () => {
    const cut = { kind: 'cut', from: 'v4', to: 'v3' };
    const { body } = await admin.call('POST', '/faults', cut);
    const next = `fault-${Number((body as { id: string }).id.slice('fault-'.length)) + 1}`;
    await admin.call('POST', '/faults', { ...cut, id: next });
    expect((await admin.call('POST', '/faults', cut)).status).toBe(200);
    expect((await faults()).active).toHaveLength(3);
    await admin.call('DELETE', '/faults');
  });

  it('does not exist between all nodes, though both ends have one name', async () => {
    const { status, body } = await admin.call('POST', '/faults', { kind: 'cut', for: '0 s' });
    expect([status, body]).toEqual([200, expect.objectContaining({ from: '*', to: '*' })]);
    await admin.call('DELETE', '/faults');
  });

  it.each([
    ['body', '', '{"id": "f1"}'],
    ['query', '?id=f1', '{}'],
  ])(
    'does not end with all others if a caller names only one in the %s',
    async (where, query, body) => {
      await admin.call('POST', '/faults', { kind: 'cut', from: 'v4', to: 'v3' });
      const answer = await fetch(`${devnet.admin}/faults${query}`, { method: 'DELETE', body });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        {
          error: {
            code: 'INVALID_REQUEST',
            message: expect.stringContaining(`${where}: expected`),
          },
        },
      ]);
      expect((await faults()).active).toHaveLength(1);
      expect((await fetch(`${devnet.admin}/faults`, { method: 'DELETE', body: '{}' })).status).toBe(
        200,
      );
      expect((await faults()).active).toEqual([]);
    },
  );

  it('cannot end again', async () => {
    expect((await admin.call('DELETE', '/faults/never')).status).toBe(404);
  });
});

describe('a devnet that closes', () => {
  it('leaves no timer behind, however long a message travels', async () => {
    const other = await startDevnet({ port: 0, validators: 1 });
    const caller = createAdminCaller(other);
    const link = { delay: { dist: 'const', mean: '50 h' } };
    await caller.call('POST', '/faults', { kind: 'degrade', from: 'faucet', link, for: '40 h' });
    const dripped = fetch(`${other.rest}/v1/faucet-drip`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ recipient: other.accounts[0]?.address, amount: '1', token_id: null }),
    }).then(
      () => 'answered',
      () => 'cut off',
    );
    const before = timers();
    await caller.call('POST', '/wait', { idleMs: 100 });
    await other.close();
    await dripped;
    expect(timers()).toBeLessThanOrEqual(before);
  });
});

/** Counts the timers that the host would wait for. */
function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}
