import type { CertificateSelection, Committee, Result } from '@quorate/core';
import { createSigner, loadEd25519, type Signer } from '@quorate/crypto';
import {
  factsOf,
  type Operation,
  type TransactionCertificate,
  type TransactionEnvelope,
  transactionId,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { envelopeOf, pays, signed } from '../../../test/people.ts';
import type { Asker } from '../../nodes/asker.ts';
import { transfers } from './transfers.ts';

const NAMES = ['v1', 'v2', 'v3', 'v4'];
const MEMBERS = NAMES.map((host) => ({ validator: { host, rpcPort: 0 } }));
const committee = { epoch: 0, members: MEMBERS } as unknown as Committee;

const [payer, recipient] = [7, 8].map((byte) =>
  createSigner(loadEd25519(), new Uint8Array(32).fill(byte)),
) as [Signer, Signer];

/** Payments to the recipient that differ in amount, nonce and time: the first is the oldest. */
function payments(count: number, operation = (n: number): Operation => pays(recipient, BigInt(n))) {
  return Array.from({ length: count }, (_, index): TransactionCertificate => {
    const { transaction } = signed(payer, BigInt(index), operation(index + 1)).transaction as {
      readonly transaction: object;
    };
    const timed = { ...transaction, timestampNanos: 1_000_000_000n * BigInt(index) };
    const versioned = { release: 'Release20260407', transaction: timed };
    return { envelope: envelopeOf(payer, versioned as never), signatures: [] };
  });
}

interface Ledger {
  /** The credits of the recipient at each validator; one without answers nothing. */
  readonly lists: Readonly<Record<string, readonly (TransactionCertificate | 'Pruned')[]>>;
  readonly down?: readonly string[];
}

/** Reads of validators with these lists; `asked` tells who was asked. */
function explorerOf({ lists, down = [] }: Ledger) {
  const asked: string[] = [];
  const ask: Asker['ask'] = (to, request) => {
    asked.push(to);
    const list = lists[to];
    if (list === undefined) return new Promise(() => undefined);
    const { skip, limit } = (request as { select: CertificateSelection & { by: 'Basis' } }).select;
    const end = Math.max(list.length - skip, 0);
    const shown = list.slice(Math.max(end - limit, 0), end);
    const certificates = shown.filter((each) => each !== 'Pruned');
    const pruned = shown.filter((each) => each === 'Pruned').map(() => ({}) as never);
    return Promise.resolve({ type: 'Certificates', certificates, pruned });
  };
  const asker: Asker = { ask, close: () => undefined };
  const credits = {
    asker,
    committee: () => committee,
    isActive: (name: string) => !down.includes(name),
  };
  const read = async (query: Readonly<Record<string, string>> = {}) => {
    const given: Record<string, string | undefined> = { to: recipient.address, ...query };
    return transfers({ asker, proxy: 'p1', credits }, (name) => given[name]);
  };
  return { asked, read };
}

const hashesOf = (certificates: readonly TransactionCertificate[]) =>
  certificates.map(({ envelope }) => `0x${transactionId(envelope.transaction)}`).toReversed();

describe('transfers to an account', () => {
  it.each([3, 250])(
    'are those of the validator of a quorum that knows most: of %i',
    async (count) => {
      const all = payments(count);
      const behind = all.slice(0, -1);
      const { read } = explorerOf({ lists: { v1: behind, v2: all, v3: behind } });
      const { transfers: rows } = await read({ limit: '1' });
      expect(rows.map(({ hash }) => hash)).toEqual(hashesOf(all).slice(0, 1));
    },
  );

  it('are read on from the same validator, whose order is its own', async () => {
    const all = payments(4);
    const mixed = [1, 3, 0, 2].flatMap((index) => all[index] ?? []);
    const { asked, read } = explorerOf({ lists: { v1: all, v2: all, v3: all, v4: mixed } });
    const amounts: string[] = [];
    let cursor: string | null = '0@v4.0';
    while (cursor !== null) {
      const page = await read({ limit: '1', cursor });
      amounts.push(...page.transfers.map(({ amount }) => amount));
      cursor = page.next_cursor;
    }
    expect(amounts).toEqual(['3', '1', '4', '2']);
    expect(new Set(asked)).toEqual(new Set(['v4']));
  });

  it('are read on from a quorum if that validator is down, or never was one', async () => {
    const all = payments(3);
    const { read } = explorerOf({ lists: { v1: all, v2: all, v3: all }, down: ['v4'] });
    for (const name of ['v4', 'p1', '']) {
      const { transfers: rows } = await read({ cursor: `1@${name}.0` });
      expect(rows.map(({ hash }) => hash)).toEqual(hashesOf(all).slice(1));
    }
  });

  it('go on behind what is pruned, and behind what moves nothing that is asked for', async () => {
    const [first] = payments(1);
    if (first === undefined) throw new Error('one');
    const others = payments(150, () => pays(payer, 1n));
    const list = [first, ...Array.from({ length: 150 }, () => 'Pruned' as const), ...others];
    const { read } = explorerOf({ lists: { v1: list, v2: list, v3: list } });
    expect(await read()).toMatchObject({ transfers: [{ amount: '1' }], has_more: false });
  });

  it('come with a cursor where the search for more would take too long', async () => {
    const list = Array.from({ length: 2500 }, () => 'Pruned' as const);
    const { asked, read } = explorerOf({ lists: { v1: list, v2: list, v3: list } });
    const page = await read();
    expect(page).toMatchObject({ transfers: [], has_more: true, next_cursor: '1000@v1.0' });
    expect(asked.length).toBeLessThan(20);
    const behind = await read({ cursor: (await read({ cursor: '1000@v1.0' })).next_cursor ?? '' });
    expect(behind).toEqual({ transfers: [], has_more: false, next_cursor: null });
  });
});

describe('transfers from an account', () => {
  it('are each listed once where some before them are pruned', async () => {
    const kept = payments(150).filter((_, nonce) => nonce < 10 || nonce > 20);
    const ask: Asker['ask'] = (_to, request) => {
      if (request.type === 'GetAccountInfo') {
        return Promise.resolve({ type: 'AccountInfo', nextNonce: 150n } as Result);
      }
      const { select } = request as { select: CertificateSelection & { by: 'Sender' } };
      const certificates = kept
        .filter(({ envelope }) => nonceOf(envelope) >= select.fromNonce)
        .slice(0, select.limit);
      return Promise.resolve({ type: 'Certificates', certificates });
    };
    const asker: Asker = { ask, close: () => undefined };
    const credits = { asker, committee: () => committee, isActive: () => true };
    const shown: string[] = [];
    let cursor: string | undefined;
    do {
      const given: Record<string, string | undefined> = {
        from: payer.address,
        limit: '40',
        cursor,
      };
      const page = await transfers({ asker, proxy: 'p1', credits }, (name) => given[name]);
      shown.push(...page.transfers.map(({ hash }) => hash));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(shown).toEqual(hashesOf(kept));
  });
});

function nonceOf({ transaction }: TransactionEnvelope): bigint {
  return factsOf(transaction).transaction.nonce;
}
