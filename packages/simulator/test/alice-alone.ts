import { createSigner, loadEd25519 } from '@quorate/crypto';
import { buildGenesis } from '../src/world/genesis.ts';
import { createParties } from '../src/world/parties.ts';

/** The keys of everybody, by name. */
export const parties = createParties((seed) => createSigner(loadEd25519(), seed));

/** A network of one validator, in which alice alone holds anything: ten least units. */
export const genesis = buildGenesis(
  { validators: ['v1'], clients: [{ name: 'alice', balance: 10n }], accounts: [] },
  parties,
  0n,
);

/** The address of alice. */
export const alice = parties.signer('alice').address;
