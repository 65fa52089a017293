import { createSigner, loadEd25519 } from '@quorate/crypto';
import { certificateToJson, type JsonObject, transactionId } from '@quorate/protocol';
import { certificateBy } from '@quorate/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminCaller } from '../../test/admin-caller.ts';
import { changeCommittee } from '../../test/committee-change.ts';
import { callRpc, pays, personOf, signed, submission } from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';
import { secretKeyOf } from '../keys.ts';

const FOUR = ['v1', 'v2', 'v3', 'v4'];
let devnet: Devnet;
let settled: JsonObject;

beforeAll(async () => {
  devnet = await startDevnet({ port: 0 });
  const { result } = await callRpc(
    devnet.proxyRpc,
    'proxy_submitTransaction',
    submission(paid(0n)),
  );
  settled = (result as JsonObject)['Success'] as JsonObject;
  await changeCommittee(devnet, FOUR);
});

afterAll(() => devnet.close());

function paid(nonce: bigint) {
  return signed(personOf(devnet, 'alice'), nonce, pays(personOf(devnet, 'bob'), 5n));
}

async function read(path: string): Promise<JsonObject> {
  const response = await fetch(`${devnet.rest}${path}`);
  return (await response.json()) as JsonObject;
}

function crossSigned(certificate: unknown): Promise<JsonObject> {
  return callRpc(devnet.proxyRpc, 'proxy_evmSignCertificate', { certificate });
}

describe('C8 a devnet whose committee has changed', () => {
  it('shows what the committee before has settled, and the change', async () => {
    const { address } = personOf(devnet, 'alice');
    const id = transactionId(paid(0n).transaction);
    const [account, certificate, change] = await Promise.all(
      [`/v1/accounts/${address}`, `/v1/certificate/${id}`, '/v1/committee-changes/1'].map(read),
    );
    expect(account).toMatchObject({ data: { next_nonce: 1 } });
    expect(certificate).toMatchObject({ data: {} });
    expect(change).toMatchObject({ data: {} });
  });

  it('has told those who watch of each step once', async () => {
    const seats: string[] = [];
    const others: unknown[] = [];
    for await (const { kind, node, seat, epoch, ...rest } of devnet.events({ last: 500 })) {
      if (kind === 'seat') seats.push(`${node} ${seat} ${epoch}`);
      if (kind === 'request') others.push([rest.request, rest.operator?.name]);
      if (kind === 'committee') others.push([epoch, rest.members, rest.quorum]);
      if (seats.filter((each) => each.endsWith('active 1')).length === FOUR.length) break;
    }
    const requests = FOUR.map(() => ['Join', null]);
    expect(others).toEqual([...requests, [1, FOUR, 3]]);
    expect(seats).toEqual(expect.arrayContaining(FOUR.map((name) => `${name} active 1`)));
    expect(new Set(seats).size).toBe(seats.length);
  });

  it('cross-signs that', async () => {
    expect(await crossSigned(settled)).toMatchObject({ result: { format: 'eip191-abi' } });
  });

  it('cross-signs nothing while its proxy is down', async () => {
    const { call } = createAdminCaller(devnet);
    await call('POST', '/faults', { id: 'down', kind: 'crash', node: 'p1' });
    expect(await crossSigned(settled)).toMatchObject({ error: { message: 'p1 gave no answer' } });
    expect((await call('DELETE', '/faults/down')).status).toBe(200);
    expect(await crossSigned(settled)).toMatchObject({ result: { format: 'eip191-abi' } });
  });

  it('cross-signs nothing that only its retired keys have certified', async () => {
    expect(await crossSigned(forgedByRetired())).toMatchObject({
      error: { code: -32000, message: expect.stringContaining('retired') },
    });
  });

  it('cross-signs no such thing though its proxy has forgotten the change', async () => {
    const { call } = createAdminCaller(devnet);
    const forgotten = { id: 'forgotten', kind: 'amnesia', node: 'p1' };
    expect((await call('POST', '/faults', forgotten)).status).toBe(200);
    expect((await call('DELETE', '/faults/forgotten')).status).toBe(200);
    expect(await crossSigned(forgedByRetired())).toMatchObject({
      error: { code: -32000, message: expect.stringContaining('retired') },
    });
    expect(await crossSigned(settled)).toMatchObject({ result: { format: 'eip191-abi' } });
  });

  it('knows its committee and the keys of that while all validators are down', async () => {
    const { call } = createAdminCaller(devnet);
    const seen = async () => ({
      committee: (await call('GET', '/committee')).body,
      keys: devnet.validators.map(({ address }) => address),
    });
    const before = await seen();
    for (const validator of devnet.validators) validator.crash();
    expect(await seen()).toEqual(before);
    expect((await call('GET', '/validators')).body).toMatchObject(
      FOUR.map((name) => ({ name, status: 'crashed', seat: 'active', epoch: 1, served: 1 })),
    );
    await Promise.all(devnet.validators.map((validator) => validator.start()));
    for (const validator of devnet.validators) validator.crash();
    expect(await seen()).toEqual(before);
    await Promise.all(devnet.validators.map((validator) => validator.start()));
    await devnet.reset();
    expect((await call('GET', '/committee')).body).toMatchObject({ epoch: 0 });
  });
});

/** A certificate that those sign whom the change has taken their keys from. */
function forgedByRetired(): JsonObject {
  const retired = FOUR.map((name) => createSigner(loadEd25519(), secretKeyOf(devnet.seed, name)));
  return certificateToJson(certificateBy(retired, paid(1n)), 'rpc') as JsonObject;
}
