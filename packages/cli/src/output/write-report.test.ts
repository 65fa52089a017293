import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writtenTerminal } from '../../test/quorate.ts';
import { openEvents } from '../fuzz/event-file.ts';
import { writeReport } from './write-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'quorate-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('writeReport', () => {
  it('writes a file only if one is asked for', () => {
    const { terminal, written } = writtenTerminal();
    const path = join(folder, 'junit.xml');
    expect(writeReport('--junit', path, () => 'text', terminal)).toEqual([]);
    expect(readFileSync(path, 'utf8')).toBe('text');
    const never = () => {
      throw new Error('nobody asked');
    };
    expect(writeReport('--events', undefined, never, terminal)).toEqual([]);
    expect(written).toEqual({ out: '', err: '' });
  });

  it('says what cannot be written, and gives that as a cause', () => {
    const { terminal, written } = writtenTerminal();
    expect(writeReport('--junit', folder, () => 'text', terminal)).toEqual([75]);
    expect(written.err).toBe(`error --junit: ${folder} cannot be written: a folder, not a file\n`);
  });

  it('does not blame the disk for an earlier error', () => {
    const { terminal } = writtenTerminal();
    const fails = () => readFileSync(join(folder, 'missing'), 'utf8');
    expect(() => writeReport('--junit', join(folder, 'x'), fails, terminal)).toThrow('ENOENT');
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });
});

describe('openEvents', () => {
  it('complains once about a file that was whole until then, and goes on without it', () => {
    const { terminal, written } = writtenTerminal();
    const within = mkdtempSync(join(folder, 'within-'));
    const path = join(within, 'events.ndjson');
    const events = openEvents(path, terminal);
    events.add({ t: 'first' });
    expect(readFileSync(path, 'utf8')).toMatch(/^{"v":1,"t":"start".*\n{"v":1,"t":"first"}\n$/);
    expect(events.causes()).toEqual([]);
    rmSync(within, { recursive: true });
    writeFileSync(within, '');
    events.add({ t: 'second' });
    events.add({ t: 'third' });
    expect(events.causes()).toEqual([75]);
    expect(written.err).toBe(
      `error --events: ${path} cannot be written: a part of the path is a file, not a folder\n`,
    );
  });
});
