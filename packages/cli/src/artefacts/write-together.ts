import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@quorate/client/node';

/**
 * Writes files into a folder, which it creates: either all of them, or none, and then what was
 * there before stays.
 *
 * A part of them could be mistaken for the whole. So each file is written beside its place, and
 * moved there only once all are written, which needs no more space on the disk.
 *
 * @param files the text of each file, by its name.
 * @throws the system's error if a file cannot be written.
 */
export function writeTogether(folder: string, files: Readonly<Record<string, string>>): void {
  const isNew = !existsSync(folder);
  makeFolder(folder);
  const all = Object.entries(files).map(([name, text]) => {
    const path = join(folder, name);
    return { path, unfinished: `${path}.${process.pid}`, text };
  });
  try {
    for (const { unfinished, text } of all) writeFileSync(unfinished, text);
    for (const { path, unfinished } of all) renameSync(unfinished, path);
  } catch (error) {
    for (const { unfinished } of all) rmSync(unfinished, { force: true });
    if (isNew && readdirSync(folder).length === 0) rmdirSync(folder);
    throw error;
  }
}
