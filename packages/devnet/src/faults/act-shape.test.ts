import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdminCaller, createAdminCaller } from '../../test/admin-caller.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

describe('a fault that makes a validator lie', () => {
  let devnet: Devnet;
  let admin: AdminCaller;
  beforeAll(async () => {
    devnet = await startDevnet({ port: 0, seed: 'acts', accounts: 2 });
    admin = createAdminCaller(devnet);
  });
  afterAll(() => devnet.close());

  async function messageFor(given: object): Promise<string> {
    const fault = { kind: 'byzantine', node: 'v4', ...given };
    const { status, body } = await admin.call('POST', '/faults', fault);
    expect(status).toBe(400);
    return (body as { error: { message: string } }).error.message;
  }

  it.each([
    [{ act: 'collude', with: 'alice' }, '.act: expected one of twin, double-sign, sign-invalid, '],
    [{ act: 'forge', partner: 'alice' }, ': unknown key "partner"; expected act, only, times'],
    [{ act: 'forge', for: '1 s' }, ': unknown key "for"; expected act, only, times'],
    [{ act: 'forge', times: 0 }, '.times: expected at least 1'],
    [{ act: 'forge', only: { peers: ['v9'] } }, '.only.peers.0: expected one of http, v1, v2, '],
    [{ act: 'forge', only: { peers: [] } }, '.only.peers: expected at least 1 entry'],
    [
      { act: 'forge', only: { peers: Array(201).fill('v1') } },
      '.only.peers: expected at most 200 entries',
    ],
    [
      { act: 'forge', only: { senders: ['alice', 'nobody'] } },
      '.only.senders.1: expected the name of an account, or an address',
    ],
    [
      { act: 'lie', about: 'balance', by: 'much' },
      '.by: expected a whole number other than 0, in quotes beyond 9007199254740991',
    ],
    [{ act: 'lie', about: 'balance', by: 0 }, '.by: expected a whole number other than 0'],
    [{ act: 'lie', about: 'balance', by: '-00' }, '.by: expected a whole number other than 0'],
    [{ act: 'wrong-name', as: 'v4' }, '.as: expected another validator: it is v4 itself'],
    [{ act: 'selective-service', serves: {} }, '.serves: expected peers, senders or both'],
    [{ act: 'stale-view', requests: 10_001 }, '.requests: expected at most 10000'],
  ])('is refused in words that say what is wrong with its act: %j', async (act, message) => {
    expect(await messageFor({ acts: [act] })).toContain(`acts.0${message}`);
  });

  it('is refused for who is no validator, and with no act or too many', async () => {
    const acts = [{ act: 'forge' }];
    expect(await messageFor({ node: 'p1', acts })).toContain('node: expected one of v1, v2, v3');
    expect(await messageFor({ acts: [] })).toContain('acts: expected at least 1 entry');
    expect(await messageFor({ acts: Array(33).fill(acts[0]) })).toContain(
      'acts: expected at most 32 entries',
    );
  });

  it('may have the validator serve nobody', async () => {
    const acts = [{ act: 'selective-service', serves: { peers: [] } }];
    const { status, body } = await admin.call('POST', '/faults', {
      kind: 'byzantine',
      node: 'v4',
      acts,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ acts });
  });
});
