import {
  createClient,
  createWallet,
  memoryOutbox,
  type Outgoing,
  signerOf,
  type WalletOptions,
} from '@quorate/client';
import { createVerifier, loadEd25519 } from '@quorate/crypto';
import { type Devnet, type DevnetAccount, startDevnet } from '@quorate/devnet';
import {
  CERTIFICATES,
  decodeSignature,
  decodeTransaction,
  factsOf,
  hexToBytes,
  type JsonObject,
  NATIVE_TOKEN_ID,
  PROXY_SUBMIT_RESULT,
  parseAddress,
  parseJson,
  stringifyJson,
  type TransactionCertificate,
} from '@quorate/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let devnet: Devnet;
let payee: DevnetAccount;
let trusted: NonNullable<WalletOptions['trusted']>;
let used = 1;

beforeAll(async () => {
  devnet = await startDevnet({ port: 0, accounts: 40 });
  payee = devnet.accounts[0] as DevnetAccount;
  trusted = { committee: await committeeOf(devnet), verifier: createVerifier(loadEd25519()) };
});
afterAll(() => devnet.close());

async function committeeOf({ rest }: Devnet) {
  const response = await fetch(`${rest}/_devnet/v1/committee`);
  const { epoch, members } = (await response.json()) as {
    readonly epoch: number;
    readonly members: readonly { address: string; host: string; rpc_port: number }[];
  };
  const seats = members.map(({ address, host, rpc_port: rpcPort }) => ({
    validator: { address: parseAddress(address), host, rpcPort },
    operator: undefined,
  }));
  return { epoch, members: seats };
}

/** How a proxy changes an answer to a request; undefined if it leaves it as it is. */
type Lie = (path: string, data: JsonObject) => Response | undefined | Promise<Response | undefined>;

/**
 * Makes a wallet for an account that no other test has touched, and a proxy that lies when told to.
 */
function lied(options: Partial<WalletOptions> = { trusted }) {
  const { secretKey } = devnet.accounts[used] as DevnetAccount;
  used += 1;
  const proxy: { lie: Lie } = { lie: () => undefined };
  const client = createClient({
    url: devnet.rest,
    fetch: async (input, init) => {
      const path = new URL(String(input)).pathname;
      // What is refused here never reaches a validator.
      const told = init?.method === 'POST' ? await proxy.lie(path, {}) : undefined;
      if (told !== undefined) return told;
      const response = await fetch(input, init);
      if (!response.ok) return response;
      const text = await response.text();
      const { data } = parseJson(text) as { readonly data: JsonObject };
      return (await proxy.lie(path, data)) ?? new Response(text);
    },
  });
  const outbox = memoryOutbox();
  const signer = signerOf(secretKey);
  const common = { client, signer, networkId: devnet.networkId, outbox };
  const wallet = createWallet({ ...common, retries: 0, ...options });
  const pay = () => wallet.transact([payment()]);
  return { wallet, pay, proxy, outbox, signer };
}

function payment() {
  const { address: recipient } = payee;
  return {
    kind: 'TokenTransfer',
    tokenId: NATIVE_TOKEN_ID,
    recipient,
    amount: 1n,
    userData: null,
  } as const;
}

function nonceOf({ envelope }: TransactionCertificate): bigint {
  return factsOf(envelope.transaction).transaction.nonce;
}

const answer = (data: unknown) => new Response(stringifyJson({ data } as JsonObject));
const refusal = (code: string, status: number) =>
  Response.json({ error: { code, message: 'no', details: null } }, { status });

const isAccount = (path: string) => /\/accounts\/[^/]+$/.test(path);
const isCertificates = (path: string) => path.endsWith('/certificates');
const isSubmit = (path: string) => path.endsWith('/submit-transaction');

/** Reports another next nonce of an account. */
function nonceLie(nonce: number): Lie {
  return (path, data) => (isAccount(path) ? answer({ ...data, next_nonce: nonce }) : undefined);
}

/** Has a proxy report once another next nonce of an account. */
function tellOnce(proxy: { lie: Lie }, nonce: number): void {
  proxy.lie = (path, data) => {
    if (!isAccount(path)) return undefined;
    proxy.lie = () => undefined;
    return nonceLie(nonce)(path, data);
  };
}

