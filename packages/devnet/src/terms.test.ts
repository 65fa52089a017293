import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NETWORK_IDS } from '@quorate/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foundNetwork, freshNetwork, keepNetwork } from './constitution-file.ts';
import { publicTokens } from './genesis.ts';
import { DEFAULT_CONSTITUTION } from './options.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'quorate-terms-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

describe('the un-versioned shape', () => {
  it.each(NETWORK_IDS)('V2 is good where everybody has a network of their own, not on %s', (id) => {
    const founded = freshNetwork({ ...DEFAULT_CONSTITUTION, networkId: id }, 0n);
    expect(founded.acceptsUnversioned).toBe(id === 'fast:localnet');
    keepNetwork(dataDir, founded);
    expect(foundNetwork({ dataDir }, 1n)).toEqual(founded);
  });

  it('is good in a network whose folder does not say, because its validators have agreed on that', () => {
    keepNetwork(dataDir, freshNetwork({ ...DEFAULT_CONSTITUTION, networkId: 'fast:testnet' }, 0n));
    const path = join(dataDir, 'network.json');
    const { acceptsUnversioned: _, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify(rest));
    expect(foundNetwork({ dataDir }, 1n).acceptsUnversioned).toBe(true);
  });
});

describe('the token of a public network', () => {
  const OF = { 'fast:testnet': 'testUSDC', 'fast:mainnet': 'USDC' } as Record<string, string>;

  it.each(NETWORK_IDS)('is there from the start where clients of %s know one', (networkId) => {
    const founded = freshNetwork({ ...DEFAULT_CONSTITUTION, networkId }, 0n);
    const names = publicTokens(founded).map(({ name }) => name);
    expect(names).toEqual(OF[networkId] === undefined ? [] : [OF[networkId]]);
  });

  it('is not in a network whose folder does not say, because its validators began without', () => {
    keepNetwork(dataDir, freshNetwork({ ...DEFAULT_CONSTITUTION, networkId: 'fast:testnet' }, 0n));
    const path = join(dataDir, 'network.json');
    const { hasPublicToken: _, ...rest } = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify(rest));
    expect(publicTokens(foundNetwork({ dataDir }, 1n))).toEqual([]);
  });
});
