import {
  bytesToHex,
  encodeSignature,
  encodeTransaction,
  factsOf,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { anyEnvelope } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  memoryOutbox,
  type Outbox,
  type Outgoing,
  type WebLocks,
  webStorageOutbox,
} from './outbox.ts';

function outgoingOf({ transaction, signature }: TransactionEnvelope): Outgoing {
  return {
    nonce: String(factsOf(transaction).transaction.nonce),
    transaction: bytesToHex(encodeTransaction(transaction)),
    signature: bytesToHex(encodeSignature(signature)),
  };
}

/** Creates an outbox on a page whose browser has these locks. */
function inBrowserWith(locks: WebLocks | null | undefined): Outbox {
  vi.stubGlobal('navigator', { locks });
  try {
    return webStorageOutbox(createStorage(), 'kept');
  } finally {
    vi.unstubAllGlobals();
  }
}

/** Tells whether a wallet could have signed this: its bytes name the release. */
function isSigned({ transaction: { release } }: TransactionEnvelope): boolean {
  return release !== 'Unversioned';
}

/** What a browser keeps, as text. */
function createStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

type Storage = ReturnType<typeof createStorage>;

describe('an outbox', () => {
  it.each([
    ['in memory', memoryOutbox],
    ['of a browser', (storage, key) => webStorageOutbox(storage, key)],
  ] satisfies [string, (storage: Storage, key: string) => Outbox][])(
    'P5: %s gives back what it was given last, and nothing once that is cleared',
    (_, create) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.option(anyEnvelope().filter(isSigned)), { maxLength: 4 }),
          async (given) => {
            const storage = createStorage();
            const [outbox, other] = ['a', 'b'].map((key) => create(storage, key)) as [
              Outbox,
              Outbox,
            ];
            expect(await outbox.load()).toBeUndefined();
            for (const each of given) {
              const outgoing = each === null ? undefined : outgoingOf(each);
              await (outgoing === undefined ? outbox.clear() : outbox.save(outgoing));
              expect(await outbox.load()).toEqual(outgoing);
            }
            expect(await other.load()).toBeUndefined();
          },
        ),
        { numRuns: 15 },
      ),
  );

  it.each(['', 'null', '{}', '{"nonce":"0"}', '{"nonce":"x","transaction":"","signature":""}'])(
    'P5: is not taken for an empty one where it holds %j',
    async (text) => {
      const storage = createStorage();
      storage.setItem('kept', text);
      await expect(webStorageOutbox(storage, 'kept').load()).rejects.toThrow(
        /^kept: expected a signed transaction/,
      );
    },
  );

  it('rejects its promise if a browser has no room', async () => {
    const setItem = () => {
      throw new Error('the quota has been exceeded');
    };
    const full = webStorageOutbox({ ...createStorage(), setItem }, 'kept');
    const saved = full.save({ nonce: '0', transaction: '', signature: '' });
    await expect(saved).rejects.toThrow('the quota has been exceeded');
  });

  it('keeps tabs apart by the locks of the browser, under its own key', async () => {
    const asked: string[] = [];
    const locks: WebLocks = {
      request(name, act) {
        asked.push(name);
        return act();
      },
    };
    const outbox = webStorageOutbox(createStorage(), 'kept', locks);
    expect(await outbox.exclusively(async () => 'done')).toBe('done');
    expect(asked).toEqual(['kept']);
  });

  it.each([
    ['in memory', memoryOutbox],
    ['of a browser without locks', () => inBrowserWith(undefined)],
    ['of a simulated browser whose locks are null', () => inBrowserWith(null)],
  ])('%s lets one at a time act, whatever became of those before', async (_, create) => {
    const { exclusively } = create();
    const order: string[] = [];
    const act = (name: string, fails: boolean) =>
      exclusively(async () => {
        order.push(`${name} begins`);
        await Promise.resolve();
        order.push(`${name} ends`);
        if (fails) throw new Error(name);
      });
    const acted = await Promise.allSettled([act('a', true), act('b', false)]);
    expect(acted.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });
});
