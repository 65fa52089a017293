import type { Message, Result, ValidatorState } from '@quorate/core';
import type { Address, Bytes32 } from '@quorate/protocol';
import { signerOf } from '@quorate/testkit';
import type { Transport } from '@quorate/transport';
import { expect, it, vi } from 'vitest';
import type { KeyChain } from './key-chain.ts';
import { openSeats } from './seats.ts';

const SIGNER = signerOf('v1');
const CHALLENGE = 'ab'.repeat(32) as Bytes32;
// One place that is taken by what was pruned.
const PAGE = { type: 'Certificates', certificates: [], pruned: [{}] } as unknown as Result;
const CHANGE = { type: 'Certificates', certificates: ['the change'] } as unknown as Result;

/** The seats of `v1` of four, the requests that it sent, and what answers the last of them. */
function openTestSeats() {
  const sent: Message[] = [];
  let answer = (_: Result): void => undefined;
  const bus: Transport<Message> = {
    attach(_, receive) {
      answer = (result) => {
        const { requestId } = sent.at(-1) as { readonly requestId: string };
        receive('v2', { type: 'Response', requestId, result });
      };
      return () => undefined;
    },
    send: (_, __, message) => void sent.push(message),
  };
  const members = ['v1', 'v2', 'v3', 'v4'].map((host) => ({ validator: { host, rpcPort: 0 } }));
  const committees = [{ epoch: 0, members }];
  const state = { committees, ledger: { account: new Map() } } as unknown as ValidatorState;
  const find = (key: Address) => (key === SIGNER.address ? SIGNER : undefined);
  const seats = openSeats({
    name: 'v1',
    bus,
    keys: { find } as unknown as KeyChain,
    state: () => state,
    networkId: 'fast:localnet',
    validatorNames: () => [],
  });
  return { seats, sent, answer: (result: Result) => answer(result) };
}

it('C3 asks for all certificates again after its store was put back, before it says that it is caught up', async () => {
  const { seats, sent, answer } = openTestSeats();
  const prove = async (): Promise<boolean | undefined> => {
    const before = sent.length;
    const proved = seats.prove(SIGNER.address, CHALLENGE);
    for (const asked of [1, 2]) {
      await vi.waitUntil(() => sent.length === before + asked);
      answer(PAGE);
    }
    return (await proved)?.readiness.isCaughtUp;
  };
  expect([await prove(), await prove()]).toEqual([true, true]);
  seats.forget();
  expect(await prove()).toBe(true);
  // Two others make a quorum with it.
  const places = [0n, 0n, 1n, 1n, 0n, 0n].map((from) => ({ select: { by: 'Sequence', from } }));
  expect(sent).toMatchObject(places);
  seats.close();
});

it('ignores a change that it asked for before its store was put back', async () => {
  const { seats, sent, answer } = openTestSeats();
  seats.lookForChange();
  seats.forget();
  answer(CHANGE);
  seats.lookForChange();
  answer(CHANGE);
  await vi.waitUntil(() => sent.length > 2);
  expect(sent.map(({ type }) => type)).toEqual([
    'GetCertificates',
    'GetCertificates',
    'AnnounceChange',
  ]);
  seats.close();
});
