import { createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  bytesToHex,
  certificateToJson,
  type HexBytes,
  type JsonObject,
  type JsonValue,
  multiSigAddress,
  operationId,
  PROXY_SUBMIT_RESULT,
  readinessSigningBytes,
  SIGNED_READINESS,
  type TokenId,
  TRANSACTIONS_PAGE,
  type TransactionCertificate,
  type TransactionEnvelope,
  transactionId,
  type VersionedTransaction,
  withOtherTags,
} from '@quorate/protocol';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  callRpc,
  configOf,
  envelopeOf,
  pays,
  personOf,
  signed,
  signedFirst,
  submission,
} from '../../test/people.ts';
import { type Devnet, startDevnet } from '../devnet.ts';

let devnet: Devnet;
let validator: string;
beforeAll(async () => {
  devnet = await startDevnet({ port: 0, accounts: 20 });
  validator = devnet.validators[0]?.rpc ?? '';
});
afterAll(() => devnet.close());

const person = (name: string) => personOf(devnet, name);

async function submit(envelope: TransactionEnvelope, more: JsonObject = {}): Promise<JsonObject> {
  return callRpc(devnet.proxyRpc, 'proxy_submitTransaction', { ...submission(envelope), ...more });
}

async function settle(envelope: TransactionEnvelope): Promise<TransactionCertificate> {
  const { result } = await submit(envelope);
  const read = PROXY_SUBMIT_RESULT.fromJson(result, 'rpc', 'result');
  if (read.kind !== 'Success') throw new Error(`expected Success, got ${read.kind}`);
  return read.certificate;
}

describe('shapes of 2025 (wire.md section 14)', () => {
  const bare = (
    name: string,
    parts: Pick<
      VersionedTransaction<'Unversioned'>['transaction'],
      'claim' | 'archival' | 'isMoved'
    >,
  ) => {
    const sender = person(name);
    return envelopeOf(sender, {
      release: 'Unversioned',
      transaction: {
        sender: sender.address,
        recipient: person('bob').address,
        nonce: 0n,
        timestampNanos: 5n,
        ...parts,
      },
    });
  };
  const unversioned = (name: string, archival: boolean | null) => {
    const { kind, tokenId, amount, userData } = pays(person('bob'), 7n) as never as JsonObject;
    return bare(name, { claim: { kind, tokenId, amount, userData } as never, archival });
  };

  it.each([null, false])('takes a bare transaction with archival %s', async (archival) => {
    const envelope = unversioned(archival === null ? 'dave' : 'erin', archival);
    const params = submission(envelope);
    expect(Object.hasOwn(params['transaction'] as JsonObject, 'archival')).toBe(archival !== null);
    const answered = await callRpc(devnet.proxyRpc, 'set_proxy_submitTransaction', params);
    expect(answered).toMatchObject({
      result: { Success: { envelope: { transaction: params['transaction'] } } },
    });
  });

  it('answers to older names, and to both names of the filter', async () => {
    expect(await callRpc(validator, 'set_getVersion', {})).toHaveProperty('result');
    const address = addressJson('judy');
    for (const params of [
      { address, token_balance_filter: null, certificate_by_nonce: null },
      { address, token_balances_filter: [] },
      { address, nobody_knows_this: true },
    ]) {
      for (const [url, method] of [
        [validator, 'set_getAccountInfo'],
        [devnet.proxyRpc, 'proxy_getAccountInfo'],
      ] as const) {
        expect(await callRpc(url, method, params)).toMatchObject({ result: { next_nonce: 0 } });
      }
    }
  });

  it('settles and cross-signs a claim under the tag that bridge clients of 2026 sign', async () => {
    const claim = { verifierCommittee: [], verifierQuorum: 0n, claimData: '01ff' as HexBytes };
    const envelope = bare('account-20', {
      claim: { kind: 'ExternalClaim', claim, signatures: [] },
      archival: false,
      isMoved: true,
    });
    const certificate = certificateToJson(await settle(envelope), 'rpc');
    const signing = await callRpc(devnet.proxyRpc, 'crossSign_evmSignCertificate', { certificate });
    const { transaction } = signing['result'] as { readonly transaction: readonly number[] };
    expect(bytesToHex(Uint8Array.from(transaction.slice(32, 64), Number))).toBe(
      transactionId(envelope.transaction),
    );
  });

  it('settles a batch under the tag that was signed, whichever it is', async () => {
    const sender = person('frank');
    for (const [nonce, tag] of [12, 13].entries()) {
      const envelope = envelopeOf(sender, {
        release: 'Release20260319',
        transaction: {
          networkId: 'fast:localnet',
          sender: sender.address,
          nonce: BigInt(nonce),
          timestampNanos: 1n,
          claim: { kind: 'Batch', tag: tag as 12 | 13, operations: [pays(person('bob'), 1n)] },
          archival: false,
          feeToken: null,
        },
      });
      expect(withOtherTags(envelope.transaction)?.release).toBe('Release20260319');
      expect(await submit(envelope)).toMatchObject({ result: { Success: {} } });
    }
  });
});

