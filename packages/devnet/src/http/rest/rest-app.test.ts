import { createSigner, loadEd25519, openCrypto } from '@quorate/crypto';
import {
  type Address,
  bytesToHex,
  certificateToJson,
  encodeSignature,
  encodeTransaction,
  factsOf,
  NATIVE_TOKEN_ID,
  stringifyJson,
  type TokenId,
  type TransactionEnvelope,
  transactionId,
  type VersionedTransaction,
} from '@quorate/protocol';
import { collectGarbage } from '@quorate/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { createFaucet, type Faucet } from '../../faucet/faucet.ts';
import type { Asker } from '../../nodes/asker.ts';
import { type Listener, listen } from '../listen.ts';
import type { NetworkTerms } from './network-info-route.ts';
import { createRestApp } from './rest-app.ts';

const open: Listener[] = [];
afterEach(() => Promise.all(open.splice(0).map((listener) => listener.close())));

/** Serves REST over nodes that answer like this; gives its URL and the reported errors. */
async function serve(
  ask: Asker['ask'],
  given?: Faucet,
  terms: NetworkTerms = { networkId: 'fast:localnet', fees: undefined },
): Promise<{ url: string; reported: readonly unknown[] }> {
  const reported: unknown[] = [];
  const listener = await listen({ role: 'test', host: '127.0.0.1', port: 0 });
  open.push(listener);
  const asker = { ask, close: () => undefined };
  const onUnforeseen = (failure: unknown) => void reported.push(failure);
  const check = () => ({ status: 403, message: 'off' }) as const;
  const faucet =
    given ?? createFaucet({ asker, takeBack: () => false, now: () => 0, cooldown: 0, check });
  const { verifier } = openCrypto('full');
  const options = { asker, proxy: 'p1', verifier, faucet, terms, onUnforeseen };
  listener.serve(createRestApp(options).fetch);
  return { url: listener.url, reported };
}

/** A batch as builders write it that know of one tag or the other, signed. */
function batchOf(tag: 12 | 13): TransactionEnvelope {
  const signer = createSigner(loadEd25519(), new Uint8Array(32).fill(7));
  const burn = { kind: 'Burn', tokenId: NATIVE_TOKEN_ID, amount: 1n } as const;
  const transaction: VersionedTransaction = {
    release: 'Release20260319',
    transaction: {
      networkId: 'fast:localnet',
      sender: signer.address,
      nonce: 0n,
      timestampNanos: 1n,
      claim: { kind: 'Batch', tag, operations: [burn] },
      archival: false,
      feeToken: null,
    },
  };
  const signature = signer.sign(factsOf(transaction).signingBytes);
  return { transaction, signature: { kind: 'Signature', signature } };
}

describe('POST /v1/submit-transaction', () => {
  it.each([12, 13] as const)(
    'reads a witness with a batch of tag %i as the bytes that were signed',
    async (tag) => {
      const heard: string[] = [];
      const { url } = await serve((_to, request) => {
        const witnesses = request.type === 'SubmitTransaction' ? request.witnessCertificates : [];
        for (const { envelope } of witnesses ?? []) heard.push(transactionId(envelope.transaction));
        return Promise.resolve(undefined);
      });
      const envelope = batchOf(tag);
      const body = stringifyJson({
        transaction: bytesToHex(encodeTransaction(envelope.transaction)),
        signature: bytesToHex(encodeSignature(envelope.signature)),
        witness_certificates: [certificateToJson({ envelope, signatures: [] }, 'rest')],
      });
      await fetch(`${url}/v1/submit-transaction`, { method: 'POST', body });
      expect(heard).toEqual([transactionId(envelope.transaction)]);
    },
  );
});

describe('GET /v1/network-info', () => {
  const silent = () => Promise.resolve(undefined);
  const ask = async (terms: NetworkTerms): Promise<unknown> => {
    const { url } = await serve(silent, undefined, terms);
    return ((await (await fetch(`${url}/v1/network-info`)).json()) as { data: unknown }).data;
  };

  it('names no token where there are no fees: one without an amount is taken for a fault', async () => {
    expect(await ask({ networkId: 'fast:testnet', fees: undefined })).toEqual({
      network_id: 'fast:testnet',
      fees: { default: '', entries: [] },
    });
  });

  it('lists what a transaction costs in each token, in decimal digits', async () => {
    const other = 'd7'.repeat(32) as TokenId;
    const fees = {
      amounts: { [NATIVE_TOKEN_ID]: 10n ** 24n, [other]: 7n },
      defaultToken: other,
      account: 'aa'.repeat(32) as Address,
    };
    expect(await ask({ networkId: 'fast:localnet', fees })).toEqual({
      network_id: 'fast:localnet',
      fees: {
        default: other,
        entries: [
          { token_id: NATIVE_TOKEN_ID, fixed_amount: `${10n ** 24n}` },
          { token_id: other, fixed_amount: '7' },
        ],
      },
    });
  });
});

