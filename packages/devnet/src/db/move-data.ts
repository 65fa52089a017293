import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { allRows } from '@quorate/actors';
import { makeFolder, syncFolder } from '@quorate/client/node';
import type { Store } from '@quorate/storage';
import { KEY_FILE_END, keyFileText, readKeyFile } from '../committee/key-chain.ts';
import { NETWORK_FILE } from '../data/constitution-file.ts';
import { writeKept } from '../data/kept-file.ts';
import {
  flushed,
  folderError,
  lockFolder,
  type NodeStore,
  openNodeStore,
  troubleOf,
} from '../data/node-store.ts';
import { ROSTER_FILE } from '../data/roster.ts';
import { putsOf, type Rows } from '../data/rows.ts';
import { DevnetError } from '../options.ts';
import { WALLET_KEY_FILE } from '../pay/wallet-key.ts';
import { type DataFolder, openDataFolder } from './data-folder.ts';
import { type ExportPart, readExport, writeExport } from './export-file.ts';

/** How much was exported or imported: nodes, and rows of their stores. */
export interface Moved {
  readonly nodes: number;
  readonly rows: number;
}

/**
 * The files of a data folder besides the stores; all keys derive from the seed in the first one.
 */
const FILES = [NETWORK_FILE, WALLET_KEY_FILE, ROSTER_FILE] as const;

/** How many rows are in memory at a time. */
const PAGE = 1000;

/**
 * Exports all data of a devnet that is not running to one file, which only its owner can read.
 *
 * @throws DevnetError if the folder holds no devnet, is in use or is damaged, or if the file cannot
 * be written
 */
export async function exportData(dataDir: string, file: string): Promise<Moved> {
  const folder = openDataFolder(dataDir);
  const moved = { nodes: folder.nodes.length, rows: 0 };
  const open: NodeStore[] = [];
  try {
    folder.expectStores();
    for (const node of folder.nodes) open.push(folder.open(node));
    writeExport(file, partsOf(dataDir, folder, { open, moved }));
    return moved;
  } finally {
    for (const { release } of open) await release();
    folder.close();
  }
}

interface Exporting {
  readonly open: readonly NodeStore[];
  readonly moved: { rows: number };
}

function* partsOf(
  dataDir: string,
  { nodes }: DataFolder,
  { open, moved }: Exporting,
): Iterable<ExportPart> {
  yield* filesOf(dataDir);
  for (const [index, node] of nodes.entries()) {
    const store = open[index]?.store;
    if (store === undefined) continue;
    for (const rows of pagesOf(store)) {
      moved.rows += rows.length;
      yield { type: 'Rows', node, rows };
    }
  }
}

function* filesOf(dataDir: string): Iterable<ExportPart> {
  // The file may have been removed while the devnet ran; without it the export would be useless.
  expectNetwork(dataDir, dataDir);
  for (const name of FILES) {
    const path = join(dataDir, name);
    if (existsSync(path)) yield { type: 'File', name, text: readFileSync(path, 'utf8') };
  }
  for (const name of readdirSync(dataDir)) {
    const keys = name.endsWith(KEY_FILE_END) ? readKeyFile(join(dataDir, name)) : undefined;
    if (keys === undefined) continue;
    // The exported rows may be older than the destruction of a key; the seed derives that key
    // again.
    yield { type: 'File', name, text: keyFileText({ issued: keys.issued }) };
  }
}

/**
 * Writes what the stores of a devnet held at a moment to a file in its data folder, as `exportData`
 * does for a stopped devnet; returns the path.
 */
export function exportRows(
  dataDir: string,
  name: string,
  stores: ReadonlyMap<string, Rows>,
): string {
  const path = join(dataDir, `${name}.quorate`);
  writeExport(path, rowParts(dataDir, stores));
  return path;
}

function* rowParts(dataDir: string, stores: ReadonlyMap<string, Rows>): Iterable<ExportPart> {
  yield* filesOf(dataDir);
  for (const [node, rows] of stores) {
    for (let from = 0; from === 0 || from < rows.length; from += PAGE) {
      yield { type: 'Rows', node, rows: rows.slice(from, from + PAGE) };
    }
  }
}

