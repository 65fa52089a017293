import { openCrypto } from '@quorate/crypto';
import { factsOf, type Operation, type TransactionCertificate } from '@quorate/protocol';
import { createCommitteeBook } from '../src/oracles/committee-book.ts';
import { buildGenesis } from '../src/world/genesis.ts';
import { createParties } from '../src/world/parties.ts';
import { envelopeOf } from './envelopes.ts';

const { signer, witness } = openCrypto('stub');

/** Who has a key, in certificates and beside them. */
export const parties = createParties(signer);

const VALIDATORS = ['v1', 'v2', 'v3', 'v4'];

const genesis = buildGenesis({ validators: VALIDATORS, clients: [], accounts: [] }, parties, 0n);

/** The only committee. */
export const { committee } = genesis;

/** What an oracle needs in order to verify certificates of that committee. */
export const context = { committees: createCommitteeBook(committee), verifier: witness };

const alice = parties.signer('alice');

/** The sender of every transaction. */
export const { address: sender } = alice;

/** What a transaction does by default. */
export const LEAVE: Operation = { kind: 'LeaveCommittee' };

/** Certifies a transaction of the sender, by default with the signatures of all members. */
export function certificateAt(
  nonce: bigint,
  operation = LEAVE,
  by: readonly string[] = VALIDATORS,
): TransactionCertificate {
  const { transaction } = envelopeOf(sender, operation, nonce);
  const { signingBytes } = factsOf(transaction);
  const signature = { kind: 'Signature', signature: alice.sign(signingBytes) } as const;
  const signatures = by.map((name) => {
    const validator = parties.signer(name);
    return [validator.address, validator.sign(signingBytes)] as const;
  });
  return { envelope: { transaction, signature }, signatures };
}
