import type { TokenId } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork } from '@quorate/testkit/epoch-network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acting } from '../../test/acts.ts';
import { idOf } from '../../test/ledger.ts';
import { submission } from '../../test/network.ts';
import { creation, management, mintOf } from '../../test/operations.ts';
import { epochRequestId } from '../committee-chain.ts';
import type { Result } from '../message.ts';
import type { Submission } from './state.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const zero = committeeAt(0, FOUR);

const TOKEN = idOf('alice', 0n) as string as TokenId;
const MINT = acting('bob', 0n, mintOf(TOKEN, 1n));
const REMOVAL = acting(
  'alice',
  1n,
  management(TOKEN, 0n, { mints: [['Remove', addressOf('bob')]] }),
);

const REMOVED = {
  rejection: {
    code: 'QuorumUnreachable',
    unsettled: true,
    mintRemoved: { tokenId: TOKEN, admin: addressOf('alice'), nonce: 1n, updateId: 0n },
  },
};
const REFUSED = { rejection: { code: 'NonSubmittableOperation' } };

/** A network in which bob may mint. */
function withMinter(): EpochNetwork {
  const network = new EpochNetwork(FOUR, 4);
  network.join(FOUR, 1);
  for (const operator of FOUR) {
    network.deliver(operator, network.certify(acting('alice', 0n, creation()), zero));
  }
  return network;
}

/** A network whose validators are about to be asked to sign his mint. */
function broadcast(): EpochNetwork {
  const network = withMinter();
  network.request(submission(MINT));
  runUntil(network, () => onItsWay(network).phase === 'signing');
  return network;
}

/** Has the removal overtake the mint at all but one, whom the proxy hears to have signed it. */
function overtaken(signing: string): EpochNetwork {
  const network = broadcast();
  const others = FOUR.filter((operator) => operator !== signing);
  remove(network, others);
  runUntil(network, () => signedBy(onItsWay(network)) === 1);
  remove(network, [signing]);
  return network;
}

function remove(network: EpochNetwork, operators = FOUR): void {
  for (const operator of operators) network.deliver(operator, network.certify(REMOVAL, zero));
}

/**
 * Changes the committee: the proxy is the last to know, when members have merged and no longer
 * repeat earlier signatures. What `absent` has signed is in no snapshot that they merge.
 */
function changeCommittee(network: EpochNetwork, absent?: string): void {
  const change = network.change(zero, FOUR);
  const merging = FOUR.filter((operator) => operator !== absent);
  if (absent !== undefined) network.cut(absent);
  network.cut('proxy');
  for (const operator of merging) network.deliver(operator, change);
  runUntil(network, () => merging.every((each) => network.state(each).status === 'active'));
  network.mend('proxy');
  tellProxy(network, epochRequestId(1), { type: 'Certificates', certificates: [change] });
}

/** Lets the proxy hear an answer before everything that is on its way. */
function tellProxy(network: EpochNetwork, id: string, result: Result): void {
  network.request({ type: 'Response', requestId: id, result });
  network.run(1, (waiting) => waiting - 1);
}

function runUntil(network: EpochNetwork, isSo: () => boolean): void {
  for (let turn = 0; !isSo(); turn += 1) {
    if (turn > 1_000) throw new Error('expected it to come to that');
    network.run(1, () => 0);
  }
}

function onItsWay(network: EpochNetwork): Pick<Submission, 'phase' | 'progress'> {
  const [submitted] = network.proxyState().submissions.values();
  return submitted ?? { phase: 'checking', progress: {} };
}

function signedBy({ progress }: Pick<Submission, 'progress'>): number {
  return Object.values(progress).filter(({ signature }) => signature !== undefined).length;
}

function answersOf(network: EpochNetwork): readonly Result[] {
  network.run(4_000);
  return network.answers;
}

describe('a signature of an epoch that has ended', () => {
  it('P4 leaves unsettled what a member was heard to sign before the change (P10, D5)', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FOUR), (signing) => {
        const network = overtaken(signing);
        changeCommittee(network, signing);
        expect(answersOf(network)).toMatchObject([REMOVED]);
      }),
      { numRuns: 8 },
    );
  });

  it('P4 is remembered by a proxy that is restarted after the change', () => {
    const network = overtaken('a');
    changeCommittee(network, 'a');
    network.restartProxy();
    network.request(submission(MINT, 'r2'));
    expect(answersOf(network)).toMatchObject([REMOVED]);
  });

  it('P4 is told by the members that hold it, where nobody heard it (C6)', () => {
    fc.assert(
      fc.property(fc.subarray(FOUR, { minLength: 2 }), fc.boolean(), (signing, isBroadcast) => {
        const network = isBroadcast ? broadcast() : withMinter();
        for (const operator of signing) network.submit(operator, MINT);
        remove(network);
        changeCommittee(network);
        if (!isBroadcast) network.request(submission(MINT));
        expect(answersOf(network)).toMatchObject([REMOVED]);
      }),
      { numRuns: 10 },
    );
  });

  it('P4 leaves unsettled what was broadcast before the change, whoever signed (P10, D5)', () => {
    const network = broadcast();
    remove(network);
    changeCommittee(network);
    expect(answersOf(network)).toMatchObject([REMOVED]);
  });

  it('P5 refuses for good what nobody was asked to sign before the change, and nobody holds', () => {
    const network = withMinter();
    remove(network);
    changeCommittee(network);
    network.request(submission(MINT));
    expect(answersOf(network)).toMatchObject([REFUSED]);
  });
});
