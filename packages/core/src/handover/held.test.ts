import type { TokenId, TransactionEnvelope } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { committeeAt, EpochNetwork } from '@quorate/testkit/epoch-network';
import { describe, expect, it } from 'vitest';
import { acting } from '../../test/acts.ts';
import { idOf } from '../../test/ledger.ts';
import { creation, management, mintOf } from '../../test/operations.ts';
import type { Result } from '../message.ts';

const FOUR = ['a', 'b', 'c', 'd'];
const zero = committeeAt(0, FOUR);

const TOKEN = idOf('alice', 0n) as string as TokenId;
const CREATION = acting('alice', 0n, creation({ mints: [addressOf('bob'), addressOf('carol')] }));
const MINT = acting('bob', 0n, mintOf(TOKEN, 1n));
const REMOVAL = acting(
  'alice',
  1n,
  management(TOKEN, 0n, {
    mints: [
      ['Remove', addressOf('bob')],
      ['Remove', addressOf('carol')],
    ],
  }),
);
const LEAVING = acting('bob', 0n, { kind: 'LeaveCommittee' });
const REFUSED = { type: 'Rejected', rejection: { code: 'NonSubmittableOperation' } };

/** A network whose committee changes once `settling` has settled and all have signed `signed`. */
function handedOver(signed: TransactionEnvelope, ...settling: readonly TransactionEnvelope[]) {
  const network = new EpochNetwork(FOUR, 4);
  network.join(FOUR, 1);
  for (const operator of FOUR) {
    network.deliver(operator, network.certify(CREATION, zero));
    network.submit(operator, signed);
    for (const envelope of settling) network.deliver(operator, network.certify(envelope, zero));
  }
  network.deliver('a', network.change(zero, FOUR));
  network.run();
  return network;
}

function checked(network: EpochNetwork, envelope: TransactionEnvelope): readonly Result[] {
  return FOUR.map((operator) =>
    network.ask(operator, { type: 'CheckTransaction', requestId: 'c', envelope }),
  );
}

function submitted(network: EpochNetwork, envelope: TransactionEnvelope): readonly Result[] {
  return FOUR.map((operator) => network.submit(operator, envelope));
}

describe('what a handover left pending', () => {
  it('P4 is reported as held by a validator that refuses it, asked to check or to sign', () => {
    const network = handedOver(MINT, REMOVAL);
    for (const ask of [checked, submitted]) {
      for (const answer of ask(network, MINT)) {
        expect(answer).toMatchObject({ rejection: { ...REFUSED.rejection, isHeld: true } });
      }
    }
  });

  it('P4 is not mixed up with what is refused and held nowhere', () => {
    const network = handedOver(MINT, REMOVAL);
    for (const ask of [checked, submitted]) {
      for (const answer of ask(network, acting('carol', 0n, mintOf(TOKEN, 1n)))) {
        expect(answer).toMatchObject(REFUSED);
        expect(answer).not.toHaveProperty('rejection.isHeld');
      }
    }
  });

  it('P5 is exempt from the checks before sending, because somebody has sent it already', () => {
    const network = handedOver(LEAVING);
    for (const answer of checked(network, LEAVING)) {
      expect(answer).toMatchObject({ type: 'Admissible', isHeld: true });
    }
    for (const answer of checked(network, acting('carol', 0n, { kind: 'LeaveCommittee' }))) {
      expect(answer).toMatchObject({ rejection: { ...REFUSED.rejection, rule: 'P5' } });
    }
    for (const answer of submitted(network, LEAVING)) expect(answer.type).toBe('Signed');
  });
});