describe('a wallet whose proxy says too high a nonce', () => {
  it('is refused, and goes on with the next payment once its proxy is right again', async () => {
    const { pay, proxy } = lied();
    await pay();
    tellOnce(proxy, 999);
    await expect(pay()).rejects.toMatchObject({ code: 'UNEXPECTED_NONCE', kept: undefined });
    proxy.lie = () => undefined;
    expect(nonceOf(await pay())).toBe(1n);
    expect(nonceOf(await pay())).toBe(2n);
  });

  it('goes on at once where it trusts its proxy, which reports another nonce', async () => {
    const { pay, proxy } = lied({});
    await pay();
    tellOnce(proxy, 999);
    expect(nonceOf(await pay())).toBe(1n);
    expect(nonceOf(await pay())).toBe(2n);
  });

  it('P5: goes on where it has seen a nonce used, though its proxy reports first too high and then too low a nonce', async () => {
    const { pay, proxy } = lied({});
    await pay();
    await pay();
    const reported = [999, 0];
    proxy.lie = (path, data) => {
      const nonce = isAccount(path) ? reported.shift() : undefined;
      return nonce === undefined ? undefined : nonceLie(nonce)(path, data);
    };
    expect(nonceOf(await pay())).toBe(2n);
  });

  it('signs again at no nonce below what it saw settle, whatever a proxy says', async () => {
    const { pay, proxy } = lied();
    await pay();
    proxy.lie = (path, data) => (isCertificates(path) ? answer([]) : nonceLie(0)(path, data));
    expect(nonceOf(await pay())).toBe(1n);
  });

  it('P5: signs again at no nonce below what it saw settle, though it finishes something older', async () => {
    const { wallet, pay, proxy, outbox } = lied();
    let first: Outgoing | undefined;
    proxy.lie = async (path) => {
      if (isSubmit(path)) first ??= await outbox.load();
      return undefined;
    };
    await pay();
    await pay();
    if (first !== undefined) await outbox.save(first);
    const finished = await wallet.finish();
    expect(finished && nonceOf(finished)).toBe(0n);
    proxy.lie = (path, data) => (isCertificates(path) ? answer([]) : nonceLie(1)(path, data));
    expect(nonceOf(await pay())).toBe(2n);
  });

  it('believes its proxy about a lower nonce only if the proxy shows nothing there', async () => {
    const { pay, proxy } = lied({});
    await pay();
    await pay();
    proxy.lie = nonceLie(0);
    expect(nonceOf(await pay())).toBe(2n);
    proxy.lie = (path, data) =>
      isCertificates(path) ? refusal('INTERNAL_ERROR', 500) : nonceLie(0)(path, data);
    expect(nonceOf(await pay())).toBe(3n);
  });

  it('P5: says what helps after its network was put back, and goes no further by itself', async () => {
    const { pay, wallet, outbox } = lied();
    await devnet.snapshot('before');
    await pay();
    await pay();
    await devnet.restore('before');
    for (const _ of [1, 2]) {
      const failure = await pay().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'UNEXPECTED_NONCE', kept: undefined });
      expect(String(failure)).toContain('expected nonce is 0 but tx has 2; this wallet has a ');
      expect(String(failure)).toMatch(/certificate at nonce 1, .* create a new wallet$/);
    }
    expect(await outbox.load()).toBeUndefined();
    expect(await wallet.finish()).toBeUndefined();
  });

  it('P5: signs at no other nonce while nothing says what became of the one that was refused', async () => {
    const { pay, proxy, outbox } = lied({});
    await pay();
    const refused: Lie = (path) =>
      isSubmit(path) || isCertificates(path) ? refusal('UNEXPECTED_NONCE', 400) : undefined;
    proxy.lie = (path, data) => {
      if (isAccount(path)) proxy.lie = refused;
      return refused(path, data) ?? nonceLie(999)(path, data);
    };
    await expect(pay()).rejects.toMatchObject({
      code: 'UNEXPECTED_NONCE',
      kept: expect.any(String),
    });
    expect(await outbox.load()).toMatchObject({ nonce: '999' });
  });

  it('signs nothing else for a nonce that is refused and still said to be next', async () => {
    const { pay, proxy } = lied({});
    const sent: string[] = [];
    proxy.lie = (path) => {
      if (!isSubmit(path)) return undefined;
      sent.push(path);
      return refusal('UNEXPECTED_NONCE', 400);
    };
    await expect(pay()).rejects.toMatchObject({ code: 'UNEXPECTED_NONCE', kept: undefined });
    expect(sent).toHaveLength(1);
  });
});

