import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, signerOf } from '@quorate/client';
import type { Committee } from '@quorate/core';
import { operatorKeyOf } from '@quorate/devnet';
import { formatAddress } from '@quorate/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandError } from '../command-error.ts';
import { writeKeyFile } from '../wallet/key-file.ts';
import { type Operator, type OperatorGround, openOperator } from './operator.ts';

const RUNNING: Committee = { epoch: 0, members: [] };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-operator-'));
  for (const name of ['v1', 'v2']) writeKeyFile(keyFile(name), operatorKeyOf('1', name));
});
afterEach(() => rmSync(folder, { recursive: true }));

function keyFile(name: string): string {
  return join(folder, `${name}.key`);
}

function bookOf(name: string): string {
  return `${keyFile(name)}.fast-localnet.book.json`;
}

function operatorOf(name: string): Operator {
  return openOperator(groundOf(0n), { keyFile: keyFile(name) });
}

function groundOf(genesisTime: bigint): OperatorGround {
  const rest = 'http://127.0.0.1:1';
  const client = createClient({ url: rest });
  const networkId = 'fast:localnet' as const;
  const known = { seed: '1', genesisTimeNanos: String(genesisTime) };
  const network = { client, rest, ...known, networkId, accounts: [], names: [] };
  return { network, genesisTime, folder };
}

/** Makes an operator say something that any book allows. */
function speak(name: string): string {
  return operatorOf(name).say(RUNNING, (book) => ({ book, told: 'said' }));
}

function refusal(act: () => unknown): string {
  try {
    act();
  } catch (failure) {
    expect(failure).toBeInstanceOf(CommandError);
    return (failure as Error).message;
  }
  throw new Error('expected a refusal');
}

describe('the book of an operator (C3)', () => {
  it.each(['', '{', '[]', 'null', '{"epoch": 0}'])('is named where it was damaged: %j', (text) => {
    writeFileSync(bookOf('v1'), text);
    for (const act of [speak, (name: string) => operatorOf(name).look(RUNNING, (book) => book)]) {
      expect(refusal(() => act('v1'))).toContain(`${bookOf('v1')} is not a book of an operator: `);
    }
    expect(readFileSync(bookOf('v1'), 'utf8')).toBe(text);
  });

  it('is named if a folder lies in its place, or in that of its unfinished file', () => {
    mkdirSync(bookOf('v1'));
    expect(refusal(() => speak('v1'))).toBe(`${bookOf('v1')}: a folder, not a file`);
    mkdirSync(`${bookOf('v2')}.tmp`);
    expect(refusal(() => speak('v2'))).toBe(`${bookOf('v2')}.tmp: a folder, not a file`);
  });

  it('is not taken for an empty one if a link to it leads nowhere', () => {
    symlinkSync(join(folder, 'elsewhere'), bookOf('v1'));
    expect(refusal(() => speak('v1'))).toBe(`${bookOf('v1')}: there is no such file`);
  });

  it('is named with what to do if a restore has undone its epoch', () => {
    const later = { epoch: 1, members: [] };
    operatorOf('v1').say(later, (book) => ({ book, told: 'said' }));
    const said = refusal(() => speak('v1'));
    expect(said).toContain(
      `${bookOf('v1')} is of epoch 1, later than this change; if a snapshot, `,
    );
    expect(said).toContain(`has undone it, remove ${bookOf('v1')}, `);
  });

  it('belongs to one devnet of a seed, unless the key is in a file', () => {
    for (const [genesisTime, epoch] of [
      [5n, 1],
      [6n, 0],
    ] as const) {
      const operator = openOperator(groundOf(genesisTime), { operator: 'v1' });
      const said = operator.say({ epoch, members: [] }, (book) => ({ book, told: book.epoch }));
      expect(said).toBe(epoch);
    }
  });

  it('begins empty in the next epoch', () => {
    expect(speak('v1')).toBe('said');
    const next = { epoch: 1, members: [] };
    expect(operatorOf('v1').look(next, ({ epoch }) => epoch)).toBe(1);
  });

  it('is refused if it belongs to another operator, or to another network', () => {
    expect(speak('v1')).toBe('said');
    const text = readFileSync(bookOf('v1'), 'utf8');
    writeFileSync(bookOf('v2'), text);
    const [own, other] = ['v2', 'v1'].map((name) =>
      formatAddress(signerOf(operatorKeyOf('1', name)).address),
    );
    const mistaken = `${bookOf('v2')}: operator: expected ${own}, got ${other}`;
    expect(refusal(() => speak('v2'))).toBe(mistaken);
    writeFileSync(bookOf('v1'), text.replace('fast:localnet', 'fast:devnet'));
    expect(refusal(() => speak('v1'))).toBe(
      `${bookOf('v1')}: network_id: expected fast:localnet, got fast:devnet`,
    );
  });
});

it('names the file of an operator’s pending transaction if a folder lies in its place', async () => {
  const path = `${keyFile('v1')}.fast-localnet.outbox.json`;
  mkdirSync(path);
  const sent = operatorOf('v1').wallet.transact([{ kind: 'LeaveCommittee' }]);
  await expect(sent).rejects.toThrow(new CommandError(`${path}: a folder, not a file`));
});
