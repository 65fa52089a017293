import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Devnet, startDevnet } from '@quorate/devnet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectAllSettled } from './outcome.ts';
import { prepareSenders, sendAll } from './senders.ts';

const SENDERS = 100;
const EACH = 4;

let dataDir: string;
let devnet: Devnet;
const start = () => startDevnet({ port: 0, accounts: SENDERS, dataDir });

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'quorate-load-'));
  devnet = await start();
});
afterEach(async () => {
  await devnet.close();
  rmSync(dataDir, { recursive: true });
});

describe('100 senders at once, on disk', () => {
  it('lose nothing although validators die and come back, and find it all after a restart', async () => {
    const senders = await prepareSenders(devnet, EACH);
    const [, second, third] = devnet.validators;
    let ended = 0;
    const endings = await sendAll(devnet, senders, () => {
      ended += 1;
      if (ended === SENDERS) second?.crash();
      if (ended === 2 * SENDERS) {
        second?.start();
        third?.crash();
      }
      if (ended === 3 * SENDERS) third?.start();
    });
    const failed = endings.filter(
      ({ status, body }) => status !== 200 || !body.includes('Success'),
    );
    expect(failed).toEqual([]);
    await expectAllSettled(devnet, senders);
    await devnet.close();
    devnet = await start();
    await expectAllSettled(devnet, senders);
  });
});
