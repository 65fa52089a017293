import type { Result, ValidatorState } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import type { Asker } from '../asker.ts';
import { createCatchUp } from './catch-up.ts';

/** A committee of four, as far as who catches up looks at it. */
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

// One place that is taken by what was pruned: a page, and there is nothing to settle.
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
  it('asks nobody again whose page was not full', async () => {
    const asked: string[] = [];
    expect(await catchUpOf(asked).run()).toBe(true);
    expect(asked).toEqual(['v2', 'v3']);
  });

  it('shares a run among those that ask for one meanwhile', async () => {
    const asked: string[] = [];
    const catchUp = catchUpOf(asked);
    expect(await Promise.all([catchUp.run(), catchUp.run()])).toEqual([true, true]);
    expect(asked).toEqual(['v2', 'v3']);
    await catchUp.run();
    expect(asked).toHaveLength(4);
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
