import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../network/client.ts';
import { signerOf } from '../values/key.ts';
import { memoryOutbox } from './outbox.ts';
import { createWallet } from './wallet.ts';

const SIGNER = signerOf('07'.repeat(32));
const OPERATIONS = [{ kind: 'LeaveCommittee' }] as const;
const ACCOUNT = {
  sender: SIGNER.address,
  balance: '0',
  next_nonce: 0,
  pending_confirmation: null,
  requested_state: [],
  requested_certificates: null,
  requested_validated_transaction: null,
  token_balance: [],
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A wallet whose server answers submissions so, and what it has submitted. */
function open(
  submitted: (init: RequestInit) => Promise<Response>,
  { retries = 5, hasSignal = true } = {},
) {
  const bodies: string[] = [];
  const end = new AbortController();
  const fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    init.signal?.throwIfAborted();
    if (!String(input).endsWith('/submit-transaction')) return Response.json({ data: ACCOUNT });
    bodies.push(String(init.body));
    return submitted(init);
  };
  const signal = hasSignal ? { signal: end.signal } : {};
  const client = createClient({ url: 'http://localhost', fetch, ...signal });
  const outbox = memoryOutbox();
  const options = { client, signer: SIGNER, networkId: 'fast:localnet', outbox, retries } as const;
  return { wallet: createWallet(options), client, outbox, bodies, end };
}

function limited(retryAfter: string): Promise<Response> {
  return Promise.resolve(
    new Response('slow down', { status: 429, headers: { 'retry-after': retryAfter } }),
  );
}

describe('the signal of a client', () => {
  it('ends a request under way, and later ones; what was sent is kept', async () => {
    const { wallet, client, outbox, bodies, end } = open(
      ({ signal }) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const sent = wallet.transact(OPERATIONS);
    const refused = expect(sent).rejects.toMatchObject({
      code: 'ABORTED',
      message: expect.stringMatching(/^the caller has ended the request; transaction .* is kept/),
      kept: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    await vi.waitFor(() => expect(bodies).toHaveLength(1));
    end.abort(new Error('the page is left'));
    await refused;
    expect(await outbox.load()).toMatchObject({ nonce: '0' });
    await expect(client.account(SIGNER.address)).rejects.toMatchObject({
      code: 'ABORTED',
      cause: new Error('the page is left'),
    });
    expect(bodies).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    ['between two attempts', () => Promise.reject(new TypeError('no route'))],
    ['while a server wants it to wait', () => limited('50')],
  ])('ends the waiting of a wallet %s', async (_, submitted) => {
    const { wallet, bodies, end } = open(submitted);
    const refused = expect(wallet.transact(OPERATIONS)).rejects.toMatchObject({
      code: 'ABORTED',
      kept: expect.any(String),
    });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    end.abort();
    await refused;
    expect(bodies).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets nothing be signed once it is aborted', async () => {
    const { wallet, outbox, bodies, end } = open(() => limited('1'));
    end.abort();
    const refused = { code: 'ABORTED', kept: undefined };
    await expect(wallet.transact(OPERATIONS)).rejects.toMatchObject(refused);
    expect(await outbox.load()).toBeUndefined();
    expect(bodies).toEqual([]);
  });
});

describe('a server that wants to be asked later', () => {
  it.each([
    ['with', true],
    ['without', false],
  ])(
    'is sent the same bytes then, and not before, by a client %s a signal',
    async (_, hasSignal) => {
      const { wallet, bodies } = open(() => limited('50'), { retries: 1, hasSignal });
      const refused = expect(wallet.transact(OPERATIONS)).rejects.toMatchObject({ retryAfter: 50 });
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
      await vi.advanceTimersByTimeAsync(49_999);
      expect(bodies).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(2_001);
      await refused;
      expect(bodies).toEqual([bodies[0], bodies[0]]);
    },
  );

  it('is not asked again if it wants more than a minute', async () => {
    const { wallet, bodies } = open(() => limited('61'));
    await expect(wallet.transact(OPERATIONS)).rejects.toMatchObject({
      code: 'UNREADABLE',
      kept: expect.any(String),
      retryAfter: 61,
    });
    expect(bodies).toHaveLength(1);
  });
});

it('a wallet that never gives up waits half a minute at most', async () => {
  const { wallet, bodies, end } = open(() => Promise.reject(new TypeError('no route')), {
    retries: Infinity,
  });
  const refused = expect(wallet.transact(OPERATIONS)).rejects.toMatchObject({ code: 'ABORTED' });
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(bodies.length).toBeGreaterThan(20);
  end.abort();
  await refused;
});
