import type { Result, ValidatorState } from '@quorate/core';
import { LIMITS } from '@quorate/protocol';
import { describe, expect, it, vi } from 'vitest';
import type { Asker } from '../nodes/asker.ts';
import { createCatchUp } from './catch-up.ts';

/** A committee of four: what catching up looks at. */
const STATE = {
  ledger: { account: new Map() },
  committees: [
    {
      epoch: 0,
      members: ['v1', 'v2', 'v3', 'v4'].map((host) => ({ validator: { host, rpcPort: 0 } })),
    },
  ],
} as unknown as ValidatorState;

const certificateAt = (nonce: bigint) => ({
  envelope: { transaction: { transaction: { sender: 'alice', nonce } } },
});

// A page whose only place was pruned, so there is nothing to settle.
const PAGE = { type: 'Certificates', certificates: [], pruned: [{}] } as unknown as Result;

function catchUpOf(asked: string[]) {
  const ask: Asker['ask'] = (to) => {
    asked.push(to);
    return Promise.resolve(PAGE);
  };
  const asker = { ask, close: () => undefined };
  return createCatchUp({ asker, node: 'v1', state: () => STATE });
}

describe('createCatchUp', () => {
  it('asks nobody again for more than a page that was not full', async () => {
    const asked: string[] = [];
    expect(await catchUpOf(asked).run()).toBe(true);
    expect(asked).toEqual(['v2', 'v3']);
  });

  it('shares one run among all that ask for one meanwhile', async () => {
    const asked: string[] = [];
    const catchUp = catchUpOf(asked);
    expect(await Promise.all([catchUp.run(), catchUp.run()])).toEqual([true, true]);
    expect(asked).toEqual(['v2', 'v3']);
    await catchUp.run();
    expect(asked).toHaveLength(4);
  });

  it('goes on after what was pruned as after what was settled', async () => {
    const places: unknown[] = [];
    const ask: Asker['ask'] = (to, request) => {
      if (to === 'v2') places.push(request.type === 'GetCertificates' && request.select);
      return Promise.resolve(PAGE);
    };
    const asker = { ask, close: () => undefined };
    const catchUp = createCatchUp({ asker, node: 'v1', state: () => STATE });
    for (let run = 0; run < 2; run += 1) await catchUp.run();
    expect(places).toMatchObject([{ from: 0n }, { from: 1n }]);
  });

  it('asks for another page after a full one, even if all of it was pruned', async () => {
    const places: unknown[] = [];
    const full = Array.from({ length: LIMITS.certificatesPerRequest }, () => ({}));
    const ask: Asker['ask'] = (to, request) => {
      const { select } = request as unknown as { readonly select: { readonly from: bigint } };
      if (to === 'v2') places.push(select.from);
      const pruned = select.from === 0n ? full : [];
      return Promise.resolve({
        type: 'Certificates',
        certificates: [],
        pruned,
      } as unknown as Result);
    };
    const asker = { ask, close: () => undefined };
    expect(await createCatchUp({ asker, node: 'v1', state: () => STATE }).run()).toBe(true);
    expect(places).toEqual([0n, BigInt(full.length)]);
  });

  it('begins a new run once its store was put back, and shares that run', async () => {
    const answers: (() => void)[] = [];
    const ask: Asker['ask'] = () => new Promise((resolve) => answers.push(() => resolve(PAGE)));
    const asker = { ask, close: () => undefined };
    const catchUp = createCatchUp({ asker, node: 'v1', state: () => STATE });
    const undone = catchUp.run();
    catchUp.forget();
    const begun = catchUp.run();
    expect(answers).toHaveLength(2);
    answers[0]?.();
    expect(await undone).toBe(false);
    const shared = catchUp.run();
    answers[1]?.();
    await vi.waitUntil(() => answers.length === 3);
    answers[2]?.();
    expect(await Promise.all([begun, shared])).toEqual([true, true]);
  });

  it('has not caught up if its store was put back while it settled the last certificate', async () => {
    const account = { nextNonce: 0n };
    const state = () =>
      ({
        ...STATE,
        ledger: { account: new Map([['alice', account]]) },
      }) as unknown as ValidatorState;
    const ask: Asker['ask'] = (to, { type }) => {
      if (type === 'SubmitCertificate') {
        account.nextNonce = 1n;
        catchUp.forget();
      }
      const certificates = to === 'v3' ? [certificateAt(0n)] : [];
      return Promise.resolve({ type: 'Certificates', certificates } as unknown as Result);
    };
    const asker = { ask, close: () => undefined };
    const catchUp = createCatchUp({ asker, node: 'v1', state });
    expect(await catchUp.run()).toBe(false);
  });

  it('settles again what came too early, and asks those who serve next', async () => {
    const account = { nextNonce: 0n };
    const [committee] = STATE.committees;
    const next = { epoch: 1, members: [{ validator: { host: 'v5', rpcPort: 0 } }] };
    const certificates = [certificateAt(1n), certificateAt(0n)];
    const asked: string[] = [];
    const ask: Asker['ask'] = (to, request) => {
      if (request.type === 'GetCertificates') {
        asked.push(to);
        const page = { type: 'Certificates', certificates: to === 'v2' ? certificates : [] };
        return Promise.resolve(page as unknown as Result);
      }
      const { nonce } = (request as unknown as { certificate: ReturnType<typeof certificateAt> })
        .certificate.envelope.transaction.transaction;
      const isDue = nonce === account.nextNonce;
      if (isDue) account.nextNonce += 1n;
      return Promise.resolve({ type: isDue ? 'Settled' : 'Rejected' } as Result);
    };
    const state = () =>
      ({
        ledger: { account: new Map([['alice', account]]) },
        committees: account.nextNonce < 2n ? [committee] : [committee, next],
      }) as unknown as ValidatorState;
    const asker = { ask, close: () => undefined };
    expect(await createCatchUp({ asker, node: 'v1', state }).run()).toBe(true);
    expect(account.nextNonce).toBe(2n);
    expect(asked).toEqual(['v2', 'v3', 'v5']);
  });

  it('settles nothing of what others showed before its store was put back', async () => {
    const certificates = [certificateAt(0n), certificateAt(1n)];
    const page = { type: 'Certificates', certificates } as unknown as Result;
    for (const last of ['GetCertificates', 'SubmitCertificate']) {
      const asked: string[] = [];
      const ask: Asker['ask'] = (_, { type }) => {
        asked.push(type);
        if (type === last) catchUp.forget();
        return Promise.resolve(type === 'GetCertificates' ? page : undefined);
      };
      const asker = { ask, close: () => undefined };
      const catchUp = createCatchUp({ asker, node: 'v1', state: () => STATE });
      expect(await catchUp.run()).toBe(false);
      expect(asked).toEqual(
        last === 'GetCertificates'
          ? ['GetCertificates']
          : ['GetCertificates', 'SubmitCertificate', 'SubmitCertificate'],
      );
    }
  });
});
