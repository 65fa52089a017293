import type { Devnet } from '@quorate/devnet';
import { expect } from 'vitest';
import { signatureBytes, transactionBytes } from '../conformance/client/bcs.ts';
import { filled, hex } from '../conformance/client/keys.ts';
import { openSender, openWorld, payment } from '../conformance/world.ts';
import { attack } from './attack.ts';

/**
 * Growth beyond this is a leak: the journal of the last minutes holds up to 32 MiB of what was
 * sent, and the memory of a process takes a while to settle.
 */
const GROWTH_MAX = 40 * 1024 * 1024;

/** Attacks a devnet, and then uses it as it is meant to be used. */
export async function attackOne(count: number, seed: number): Promise<void> {
  const world = await openWorld();
  try {
    const sender = await openSender(world);
    const { transaction, signature } = await sender.next(payment(filled(7)));
    const material = {
      address: sender.account.address,
      transaction: hex(transactionBytes(transaction)),
      signature: hex(signatureBytes(signature)),
    };
    const { wrong, kinds, growth } = await attack(world.devnet, material, { seed, count });
    const drawn = [...kinds].map(([kind, times]) => `${kind} ${times}`).join(', ');
    const grown = `${(growth / 1024 / 1024).toFixed(1)} MiB more held at the end`;
    process.stdout.write(`\n   ${count} hostile requests, seed ${seed}: ${drawn}; ${grown}\n`);
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(growth).toBeLessThan(GROWTH_MAX);
    await expectWhole(world.devnet);
    await sender.send(payment(filled(7)));
  } finally {
    await world.devnet.close();
  }
}

async function expectWhole({ rest }: Devnet): Promise<void> {
  const response = await fetch(`${rest}/readyz`);
  expect(await response.json()).toMatchObject({ status: 'ready' });
}
