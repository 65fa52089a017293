import { createPowerCutLmdb, type Durability, standstill } from '@quorate/storage/laws';
import { openLmdbStore } from '@quorate/storage/lmdb';
import { expect, it } from 'vitest';
import {
  asking,
  createHarness,
  createValidator,
  envelopePaying,
  resultsOf,
  submitting,
} from '../test/harness.ts';

/** Puts a validator on a disk that is held back, asks it for a signature, and says what has left. */
async function answersFromHeldDisk(options: Durability) {
  const lmdb = createPowerCutLmdb();
  const openLmdb: typeof lmdb.open = ((asked: { readonly path: string }) =>
    lmdb.open({ ...asked, ...options })) as typeof lmdb.open;
  const harness = createHarness();
  const store = openLmdbStore<unknown>({ path: '/nowhere', openLmdb });
  const ports = { ...harness.ports, store };
  const { node, failures } = createValidator({ ...harness, ports });
  node.start();
  await standstill();
  lmdb.hold();
  harness.tell('v1', submitting(envelopePaying(10n)));
  harness.tell('v1', submitting(envelopePaying(10n), 'again'));
  harness.tell('v1', asking());
  const settleAll = async () => {
    harness.settle();
    await standstill();
    harness.settle();
    return resultsOf(harness.heard).map(({ type }) => type);
  };
  const whileHeld = await settleAll();
  lmdb.release();
  const afterwards = await settleAll();
  expect(failures).toEqual([]);
  return { whileHeld, afterwards };
}

const ALL = ['Signed', 'Signed', 'Certificates'];

it('V8 no answer leaves a validator on LMDB while the disk is held back', async () => {
  expect(await answersFromHeldDisk({})).toEqual({ whileHeld: [], afterwards: ALL });
});

it.each([
  ['answers at the commit', { overlappingSync: true }],
  ['does not sync at all', { noSync: true, overlappingSync: false }],
])('V8 that catches a store that %s', async (_fault, options) => {
  expect((await answersFromHeldDisk(options)).whileHeld).toEqual(ALL);
});