describe('proxy_submitTransaction', () => {
  it('takes witness_certificates that the transaction builds on', async () => {
    const [grace, heidi] = [person('grace'), person('heidi')];
    const creation = signed(grace, 0n, {
      kind: 'TokenCreation',
      tokenName: 'T',
      decimals: 0,
      initialAmount: 5n,
      mints: [heidi.address],
      userData: null,
    });
    const certificate = await settle(creation);
    const tokenId = operationId(grace.address, 0n, 0) as string as TokenId;
    const mint = signed(heidi, 0n, { kind: 'Mint', tokenId, recipient: heidi.address, amount: 1n });
    const witnesses = [certificateToJson(certificate, 'rpc')];
    expect(await submit(mint, { witness_certificates: witnesses })).toMatchObject({
      result: { Success: {} },
    });
    expect(await submit(mint, { witness_certificates: [{}] })).toMatchObject({
      error: { code: -32602, data: expect.stringContaining('witness_certificates[0]') },
    });
    const many = Array.from({ length: 101 }, () => witnesses[0] as JsonValue);
    expect(await submit(mint, { witness_certificates: many })).toMatchObject({
      error: { code: -32602, data: expect.stringContaining('at most 100') },
    });
  });

  it('reports an incomplete multisig transaction under both names', async () => {
    const [ivan, judy] = [person('ivan'), person('judy')];
    const config = configOf(ivan, judy);
    const params = submission(signedFirst(config, ivan, pays(person('bob'), 1n)));
    const { result } = await callRpc(devnet.proxyRpc, 'proxy_submitTransaction', params);
    expect(result).toEqual({ IncompleteMultiSigs: [], IncompleteMultiSig: [] });
    const address = [...Buffer.from(multiSigAddress(config), 'hex')];
    // Parameters of other methods are ignored.
    for (const more of [{}, { token_balances_filter: 'x', certificate_by_nonce: 1 }]) {
      const pending = await callRpc(devnet.proxyRpc, 'proxy_getPendingMultisigTransactions', {
        address,
        ...more,
      });
      expect(pending['result']).toHaveLength(1);
    }
  });
});

describe('getTransactions', () => {
  const page = async (url: string, limit: number, token?: number) => {
    const { result } = await callRpc(url, 'getTransactions', {
      page: token === undefined ? { limit } : { limit, token },
    });
    return TRANSACTIONS_PAGE.fromJson(result, 'rpc', 'result');
  };

  it('pages through everything that a validator settled, once (F6.13)', async () => {
    const ids: string[] = [];
    const sender = person('account-11');
    for (const nonce of [0n, 1n, 2n]) {
      const envelope = signed(sender, nonce, pays(person('bob'), 1n));
      await settle(envelope);
      ids.push(transactionId(envelope.transaction));
    }
    for (const { rpc } of devnet.validators) {
      const all = await expectAll(() => page(rpc, 200), ids);
      expect(all.nextPageToken).toBe(BigInt(all.transactions.length));
      let token = 0;
      const paged: string[] = [];
      for (;;) {
        const { transactions, nextPageToken } = await page(rpc, 2, token);
        paged.push(...transactions.map(transactionId));
        if (transactions.length === 0) break;
        token = Number(nextPageToken);
      }
      expect(paged).toEqual(all.transactions.map(transactionId));
    }
  });

  it('gives at most what was asked for, and no more than 200', async () => {
    expect(await page(validator, 0, 4)).toEqual({ transactions: [], nextPageToken: 4n });
    expect((await page(validator, 1)).transactions).toHaveLength(1);
    expect((await page(validator, 2 ** 40)).transactions.length).toBeGreaterThan(2);
    const far = { page: { limit: 1, token: 2n ** 64n } };
    expect(await callRpc(validator, 'getTransactions', far)).toMatchObject({
      error: { code: -32602, data: expect.stringContaining('page.token') },
    });
  });
});

