import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeStatus } from '@quorate/actors';
import type { Noted } from '../admin/traces.ts';
import type { Standing } from '../committee/standing.ts';
import { folderError } from '../data/node-store.ts';
import { askerOn, type Hosting, type ValidatorsOptions } from '../hosting.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from '../options.ts';
import { validatorPort } from '../ports.ts';
import type { Peer } from './process-messages.ts';
import { createRemotes } from './remotes.ts';
import { startValidatorProcess, type ValidatorProcess } from './validator-process.ts';

/** Hosts each validator in its own process; they reach each other over HTTP. */
export async function hostingApart(given: ValidatorsOptions): Promise<Hosting> {
  const { network, founded, options, log } = given;
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, allowHosts = [] } = options;
  // A killed process loses its memory, and that must not cause amnesia, so there is always a
  // folder.
  const temporary = options.dataDir === undefined ? await makeTemporary() : undefined;
  const dataDir = temporary ?? options.dataDir ?? '';
  const remotes = createRemotes(network.bus, (node, failure) =>
    log.debug({ node, err: failure }, 'a message was lost'),
  );
  const started: ValidatorProcess[] = [];
  /** Includes those of validators that are still starting. */
  const stops: (() => Promise<unknown>)[] = [];
  const peers: Peer[] = [];
  const asker = askerOn(network);
  return {
    asker,
    async place(name, index, within) {
      const { traces, watch } = network;
      const start = {
        founded,
        name,
        host,
        allowHosts,
        port: validatorPort(port, index),
        dataDir,
        hadCome: given.roster.hadCome(name),
        prune: options.prune,
        isTemporary: temporary !== undefined,
      };
      const supervision = {
        start,
        within,
        peers: () => peers,
        onNoted: (noted: Noted) => traces.note(name, noted),
        onStanding: (standing: Standing) => watch?.onStanding(name, standing),
        onStatus: (...status: readonly [NodeStatus, string?]) => watch?.onStatus(name, ...status),
        onTrouble: (text: string) =>
          log.error({ node: name, err: text }, 'a validator is in trouble'),
      };
      const hosted = await startValidatorProcess(supervision, traces, (stop) => stops.push(stop));
      started.push(hosted);
      return { hosted, url: hosted.url, isBeyondHttp: true };
    },
    introduce({ hosted, url }) {
      remotes.add(hosted.node.name, url);
      peers.push({ name: hosted.node.name, url });
      for (const each of started) each.tellPeers();
    },
    forget: () => remotes.forget(),
    async close() {
      asker.close();
      await remotes.close();
      await Promise.all(stops.map((stop) => stop()));
      if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
    },
  };
}

/** @throws DevnetError `NotWritable`, `DiskFull`, `TooManyOpen`, `UnreadableData` */
async function makeTemporary(): Promise<string> {
  const folder = tmpdir();
  try {
    return await mkdtemp(join(folder, 'quorate-'));
  } catch (failure) {
    throw folderError(folder, failure);
  }
}
