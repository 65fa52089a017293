import type { Address, SnapshotRoot } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork, keyOf } from '@quorate/testkit/epoch-network';
import { expect, it } from 'vitest';
import type { Effect } from '../effect.ts';
import { VALIDATOR_RULES } from '../validator/rules.ts';
import type { ValidatorResume } from '../validator/state.ts';
import type { Merge } from './handover.ts';
import { keyringOf } from './keyring.ts';
import { askForBacking, beginMerge, noteAnswer, tablesOf } from './merging.ts';

const FOUR = ['a', 'b', 'c', 'd'];

/**
 * A member that merges its way into epoch 1 and has read this many of the three snapshots of
 * others, which name these accounts.
 */
function merging(read: number, addresses: readonly Address[] = [addressOf('alice')]) {
  const committees = [committeeAt(0, FOUR), committeeAt(1, FOUR)];
  const before = { ...new EpochNetwork(FOUR, 4).state('a'), committees };
  const begun = beginMerge(before, 1, keyringOf(keyOf('a', 0)));
  const merge: Merge = {
    ...begun,
    sources: begun.sources.map((source, index) => ({
      ...source,
      root:
        index < read
          ? ({ kind: 'Root', pages: [] as const } as unknown as SnapshotRoot)
          : undefined,
      entries: addresses.map((address) => ({ address, nextNonce: 1n, held: [] })),
    })),
  };
  return { state: { ...before, handover: { ...before.handover, merge } }, merge };
}

/** The rules, and how often they were asked whether an entry is backed. */
function counting() {
  let looks = 0;
  const isBacked = () => {
    looks += 1;
    return false;
  };
  const rules = { ...VALIDATOR_RULES, handover: { ...VALIDATOR_RULES.handover, isBacked } };
  return { rules, looks: () => looks };
}

it('C6 looks through no snapshot while there are too few of them to be merged', () => {
  for (const read of [0, 1]) {
    const { state, merge } = merging(read);
    const { rules, looks } = counting();
    expect(tablesOf(state, merge, { rules })).toBeUndefined();
    expect(looks()).toBe(0);
  }
});

it('C5 looks through one snapshot only when a part of that arrives: nothing has backed the others since', () => {
  const { state, merge } = merging(3);
  const { rules, looks } = counting();
  const [, asks] = askForBacking(state, { rules }, merge.sources[1]?.node);
  expect(asks.map((ask) => ask.type === 'Send' && ask.to)).toEqual([merge.sources[1]?.node]);
  expect(looks()).toBe(1);
});

it('C5 asks a node about sixteen accounts at a time, and about the next ones as soon as it has answered', () => {
  const addresses = Array.from(
    { length: 20 },
    (_, place) => place.toString(16).padStart(64, '0') as Address,
  );
  const { state, merge } = merging(1, addresses);
  const { rules } = counting();
  const senders = (effects: readonly Effect<ValidatorResume>[]) =>
    effects.map(
      (effect) =>
        effect.type === 'Send' &&
        effect.message.type === 'GetCertificates' &&
        effect.message.select.by === 'Sender' &&
        effect.message.select.sender,
    );
  const [asked, asks] = askForBacking(state, { rules });
  expect(senders(asks)).toEqual(addresses.slice(0, 16));
  expect(askForBacking(asked, { rules })).toEqual([asked, []]);
  let answered = asked;
  for (const _ of asks) answered = noteAnswer(answered, merge.sources[0]?.node ?? '');
  expect(senders(askForBacking(answered, { rules })[1])).toEqual(addresses.slice(16));
});

it('C5 asks each of several nodes about an account, and none again before it has answered', () => {
  const { state, merge } = merging(3);
  const { rules } = counting();
  const [asked, asks] = askForBacking(state, { rules });
  expect(asks.map((ask) => ask.type === 'Send' && ask.to)).toEqual(
    merge.sources.map(({ node }) => node),
  );
  expect(askForBacking(asked, { rules })).toEqual([asked, []]);
});

it('C6 merges its way into an epoch once, and serves there at once after a restart', () => {
  const network = new EpochNetwork(FOUR, 4);
  network.join(FOUR, 1);
  network.deliver('a', network.change(committeeAt(0, FOUR), FOUR));
  network.run(500);
  network.restart('a');
  const { status, handover } = network.state('a');
  expect({ status, served: handover.served }).toEqual({ status: 'active', served: 1 });
});