describe('a submission whose proxy takes its time', () => {
  it('holds nothing of its body but the text', async () => {
    const { transaction, signature } = batchOf(12);
    const fields = stringifyJson({
      transaction: bytesToHex(encodeTransaction(transaction)),
      signature: bytesToHex(encodeSignature(signature)),
    });
    const body = `${fields.slice(0, -1)},"unread":["abc"${',"abc"'.repeat(600_000)}]}`;
    let growth = Number.POSITIVE_INFINITY;
    const { url } = await serve(async () => {
      await collectGarbage();
      growth = process.memoryUsage().heapUsed - before;
      return undefined;
    });
    await collectGarbage();
    const before = process.memoryUsage().heapUsed;
    await fetch(`${url}/v1/submit-transaction`, { method: 'POST', body });
    // Read, it is over 20 MB.
    expect(growth).toBeLessThan(10_000_000);
  });
});

describe('a submission whose proxy gives no answer', () => {
  it('is not called unavailable: a client that takes that for a refusal signs a rival', async () => {
    const { url } = await serve(() => Promise.resolve(undefined));
    const { transaction, signature } = batchOf(12);
    const body = JSON.stringify({
      transaction: bytesToHex(encodeTransaction(transaction)),
      signature: bytesToHex(encodeSignature(signature)),
    });
    const response = await fetch(`${url}/v1/submit-transaction`, { method: 'POST', body });
    expect(response.status).toBe(503);
    // Without facts: nobody has refused.
    expect(await response.json()).toMatchObject({
      error: { code: 'QUORUM_UNREACHABLE', message: 'the proxy gave no answer', details: null },
    });
  });
});

const CERTIFICATE = `/v1/certificate/${'ab'.repeat(32)}`;

describe('REST when something is wrong inside (interface document, "Errors")', () => {
  it('answers 500 with the envelope, keeps the reason to itself and reports it', async () => {
    const failure = new Error('the disk at /home/somebody is full');
    const { url, reported } = await serve(() => Promise.reject(failure));
    const response = await fetch(`${url}${CERTIFICATE}`);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: { code: 'INTERNAL_ERROR', message: 'internal error', details: null },
      meta: { timestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    expect(reported).toEqual([failure]);
  });

  it('answers 503 where the proxy gives no answer, because it is down or late', async () => {
    const { url, reported } = await serve(() => Promise.resolve(undefined));
    const response = await fetch(`${url}${CERTIFICATE}`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: { code: 'SERVICE_UNAVAILABLE', message: 'the proxy gave no answer' },
    });
    expect(reported).toEqual([]);
  });

  it('answers 403 where the faucet is off', async () => {
    const { url } = await serve(() => Promise.resolve(undefined));
    const body = JSON.stringify({ recipient: '07'.repeat(32), amount: '1' });
    const response = await fetch(`${url}/v1/faucet-drip`, { method: 'POST', body });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: 'FAUCET_DISABLED' } });
  });

  it('says in a header, too, when the faucet gives again', async () => {
    const { url } = await serve(() => Promise.resolve(undefined), {
      drip: () => Promise.resolve({ kind: 'Throttled', waitMillis: 59_001 }),
    });
    const body = JSON.stringify({ recipient: '07'.repeat(32), amount: '1' });
    const response = await fetch(`${url}/v1/faucet-drip`, { method: 'POST', body });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('60');
  });
});

describe('a query', () => {
  const account = `/v1/accounts/${'07'.repeat(32)}`;

  it.each([
    [`${account}?token_balances_filter=&token_balances_filter=`, 'token_balances_filter'],
    [`${account}?state_key_filter=&state_key%5Ffilter=x`, 'state_key_filter'],
    [`${account}/certificates?from_nonce=0&limit=1&limit=2`, 'limit'],
    [`/v1/escrow-jobs?client=${'07'.repeat(32)}&client=${'08'.repeat(32)}`, 'client'],
  ])('has no parameter twice, since one would be lost: %s', async (path, field) => {
    const { url } = await serve(() => Promise.resolve(undefined));
    const response = await fetch(`${url}${path}`);
    expect(response.status).toBe(400);
    const message = expect.stringContaining(`${field}: expected once`);
    expect(await response.json()).toMatchObject({ error: { code: 'INVALID_REQUEST', message } });
  });

  it.each(['', 'x', '0', '201', `${2n ** 63n}`])(
    'has a limit of 1 to 200, not %j',
    async (limit) => {
      const { url } = await serve(() => Promise.resolve(undefined));
      const response = await fetch(`${url}${account}/certificates?from_nonce=0&limit=${limit}`);
      expect(response.status).toBe(400);
      const message = expect.stringMatching(/^limit: .* 1 to 200/);
      expect(await response.json()).toMatchObject({ error: { message } });
    },
  );

  it('may have unknown parameters, however often', async () => {
    const { url } = await serve(() => Promise.resolve(undefined));
    const response = await fetch(`${url}${account}?unknown=1&unknown=2`);
    expect(response.status).toBe(503);
  });
});