describe('quorate_ methods', () => {
  it('are described by rpc.discover, as everything else that validators answer to', async () => {
    const { result } = await callRpc(validator, 'rpc.discover', {});
    const { methods } = result as { methods: readonly { readonly name: string }[] };
    expect(methods.map(({ name }) => name)).toEqual([
      'submitTransaction',
      'submitTransactionCertificate',
      'getTransactions',
      'getAccountInfo',
      'getTokenInfo',
      'getPerformanceInfo',
      'getVersion',
      'quorate_submitTransaction',
      'quorate_checkTransaction',
      'quorate_submitCertificate',
      'quorate_getCertificates',
      'quorate_getAccountInfo',
      'quorate_getTokenInfo',
      'quorate_getEscrowJobs',
      'quorate_announceChange',
      'quorate_getSnapshot',
      'quorate_proveReadiness',
    ]);
  });

  it('C3 answer a challenge under a key that the validator holds, and no other', async () => {
    const challenge = 'c4'.repeat(32);
    const own = devnet.validators[0]?.address ?? '';
    const ask = (key: string) =>
      callRpc(validator, 'quorate_proveReadiness', { validator: key, challenge });
    const { result } = await ask(own);
    const { readiness, signature } = SIGNED_READINESS.fromJson(result, 'rest', 'result');
    expect(readiness).toMatchObject({ validator: own, challenge, epoch: 0, isCaughtUp: true });
    const verifier = createVerifier(loadEd25519());
    const bytes = readinessSigningBytes(readiness);
    expect(verifier.verify(readiness.validator, bytes, signature)).toBe(true);
    const other = devnet.validators[1]?.address ?? '';
    expect(await ask(other)).toMatchObject({ error: { code: -32000 } });
    expect(await ask('zz')).toMatchObject({ error: { code: -32602 } });
  });

  it('say which rule refused, and refuse malformed parameters', async () => {
    const params = { select: { by: 'Id', transactionId: 'zz' } };
    expect(await callRpc(validator, 'quorate_getCertificates', params)).toMatchObject({
      result: { type: 'Rejected', rejection: { code: 'InvalidRequest', rule: 'V1' } },
    });
    const odd = { select: { by: 'Nothing' } };
    expect(await callRpc(validator, 'quorate_getCertificates', odd)).toMatchObject({
      error: { code: -32602, data: expect.stringContaining('select') },
    });
    const bytes = {
      certificate: {
        envelope: { isUnversioned: false, transaction: 'ff', signature: '' },
        signatures: [],
      },
    };
    expect(await callRpc(validator, 'quorate_submitCertificate', bytes)).toMatchObject({
      error: { code: -32602 },
    });
  });
});

function hexOf(name: string): string {
  return person(name).address;
}

function addressJson(name: string): readonly number[] {
  return [...Buffer.from(hexOf(name), 'hex')];
}

/** Asks until the transactions are there: the proxy answers once a quorum has settled. */
function expectAll<T extends { readonly transactions: readonly never[] | readonly unknown[] }>(
  ask: () => Promise<T>,
  ids: readonly string[],
): Promise<T> {
  return vi.waitFor(
    async () => {
      const answer = await ask();
      const known = answer.transactions.map((each) => transactionId(each as never) as string);
      expect(known).toEqual(expect.arrayContaining([...ids]));
      return answer;
    },
    { timeout: 60_000 },
  );
}
