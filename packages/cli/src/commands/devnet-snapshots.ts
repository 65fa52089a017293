import { stringifyJson } from '@quorate/protocol';
import { inForm } from '../committee/admin.ts';
import { adminOf, type RunningOptions } from '../devnet/running-devnet.ts';
import type { Terminal } from '../output/terminal.ts';

/** Lists the names of the snapshots. @throws ClientError */
export async function listSnapshots(options: RunningOptions, terminal: Terminal): Promise<void> {
  const answer = await adminOf(options).get('/snapshots');
  if (options.json === true) return terminal.print(`${stringifyJson(answer)}\n`);
  const names = inForm('/snapshots', () => [...(answer as readonly string[])]);
  terminal.print(names.length === 0 ? 'there is no snapshot\n' : `${names.join('\n')}\n`);
}

/** Takes a snapshot of this name, which replaces an earlier one. @throws ClientError */
export async function takeSnapshot(
  name: string,
  options: RunningOptions,
  terminal: Terminal,
): Promise<void> {
  await adminOf(options).post('/snapshots', { name });
  terminal.print(`took ${name}; quorate devnet restore ${name} puts the network back to it\n`);
}

/** Puts the network back to a snapshot. @throws ClientError */
export async function restoreSnapshot(
  name: string,
  options: RunningOptions,
  terminal: Terminal,
): Promise<void> {
  await adminOf(options).post(`/snapshots/${encodeURIComponent(name)}/restore`);
  terminal.print(`the network is as it was when ${name} was taken\n`);
}

/** Puts the network back to its beginning. @throws ClientError */
export async function resetNetwork(options: RunningOptions, terminal: Terminal): Promise<void> {
  await adminOf(options).post('/reset');
  terminal.print('the network is as it was at its beginning; snapshots are kept\n');
}
