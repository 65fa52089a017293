import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ReadyEvent } from './ready-event.ts';
import { removeReadyFile, writeReadyFile } from './ready-file.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-ready-'));
  path = join(folder, 'deep/devnet.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

function event(pid: number): ReadyEvent {
  return { event: 'ready', pid } as ReadyEvent;
}

describe('the ready file', () => {
  it('is for its owner alone, and leads nowhere else', () => {
    writeReadyFile(path, event(1));
    symlinkSync(join(folder, 'elsewhere'), `${path}.${process.pid}`);
    writeReadyFile(path, event(2));
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(event(2));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });

  it('goes with its devnet, and stays where another devnet has written it since', () => {
    writeReadyFile(path, event(1));
    writeReadyFile(path, event(2));
    removeReadyFile(path, event(1));
    expect(existsSync(path)).toBe(true);
    removeReadyFile(path, event(2));
    expect(existsSync(path)).toBe(false);
    removeReadyFile(path, event(2));
  });
});
