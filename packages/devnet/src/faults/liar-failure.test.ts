import type { Message } from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import { createMemoryStore } from '@quorate/storage';
import { createManualClock } from '@quorate/testkit';
import { createMemoryTransport } from '@quorate/transport';
import { describe, expect, it } from 'vitest';
import { openKeyChain } from '../committee/key-chain.ts';
import { freshNetwork } from '../data/constitution-file.ts';
import { buildGenesis } from '../genesis.ts';
import { secretKeyOf } from '../keys.ts';
import { DEFAULT_CONSTITUTION } from '../options.ts';
import { createLyingValidator } from './liar.ts';

/** A validator with a second instance, and a network that can break under it. */
function scene() {
  const instance = {
    isUp: false,
    start() {
      instance.isUp = true;
    },
    crash() {
      instance.isUp = false;
    },
  };
  const transport = createMemoryTransport<Message>({ defer: (deliver) => deliver() });
  const network = { isBroken: false };
  const crypto = openCrypto('trusted');
  const secretOf = (role: string) => secretKeyOf('1', role);
  const signerOf = (role: string) => crypto.signer(secretOf(role));
  const failures: unknown[] = [];
  const parts = {
    name: 'v1',
    signer: signerOf('v1'),
    verifier: crypto.verifier,
    genesis: buildGenesis(freshNetwork(DEFAULT_CONSTITUTION, 1n), signerOf),
    keys: openKeyChain({ name: 'v1', dataDir: undefined, first: 1, secretOf, crypto }),
    ports: {
      store: createMemoryStore(),
      clock: createManualClock(),
      transport: {
        attach: transport.attach,
        send(...sent: Parameters<typeof transport.send>) {
          if (network.isBroken) throw new Error('the network is broken');
          transport.send(...sent);
        },
      },
    },
    onFailure: (failure: unknown) => failures.push(failure),
    onInstanceFailure: (failure: unknown) => failures.push(failure),
  };
  const validator = createLyingValidator(parts, () => ({ instance }));
  const ask = () => {
    transport.send('p1', 'v1', { type: 'GetTokenInfo', requestId: 'one', tokenIds: [] });
  };
  return { instance, transport, network, validator, failures, ask };
}

describe('a second instance of a validator', () => {
  const acts = [{ act: 'twin', only: {}, times: undefined }] as const;

  it('goes down with the validator, also if that fails by itself, and comes up with it', () => {
    const { instance, network, validator, failures, ask } = scene();
    validator.start();
    validator.liar.begin(acts);
    expect(instance.isUp).toBe(true);
    network.isBroken = true;
    ask();
    expect([validator.status(), failures.length, instance.isUp]).toEqual(['failed', 1, false]);
    network.isBroken = false;
    validator.start();
    expect([validator.status(), instance.isUp]).toEqual(['active', true]);
  });

  it('goes down with the validator if that is taken down, and for good with the fault', () => {
    const { instance, validator } = scene();
    validator.start();
    const end = validator.liar.begin(acts);
    validator.crash();
    expect(instance.isUp).toBe(false);
    validator.start();
    expect(instance.isUp).toBe(true);
    end();
    expect(instance.isUp).toBe(false);
    validator.start();
    expect(instance.isUp).toBe(false);
  });

  it('stays down if the validator does not come up', () => {
    const { instance, transport, validator, failures } = scene();
    validator.liar.begin(acts);
    const leave = transport.attach('v1', () => undefined);
    validator.start();
    expect([validator.status(), failures.length, instance.isUp]).toEqual(['failed', 1, false]);
    leave();
    validator.start();
    expect(instance.isUp).toBe(true);
  });
});
