import {
  type Genesis,
  keyringOf,
  recoverValidator,
  stepValidator,
  VALIDATOR_RULES,
  type ValidatorMessage,
  type ValidatorRules,
} from '@quorate/core';
import { createSigner, createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  type Address,
  BURN_ADDRESS,
  factsOf,
  type HexBytes,
  type Operation,
  type TransactionCertificate,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../test/envelopes.ts';
import { buildGenesis } from '../world/genesis.ts';
import { createParties } from '../world/parties.ts';
import { createCommitteeBook } from './committee-book.ts';
import { settledBy } from './model/settled-by.ts';
import type { Finding, Oracle } from './oracle.ts';
import { burnAddressIsDead, rolesApart } from './settled-roles.ts';
import { externalClaimQuorum } from './signing/external-claim-quorum.ts';
import { signatureAuthentic } from './signing/signature-authentic.ts';

const ed25519 = loadEd25519();
const verifier = createVerifier(ed25519);
const parties = createParties((seed) => createSigner(ed25519, seed));
const cluster = {
  validators: ['v1'],
  clients: [{ name: 'alice', balance: 10n }],
  accounts: [],
};
const genesis: Genesis = buildGenesis(cluster, parties, 0n);
const committees = createCommitteeBook(genesis.committee);
const context = { committees, nameOf: parties.nameOf, verifier };
const addressOf = (name: string) => parties.signer(name).address;

/**
 * S1 accepts every certificate: otherwise, no client could bring about what these oracles look for.
 */
const credulous: ValidatorRules = {
  ...VALIDATOR_RULES,
  settlement: { ...VALIDATOR_RULES.settlement, S1: () => undefined },
};

function certificate(sender: Address, operation: Operation): TransactionCertificate {
  return { envelope: envelopeOf(sender, operation), signatures: [] };
}

function claim(verifiers: readonly Address[], quorum: bigint): Operation {
  const body = { verifierCommittee: verifiers, verifierQuorum: quorum, claimData: '' as HexBytes };
  return { kind: 'ExternalClaim', claim: body, signatures: [] };
}

function signed({ envelope: { transaction }, signatures }: TransactionCertificate) {
  const signature = parties.signer('alice').sign(factsOf(transaction).signingBytes);
  return {
    envelope: { transaction, signature: { kind: 'Signature', signature } },
    signatures,
  } as const;
}

/** Lets v1 settle a certificate while an oracle watches. */
function findingOf(oracle: Oracle, settled: TransactionCertificate): Finding | undefined {
  const before = recoverValidator(genesis, []).state;
  const message: ValidatorMessage = {
    type: 'SubmitCertificate',
    requestId: 'r',
    certificate: settled,
  };
  const input = { type: 'Message', from: 'proxy', message } as const;
  const signer = parties.signer('v1');
  const env = { now: 0n, signer, verifier, rules: credulous, keys: keyringOf(signer) };
  const { state: after, effects } = stepValidator(before, input, env);
  const changes = [{ table: 'settled', key: 'any', value: undefined, was: undefined }] as const;
  const observation = { node: 'v1', before, input, after, effects };
  const heard = settledBy({ validator: 'v1', observation, changes, now: () => 0n });
  return heard.flatMap((settled) => oracle.afterSettlement?.(settled) ?? []).at(0);
}

const leave: Operation = { kind: 'LeaveCommittee' };

describe('the oracles of keys', () => {
  it.each([
    ['as the sender', certificate(BURN_ADDRESS, leave)],
    ['as a verifier', certificate(addressOf('alice'), claim([BURN_ADDRESS], 0n))],
  ])('burn-address-is-dead finds the burn address %s', (_, settled) => {
    expect(findingOf(burnAddressIsDead(context), settled)?.facts).toMatchObject({
      key: BURN_ADDRESS,
    });
  });

  it.each([
    ['as the sender', certificate(addressOf('v1'), leave)],
    ['as a verifier', certificate(addressOf('alice'), claim([addressOf('v1')], 0n))],
  ])('roles-apart finds a validator key %s', (_, settled) => {
    expect(findingOf(rolesApart(context), settled)?.facts).toMatchObject({ key: addressOf('v1') });
  });

  it.each([
    ['finds a key that had a seat by then, and has a later one as well', [0, 1], 'v1'],
    ['is silent about a key that has only a later seat', [1], undefined],
  ])('roles-apart %s', (_, epochs, key) => {
    const seats = new Map([
      [addressOf('v1'), epochs],
      [addressOf('v2'), [0]],
    ]);
    const seatsOf = (address: Address) =>
      (seats.get(address) ?? []).map((epoch) => ({ ...genesis.committee, epoch }));
    const oracle = rolesApart({ ...context, committees: { ...committees, of: seatsOf } });
    const { envelope } = certificate(addressOf('v1'), leave);
    const signature = parties.signer('v2').sign(factsOf(envelope.transaction).signingBytes);
    const finding = findingOf(oracle, { envelope, signatures: [[addressOf('v2'), signature]] });
    expect(finding?.facts['key']).toBe(key && addressOf(key));
  });

  it('external-claim-quorum finds a claim that too few vouch for', () => {
    const settled = certificate(addressOf('alice'), claim([addressOf('bob')], 1n));
    expect(findingOf(externalClaimQuorum(context), settled)?.message).toBe(
      'v1 settled a claim that 0 of 1 verifier vouch for',
    );
  });

  it.each([
    ['of a stranger', 'carol', true],
    ['that is forged', 'bob', false],
  ])('external-claim-quorum finds a signature %s beside the quorum', (_, name, isSigned) => {
    const bare = claim([addressOf('bob'), addressOf('dave')], 1n);
    const { envelope } = certificate(addressOf('alice'), bare);
    const { signingBytes } = factsOf(envelope.transaction);
    const signedBy = (verifier: string, isGenuine = true) => ({
      verifierAddr: addressOf(verifier),
      sig: parties.signer(isGenuine ? verifier : 'mallory').sign(signingBytes),
    });
    const settledWith = (...signatures: readonly ReturnType<typeof signedBy>[]) => {
      const claimed = { ...bare, signatures } as Operation;
      return findingOf(externalClaimQuorum(context), certificate(addressOf('alice'), claimed));
    };
    expect(settledWith(signedBy('dave'))).toBeUndefined();
    expect(settledWith(signedBy('dave'), signedBy(name, isSigned))?.message).toBe(
      'v1 settled a claim with 1 signature too many',
    );
  });

  it('signature-authentic finds what its sender has not signed', () => {
    const settled = certificate(addressOf('alice'), leave);
    expect(findingOf(signatureAuthentic(context), settled)?.facts).toMatchObject({
      sender: 'alice',
    });
  });

  it('signature-authentic finds a signature under another transaction', () => {
    const { envelope } = certificate(addressOf('alice'), leave);
    const other = signed(certificate(addressOf('alice'), claim([], 0n)));
    const settled = {
      envelope: { ...envelope, signature: other.envelope.signature },
      signatures: [],
    };
    expect(findingOf(signatureAuthentic(context), settled)).not.toBe(undefined);
  });

  it('signature-authentic is silent where the sender has signed', () => {
    const settled = signed(certificate(addressOf('alice'), leave));
    expect(findingOf(signatureAuthentic(context), settled)).toBe(undefined);
  });

  it.each([burnAddressIsDead, rolesApart, externalClaimQuorum])(
    '%o is silent where the keys are in order',
    (create) => {
      const settled = certificate(addressOf('alice'), claim([addressOf('bob')], 0n));
      expect(findingOf(create(context), settled)).toBe(undefined);
    },
  );
});
