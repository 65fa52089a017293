import {
  type Address,
  bytesToHex,
  encodeSignature,
  encodeTransaction,
  formatAddress,
  type JsonObject,
  LIMITS,
  parseJson,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { callRpc, pays, personOf, signed, submission } from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';
import { PATIENCE_MILLIS, PROXY_DEADLINE_MILLIS } from '../timing/patience.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

let devnet: Devnet;
afterEach(() => devnet?.close());

/** Starts a devnet, and takes two of its four validators down. */
async function startWithoutQuorum(before = () => Promise.resolve()): Promise<TransactionEnvelope> {
  devnet = await startDevnet({ port: 0, proxyDeadline: 300 });
  await before();
  for (const { crash } of devnet.validators.slice(2)) crash();
  return signed(personOf(devnet, 'alice'), 0n, pays(personOf(devnet, 'bob'), 1n));
}

/** Has every node come up again from what its store holds. */
async function recoverAll(): Promise<void> {
  for (const [path, body] of [
    ['', '{"name":"now"}'],
    ['/now/restore', '{}'],
  ] as const) {
    const url = `${devnet.rest}/_devnet/v1/snapshots${path}`;
    const { ok } = await fetch(url, { method: 'POST', headers: JSON_TYPE, body });
    expect(ok, path).toBe(true);
  }
}

interface Failed {
  readonly status: number;
  readonly error: JsonObject;
}

async function post({ transaction, signature }: TransactionEnvelope): Promise<Failed> {
  const body = JSON.stringify({
    transaction: bytesToHex(encodeTransaction(transaction)),
    signature: bytesToHex(encodeSignature(signature)),
  });
  const url = `${devnet.rest}/v1/submit-transaction`;
  return failed(await fetch(url, { method: 'POST', headers: JSON_TYPE, body }));
}

async function failed(response: Response): Promise<Failed> {
  const { error } = parseJson(await response.text()) as { readonly error: JsonObject };
  return { status: response.status, error };
}

describe('P8, without a quorum', () => {
  it('P8 ends before callers are given up, and callers are given up before they give up themselves', () => {
    expect(PROXY_DEADLINE_MILLIS).toBeLessThan(PATIENCE_MILLIS);
    expect(PATIENCE_MILLIS).toBeLessThan(LIMITS.clientTimeoutMillis);
  });

  it('P8 answers submissions with the error and its facts', async () => {
    const envelope = await startWithoutQuorum();
    const facts = {
      reason: 'the deadline has passed',
      unsettled: false,
      refusals: [],
      silent: devnet.validators.slice(2).map(({ address }) => formatAddress(address as Address)),
      mint_removed: null,
      pruned: [],
    };
    const message =
      'the quorum is unreachable: the deadline has passed; 2 validators have not answered';
    expect(await post(envelope)).toEqual({
      status: 503,
      error: { code: 'QUORUM_UNREACHABLE', message, details: { QuorumUnreachable: facts } },
    });
    const asked = await callRpc(devnet.proxyRpc, 'proxy_submitTransaction', submission(envelope));
    const { code, message: said, data } = asked['error'] as JsonObject;
    expect({ code, said }).toEqual({ code: -32000, said: message });
    expect(parseJson(String(data))).toEqual({ QuorumUnreachable: facts });
  });

  it('P8 names who refused, and answers queries as soon, also once the proxy has recovered', async () => {
    const envelope = await startWithoutQuorum(recoverAll);
    const rival = signed(personOf(devnet, 'alice'), 0n, pays(personOf(devnet, 'bob'), 2n));
    const [locked] = devnet.validators;
    await callRpc(locked?.rpc ?? '', 'submitTransaction', submission(rival));
    const refused = {
      validator: formatAddress(locked?.address as Address),
      error: { PreviousTransactionMustBeConfirmedFirst: expect.anything() },
    };
    expect((await post(envelope)).error).toMatchObject({
      message: expect.stringContaining(
        '; 1 validator refuses it: PreviousTransactionMustBeConfirmedFirst; ',
      ),
      details: { QuorumUnreachable: { refusals: [refused] } },
    });
    const { status, error } = await failed(await fetch(`${devnet.rest}/v1/tokens?token_ids=`));
    expect({ status, ...error }).toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      details: { QuorumUnreachable: { reason: 'the deadline has passed' } },
    });
  });
});
