import type { TokenId, TransactionCertificate } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { acted, acting } from '../../../test/acts.ts';
import { idOf } from '../../../test/ledger.ts';
import { type Conduct, createTestNetwork, silent, submission } from '../../../test/network.ts';
import { creation, management, mintOf, notSubmittable } from '../../../test/operations.ts';
import { certified, rejectionOf } from '../../../test/payments.ts';
import type { Result } from '../../message.ts';

const TOKEN = idOf('alice', 0n) as string as TokenId;
const MINT = acting('bob', 0n, mintOf(TOKEN, 1n));

function change(nonce: bigint, kind: 'Add' | 'Remove') {
  return acting(
    'alice',
    nonce,
    management(TOKEN, nonce - 1n, { mints: [[kind, addressOf('bob')]] }),
  );
}

/**
 * A network in which all but v1 settle the removal of bob after they have admitted his mint and
 * before they are asked to sign it.
 */
function overtaken() {
  const network = createTestNetwork();
  for (const validator of network.validators) validator.deliver(acted('alice', 0n, creation()));
  for (const [index, name] of ['v2', 'v3', 'v4'].entries()) {
    network.conduct(name, (message, honest) => {
      const validator = network.validators[index + 1];
      if (message.type === 'SubmitTransaction') validator?.deliver(certified(change(1n, 'Remove')));
      return [honest()];
    });
  }
  return network;
}

/** Says that it lacks what it has settled. */
const lackingToken: Conduct = (message, honest) => {
  const missing = [{ kind: 'Token', id: TOKEN }] as const;
  return message.type === 'SubmitTransaction' || message.type === 'CheckTransaction'
    ? [{ type: 'Rejected', rejection: { code: 'MissingDependency', rule: 'V6', missing } }]
    : [honest()];
};

describe('D5', () => {
  it('D5 names the removal that a half-signed mint met, and leaves it unsettled (P4)', () => {
    const network = overtaken();
    network.send('bob', submission(MINT));
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      expect.objectContaining({
        code: 'QuorumUnreachable',
        reason: 'the sender was removed from the mints before a quorum had signed (rule D5)',
        unsettled: true,
        mintRemoved: { tokenId: TOKEN, admin: addressOf('alice'), nonce: 1n, updateId: 0n },
      }),
    ]);
  });

  it.each<[string, Conduct]>([
    ['is silent', silent],
    ['lacks the token, however often it is brought', lackingToken],
  ])('D5 names it at the deadline, where one refuses, two have signed and one %s (P8)', (_, v4) => {
    const network = createTestNetwork({ conduct: { v4 } });
    for (const validator of network.validators) validator.deliver(acted('alice', 0n, creation()));
    network.conduct('v3', (message, honest) => {
      if (message.type === 'SubmitTransaction') {
        for (const validator of network.validators) {
          validator.deliver(certified(change(1n, 'Remove')));
        }
      }
      return [honest()];
    });
    network.send('bob', submission(MINT));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      expect.objectContaining({
        code: 'QuorumUnreachable',
        unsettled: true,
        mintRemoved: { tokenId: TOKEN, admin: addressOf('alice'), nonce: 1n, updateId: 0n },
      }),
    ]);
  });

  it('P4 remembers that one has signed, when those that refuse are heard first', () => {
    const network = overtaken();
    network.send('bob', submission(MINT));
    network.conduct('v1', silent);
    network.send('bob', submission(MINT, 'r2'));
    network.advanceWhile(() => network.answers.length < 2);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
      { code: 'QuorumUnreachable', unsettled: true },
      { code: 'QuorumUnreachable', unsettled: true },
    ]);
  });

  it('D5 settles the same bytes once the admin has added the mint again', () => {
    const network = overtaken();
    network.send('bob', submission(MINT));
    for (const validator of network.validators) {
      validator.deliver(certified(change(1n, 'Remove')));
      validator.deliver(certified(change(2n, 'Add')));
    }
    network.send('bob', submission(MINT, 'r2'));
    expect(network.answers.at(-1)?.result.type).toBe('Success');
  });

  it.each<[string, readonly TransactionCertificate[]]>([
    ['was never settled', [certified(change(1n, 'Remove'), [])]],
    ['was taken back', [certified(change(1n, 'Remove')), certified(change(2n, 'Add'))]],
  ])('P2 names no removal that %s', (_, shown) => {
    const lying: Conduct = (message, honest) => {
      const refused: Result = { type: 'Rejected', rejection: notSubmittable('no mint') as never };
      if (message.type === 'SubmitTransaction') return [refused];
      return [
        message.type === 'GetCertificates'
          ? { type: 'Certificates', certificates: shown }
          : honest(),
      ];
    };
    const network = createTestNetwork({ conduct: { v2: lying, v3: lying, v4: lying } });
    for (const validator of network.validators) validator.deliver(acted('alice', 0n, creation()));
    network.send('bob', submission(MINT));
    network.advanceWhile(() => network.answers.length === 0);
    const [rejection] = network.answers.map(({ result }) => rejectionOf(result));
    expect([rejection?.code, rejection && 'mintRemoved' in rejection]).toEqual([
      'QuorumUnreachable',
      false,
    ]);
  });
});
