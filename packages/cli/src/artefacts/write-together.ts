import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '@quorate/client/node';

/**
 * Writes files into a folder, which is made: all of them, or none, and what was there before stays.
 *
 * A part of them would pass for the whole. Each is written beside its place and put there only once all
 * are written, which takes no more of the disk.
 *
 * @param files the text of each, by its name.
 * @throws the system's error where that cannot be.
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
