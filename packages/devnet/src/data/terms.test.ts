import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NETWORK_IDS } from '@quorate/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicTokens } from '../genesis.ts';
import { DEFAULT_CONSTITUTION } from '../options.ts';
import { foundNetwork, freshNetwork, keepNetwork } from './constitution-file.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quorate-terms-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('the un-versioned shape', () => {
  it.each(NETWORK_IDS)(
    'V2 is accepted where everybody has a network of their own, not on %s',
    (id) => {
      const founded = freshNetwork({ ...DEFAULT_CONSTITUTION, networkId: id }, 0n);
      expect(founded.acceptsUnversioned).toBe(id === 'fast:localnet');
      keepNetwork(dataDir, founded);
      expect(foundNetwork({ dataDir }, 1n)).toEqual(founded);
    },
  );

  it('is accepted in a network whose folder does not say, because its validators have agreed on that', () => {
    keepNetwork(dataDir, freshNetwork({ ...DEFAULT_CONSTITUTION, networkId: 'fast:testnet' }, 0n));
    const path = join(dataDir, 'network.json');
    const { acceptsUnversioned: _, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify(rest));
    expect(foundNetwork({ dataDir }, 1n).acceptsUnversioned).toBe(true);
  });
});

describe('the token of a public network', () => {
  // wire.md, section 16: clients have these ids built in.
  const OF: Readonly<Record<string, object>> = {
    'fast:testnet': {
      id: 'd73a0679a2be46981e2a8aedecd951c8b6690e7d5f8502b34ed3ff4cc2163b46',
      name: 'testUSDC',
      decimals: 6,
    },
    'fast:mainnet': {
      id: 'c655a12330da6af361d281b197996d2bc135aaed3b66278e729c2222291e9130',
      name: 'USDC',
      decimals: 6,
    },
  };

  it.each(NETWORK_IDS)('is there from the start where clients of %s know one', (networkId) => {
    const founded = freshNetwork({ ...DEFAULT_CONSTITUTION, networkId }, 0n);
    const known = OF[networkId];
    expect(publicTokens(founded)).toEqual(known === undefined ? [] : [known]);
  });

  it('is not in a network whose folder does not say, because its validators began without', () => {
    keepNetwork(dataDir, freshNetwork({ ...DEFAULT_CONSTITUTION, networkId: 'fast:testnet' }, 0n));
    const path = join(dataDir, 'network.json');
    const { hasPublicToken: _, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify(rest));
    expect(publicTokens(foundNetwork({ dataDir }, 1n))).toEqual([]);
  });
});