describe('a wallet that is shown no proof of what is said to have settled', () => {
  it('keeps its bytes if a certificate at their nonce has no quorum', async () => {
    const { pay, proxy, outbox } = lied();
    await pay();
    proxy.lie = async (path) => {
      if (isSubmit(path)) return refusal('UNEXPECTED_NONCE', 400);
      const left = isCertificates(path) ? await outbox.load() : undefined;
      if (left === undefined) return undefined;
      const transaction = decodeTransaction(hexToBytes(left.transaction));
      const signature = decodeSignature(hexToBytes(left.signature));
      const bare = { envelope: { transaction, signature }, signatures: [] };
      return answer(CERTIFICATES.toJson([bare], 'rest'));
    };
    await expect(pay()).rejects.toMatchObject({ code: 'UNTRUSTED', kept: expect.any(String) });
    expect(await outbox.load()).toMatchObject({ nonce: '1' });
    proxy.lie = () => undefined;
    expect(nonceOf(await pay())).toBe(2n);
  });

  it('keeps its bytes if it is shown a certificate of what it sent before', async () => {
    const { pay, proxy, outbox } = lied();
    const certificate = await pay();
    const success = PROXY_SUBMIT_RESULT.toJson({ kind: 'Success', certificate }, 'rest');
    proxy.lie = (path) => (isSubmit(path) ? answer(success) : undefined);
    await expect(pay()).rejects.toMatchObject({ code: 'UNREADABLE', kept: expect.any(String) });
    expect(await outbox.load()).toMatchObject({ nonce: '1' });
    proxy.lie = () => undefined;
    expect(nonceOf(await pay())).toBe(2n);
  });

  it.each(['another nonce', 'another account'])(
    'keeps its bytes after a refusal if a certificate of %s is shown where it asks what settled',
    async (of) => {
      const { pay, proxy, outbox } = lied();
      const own = await pay();
      const another = lied();
      await another.pay();
      const certificate = of === 'another nonce' ? own : await another.pay();
      proxy.lie = (path) => {
        if (isSubmit(path)) return refusal('UNEXPECTED_NONCE', 400);
        return isCertificates(path)
          ? answer(CERTIFICATES.toJson([certificate], 'rest'))
          : undefined;
      };
      await expect(pay()).rejects.toMatchObject({ code: 'UNREADABLE', kept: expect.any(String) });
      expect(await outbox.load()).toMatchObject({ nonce: '1' });
      proxy.lie = () => undefined;
      expect(nonceOf(await pay())).toBe(2n);
    },
  );

  it.each([
    ['UNEXPECTED_NONCE', 400, null],
    ['VERIFIER_SIGNATURES_INVALID', 400, null],
    ['INVALID_REQUEST', 400, null],
    ['UPSTREAM_ERROR', 400, { InsufficientFunding: {} }],
  ])(
    'P4: lets go of its bytes where %s says that nobody has signed them',
    async (code, status, details) => {
      const { pay, proxy, outbox } = lied();
      const error = { code, message: 'no', details };
      proxy.lie = (path) => (isSubmit(path) ? Response.json({ error }, { status }) : undefined);
      await expect(pay()).rejects.toMatchObject({ code, kept: undefined });
      expect(await outbox.load()).toBeUndefined();
    },
  );

  it('P5: signs nothing at a nonce that it was shown to be used, whatever a proxy says later', async () => {
    const { pay, proxy, signer } = lied();
    const client = createClient({ url: devnet.rest });
    const other = createWallet({ client, signer, networkId: devnet.networkId });
    proxy.lie = async (path) => {
      if (isSubmit(path)) await other.transact([{ ...payment(), amount: 2n }]);
      return undefined;
    };
    await expect(pay()).rejects.toMatchObject({ code: 'UNEXPECTED_NONCE' });
    proxy.lie = (path, data) => (isCertificates(path) ? answer([]) : nonceLie(0)(path, data));
    expect(nonceOf(await pay())).toBe(1n);
  });

  it.each([
    ['trusts a committee', () => ({ trusted })],
    ['takes the word of its proxy', () => ({})],
  ])(
    'is told a refusal where somebody else has used its nonce, not that its payment settled, and %s',
    async (_, options) => {
      const { pay, proxy, signer } = lied(options());
      const client = createClient({ url: devnet.rest });
      const other = createWallet({ client, signer, networkId: devnet.networkId });
      proxy.lie = async (path) => {
        if (isSubmit(path)) await other.transact([{ ...payment(), amount: 2n }]);
        return undefined;
      };
      await expect(pay()).rejects.toMatchObject({ code: 'UNEXPECTED_NONCE', kept: undefined });
      proxy.lie = () => undefined;
      expect(nonceOf(await pay())).toBe(1n);
    },
  );

  it('keeps its bytes if they are said to be pruned, and no later certificate is shown', async () => {
    const { pay, proxy, outbox } = lied();
    await pay();
    for (const lie of [nonceLie(1), nonceLie(2)]) {
      proxy.lie = (path, data) =>
        isSubmit(path) ? refusal('CERTIFICATE_PRUNED', 404) : lie(path, data);
      await expect(pay()).rejects.toMatchObject({ code: 'UNTRUSTED', kept: expect.any(String) });
      expect(await outbox.load()).toMatchObject({ nonce: '1' });
    }
    proxy.lie = () => undefined;
    expect(nonceOf(await pay())).toBe(2n);
  });

  it('forgets its bytes that are pruned once a later certificate shows that they settled', async () => {
    const { pay, proxy, outbox } = lied();
    proxy.lie = (path) => (isSubmit(path) ? refusal('UNKNOWN', 500) : undefined);
    await expect(pay()).rejects.toMatchObject({ kept: expect.any(String) });
    const left = await outbox.load();
    proxy.lie = () => undefined;
    await pay();
    if (left !== undefined) await outbox.save(left);
    proxy.lie = (path) => {
      if (!isSubmit(path)) return undefined;
      proxy.lie = () => undefined;
      return refusal('CERTIFICATE_PRUNED', 404);
    };
    expect(nonceOf(await pay())).toBe(2n);
    expect(await outbox.load()).toBeUndefined();
  });
});
