import type { GivenFault } from '@quorate/devnet';
import { type JsonObject, type JsonValue, stringifyJson } from '@quorate/protocol';
import { OptionError } from '../command-error.ts';
import { type Admin, inForm } from '../committee/admin.ts';
import { faultInWords } from '../devnet/fault-words.ts';
import { type FaultOptions, readFault } from '../devnet/read-fault.ts';
import { adminOf, namesAt, type RunningOptions } from '../devnet/running-devnet.ts';
import { nowNanos } from '../now-nanos.ts';
import type { Terminal } from '../output/terminal.ts';
import { renderTable } from '../report/table.ts';
import { inNames } from '../wallet/network.ts';
import { printable } from '../wallet/printable.ts';

/** The options of `release` and `drop`. */
export interface HeldOptions extends RunningOptions {
  readonly all?: true;
}

type Keys = Readonly<Record<string, JsonValue>>;

/** Lists the faults in effect. @throws ClientError */
export async function listFaults(options: RunningOptions, terminal: Terminal): Promise<void> {
  const admin = adminOf(options);
  const answer = await admin.get('/faults');
  if (options.json === true) return terminal.print(`${stringifyJson(answer)}\n`);
  const { active } = answer as { readonly active: readonly Keys[] };
  const rows = inForm('/faults', () => active.map(rowOf));
  if (rows.length === 0) return terminal.print('no fault is in effect\n');
  const names = await namesAt(admin);
  // What may be long comes last: the other columns stay in sight.
  const columns = ['id', 'for', 'fault'].map((title) => ({ title, align: 'left' }) as const);
  const named = rows.map((cells) => cells.map((cell) => inNames(cell, names)));
  terminal.print(renderTable(columns, named, terminal.colors));
}

function rowOf(keys: Keys): readonly string[] {
  const { since_nanos: since, released: _, dropped: __, age_nanos: ___, ...fault } = keys;
  return [String(fault['id']), agoOf(since), faultInWords(fault)];
}

/** Begins a fault. @throws ClientError, OptionError */
export async function beginFault(
  words: readonly string[],
  options: RunningOptions & FaultOptions,
  terminal: Terminal,
): Promise<void> {
  const admin = adminOf(options);
  const fault = readFault(words, options);
  const begun = (await admin.post('/faults', fault as JsonObject)) as GivenFault;
  terminal.print(`${String(begun['id'])} has begun; quorate devnet heal ends it\n`);
  const { node, anew_with_process: anew } = begun as Keys;
  if (anew === undefined) return;
  const acts = inForm('/faults', () => (anew as readonly string[]).join(', '));
  terminal.print(`what ${acts} remembers is gone when the process of ${String(node)} ends\n`);
}

/** Ends these faults, or all if none is named. @throws ClientError */
export async function heal(
  ids: readonly string[],
  options: RunningOptions,
  terminal: Terminal,
): Promise<void> {
  const admin = adminOf(options);
  for (const id of ids) await admin.delete(`/faults/${encodeURIComponent(id)}`);
  const healed = ids.length > 0 ? ids : await healAll(admin);
  terminal.print(healed.length === 0 ? 'no fault was in effect\n' : `ended ${healed.join(', ')}\n`);
}

async function healAll(admin: Admin): Promise<readonly string[]> {
  const answer = await admin.delete('/faults');
  return inForm('/faults', () => [...(answer as { readonly healed: readonly string[] }).healed]);
}

/** Lists the messages that faults hold. @throws ClientError */
export async function listHeld(options: RunningOptions, terminal: Terminal): Promise<void> {
  const answer = await adminOf(options).get('/held');
  if (options.json === true) return terminal.print(`${stringifyJson(answer)}\n`);
  const { count, overflow, messages } = answer as {
    readonly count: number;
    readonly overflow: number;
    readonly messages: readonly Keys[];
  };
  const rows = inForm('/held', () => rowsOf(messages));
  const titles = ['id', 'from', 'to', 'for', 'times', 'message', 'what it says'];
  if (rows.length > 0) {
    const columns = titles.map((title) => ({ title, align: 'left' }) as const);
    terminal.print(renderTable(columns, rows, terminal.colors));
  }
  if (count === 0) terminal.print('no message is held\n');
  if (count > messages.length) terminal.print(`and ${count - messages.length} more\n`);
  if (overflow > 0) terminal.print(`${overflow} were lost: too much was held already\n`);
}

/** Nodes repeat what nobody answers: repetitions share the row of the first, and are counted. */
function rowsOf(messages: readonly Keys[]): readonly (readonly string[])[] {
  const seen = new Map<string, HeldRow>();
  for (const { id, since_nanos: since, transaction_id: about, ...each } of messages) {
    const way = [each['from'], each['to']].map(String);
    const shown = [each['message'], each['content']].map(String);
    const key = stringifyJson([...way, ...shown, String(about)]);
    const row = seen.get(key) ?? { head: [String(id), ...way, agoOf(since)], shown, times: 0 };
    seen.set(key, { ...row, times: row.times + 1 });
  }
  return [...seen.values()].map(({ head, times, shown }) =>
    [...head, String(times), ...shown].map(printable),
  );
}

/** A row of the list of held messages, as its cells before and after how often it is held. */
interface HeldRow {
  readonly head: readonly string[];
  readonly times: number;
  readonly shown: readonly string[];
}

/** Makes held messages arrive, in this order, or loses them. @throws ClientError, OptionError */
export async function actOnHeld(
  deed: 'release' | 'drop',
  { ids, options }: { readonly ids: readonly string[]; readonly options: HeldOptions },
  terminal: Terminal,
): Promise<void> {
  const isAll = options.all === true;
  if (isAll === ids.length > 0) {
    throw new OptionError(`${deed}: expected the ids of messages, or --all; held lists them`);
  }
  const admin = adminOf(options);
  const done = isAll ? await allOf(admin, deed) : ids;
  for (const id of isAll ? [] : ids) {
    const path = `/held/${encodeURIComponent(id)}`;
    await (deed === 'release' ? admin.post(`${path}/release`) : admin.delete(path));
  }
  const word = deed === 'release' ? 'released' : 'dropped';
  terminal.print(done.length === 0 ? 'no message was held\n' : `${word} ${done.join(', ')}\n`);
}

async function allOf(admin: Admin, deed: 'release' | 'drop'): Promise<readonly string[]> {
  const path = deed === 'release' ? '/held/release' : '/held';
  const answer = await (deed === 'release' ? admin.post(path) : admin.delete(path));
  const { released, dropped } = answer as Readonly<Record<string, readonly string[] | undefined>>;
  return inForm(path, () => [...(released ?? dropped ?? [])]);
}

const SECOND = 1_000_000_000n;

/** Says for how long something has been so, in whole seconds. */
function agoOf(since: JsonValue | undefined): string {
  const seconds = (nowNanos() - BigInt(String(since))) / SECOND;
  return `${seconds < 0n ? 0n : seconds} s`;
}
