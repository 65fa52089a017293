import { ClientError } from '@quorate/client';
import type { DevnetEvent } from '@quorate/devnet';
import { inForm, openAdmin } from '../committee/admin.ts';
import { eventInWords } from '../devnet/event-words.ts';
import { adminOf, namesAt } from '../devnet/running-devnet.ts';
import { type ExitCode, exitCodes } from '../exit-code.ts';
import { interruptible } from '../interruptible.ts';
import type { Terminal } from '../output/terminal.ts';
import { findNetwork, inNames } from '../wallet/network.ts';

/** The options of `quorate devnet events`; an absent one was not given. */
export interface EventsOptions {
  /** The URL of the REST interface. */
  readonly url?: string;
  readonly token?: string;
  readonly json?: true;
  readonly last?: string;
  readonly kind?: string;
  readonly account?: string;
  readonly node?: string;
}

/**
 * Prints what happens in a devnet until somebody presses Ctrl-C.
 *
 * @throws ClientError if the devnet refuses, or when it has gone away
 */
export async function watchDevnet(options: EventsOptions, terminal: Terminal): Promise<ExitCode> {
  const { token, json, last, kind, account, node } = options;
  const { rest } = findNetwork(options);
  const choices = new URLSearchParams();
  for (const [name, value] of Object.entries({ last, kind, account, node })) {
    if (value !== undefined) choices.set(name, value);
  }
  const path = `/events?${choices}`;
  return interruptible(async (signal) => {
    try {
      const names = json === true ? [] : await namesAt(adminOf(options));
      const body = await openAdmin({ rest, token, path, signal });
      for await (const text of eventsIn(body)) {
        const event = inForm('/events', () => JSON.parse(text) as DevnetEvent);
        const line = json === true ? text : inNames(eventInWords(event, terminal.colors), names);
        terminal.print(`${line}\n`);
      }
    } catch (failure) {
      if (signal.aborted) return exitCodes.interrupted;
      throw failure instanceof ClientError ? failure : goneAway(rest, failure);
    }
    throw goneAway(rest);
  });
}

function goneAway(rest: string, cause?: unknown): ClientError {
  return new ClientError('GONE', `the devnet at ${rest} has gone away`, { cause });
}

/** What a line with an event begins with. */
const DATA = 'data: ';

/** Gives each event as it was written: the other lines name them, or keep the connection alive. */
async function* eventsIn(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const piece of body) {
    const lines = `${rest}${decoder.decode(piece, { stream: true })}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith(DATA)) yield line.slice(DATA.length);
  }
}
