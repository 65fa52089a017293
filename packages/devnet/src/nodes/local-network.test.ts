import { openCrypto } from '@quorate/crypto';
import { expect, it } from 'vitest';
import { createJournal } from '../admin/journal.ts';
import { createTraces } from '../admin/traces.ts';
import { freshNetwork } from '../data/constitution-file.ts';
import { buildGenesis } from '../genesis.ts';
import { secretKeyOf } from '../keys.ts';
import { DEFAULT_CONSTITUTION } from '../options.ts';
import { createHostClock } from '../timing/clock.ts';
import { createBus } from './bus.ts';
import type { LocalNetworkOptions } from './host-node.ts';
import { hostValidator } from './local-network.ts';

function createNetwork(): LocalNetworkOptions {
  const clock = createHostClock();
  const crypto = openCrypto('trusted');
  const secretOf = (role: string) => secretKeyOf('1', role);
  const signerOf = (role: string) => crypto.signer(secretOf(role));
  const fail = (failure: unknown) => {
    throw failure;
  };
  return {
    genesis: buildGenesis(freshNetwork(DEFAULT_CONSTITUTION, 1n), signerOf),
    crypto,
    secretOf,
    signerOf,
    bus: createBus(fail),
    clock,
    validatorNames: () => ['v1'],
    dataDir: undefined,
    traces: createTraces(clock.now),
    journal: createJournal(clock.now),
    onFailure: (_, failure) => fail(failure),
    onSpentKeyKept: (_, failure) => fail(failure),
  };
}

it('a validator that is given what to hold is never up with anything else', async () => {
  const network = createNetwork();
  const first = hostValidator(network, 'v1');
  const rows = await first.snapshot();
  await first.close();
  const [key = ''] = rows.find(([each]) => each.startsWith('balance/')) ?? [];
  const given = rows.map((row) => (row[0] === key ? ([key, 7n] as const) : row));
  const hosted = hostValidator(network, 'v1', { rows: given });
  expect(hosted.node.state()?.ledger.balance.get(key.replace('balance/', ''))).toBe(7n);
  await hosted.close();
});