function* pagesOf(store: Store<unknown>): Iterable<Rows> {
  let page: Rows[number][] = [];
  for (const { key, value } of allRows(store)) {
    page.push([key, value]);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  // The last page may be empty: a node without rows has a store, too.
  yield page;
}

/**
 * Creates a data folder from an export, completely or not at all.
 *
 * @throws DevnetError if there is already something in the folder, or if the file is missing or
 * damaged
 */
export async function importData(dataDir: string, file: string): Promise<Moved> {
  checkTarget(dataDir);
  const target = existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir);
  const [parent, unfinished] = [dirname(target), `.${basename(target)}.importing`];
  const unlock = lockFolder(parent, `${unfinished}.lock`, 'wait until the other import has ended');
  try {
    return await importInto(target, join(parent, unfinished), file);
  } finally {
    unlock();
  }
}

async function importInto(target: string, unfinished: string, file: string): Promise<Moved> {
  try {
    // Remains of an import that was killed.
    rmSync(unfinished, { recursive: true, force: true });
    makeFolder(unfinished);
  } catch (cause) {
    throw folderError(target, cause);
  }
  try {
    const moved = await fill(unfinished, file);
    expectNetwork(unfinished, file);
    // A devnet may have been started there meanwhile.
    checkTarget(target);
    putInPlace(unfinished, target);
    return moved;
  } catch (failure) {
    rmSync(unfinished, { recursive: true, force: true });
    throw failure;
  }
}

function putInPlace(unfinished: string, target: string): void {
  try {
    if (existsSync(target)) rmdirSync(target);
    renameSync(unfinished, target);
    syncFolder(dirname(target));
  } catch (cause) {
    throw folderError(target, cause);
  }
}

/**
 * Refuses a folder without a network; `path` is the folder or export that it comes from.
 *
 * @throws DevnetError `UnreadableData`
 */
function expectNetwork(folder: string, path: string): void {
  if (existsSync(join(folder, NETWORK_FILE))) return;
  throw new DevnetError(
    'UnreadableData',
    `${path}: there is no ${NETWORK_FILE}, without which there is no network`,
  );
}

function checkTarget(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const fault = targetFault(dataDir);
  if (fault === undefined) return;
  throw new DevnetError(
    'InvalidOption',
    `${dataDir} ${fault}: choose another folder, or move this one away`,
  );
}

function targetFault(dataDir: string): string | undefined {
  if (!statSync(dataDir).isDirectory()) return 'is not a folder';
  if (readdirSync(dataDir).length > 0) return 'is not empty';
  // The import replaces the folder, so a process whose current folder it is would not see the new
  // one.
  return realpathSync(dataDir) === realpathSync(process.cwd())
    ? 'is the folder you are in'
    : undefined;
}

async function fill(folder: string, file: string): Promise<Moved> {
  const stores = new Map<string, NodeStore>();
  let rows = 0;
  try {
    for (const part of readExport(file)) {
      if (part.type === 'File') {
        writeKept(join(folder, nameIn(part.name)), part.text);
        continue;
      }
      const node = stores.get(part.node) ?? openNodeStore(folder, nameIn(part.node));
      stores.set(part.node, node);
      rows += part.rows.length;
      await put(node.store, part.rows);
    }
    return { nodes: stores.size, rows };
  } finally {
    for (const { release } of stores.values()) await release();
  }
}

/** An export from elsewhere must not write outside of the data folder. */
function nameIn(name: string): string {
  if (basename(name) === name && !name.startsWith('.')) return name;
  throw new DevnetError(
    'UnreadableData',
    `an export names ${JSON.stringify(name)}, outside itself`,
  );
}

async function put(store: Store<unknown>, rows: Rows): Promise<void> {
  store.write(putsOf(rows));
  try {
    await flushed(store);
  } catch (failure) {
    throw troubleOf(failure) ?? failure;
  }
}
