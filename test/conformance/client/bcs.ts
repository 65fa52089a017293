import { bcs } from '@mysten/bcs';

// Written from the interface document and the published clients' layouts, not from our codecs: no
// test finds what both sides misread alike.

const bytes32 = bcs.bytes(32);
const bytes64 = bcs.bytes(64);
const amount = bcs.u256();
const userData = bcs.option(bytes32);

const validatorConfig = bcs.struct('ValidatorConfig', {
  address: bytes32,
  host: bcs.string(),
  rpc_port: bcs.u32(),
});

const addressChange = bcs.enum('AddressChange', { Add: null, Remove: null });

const managementFields = {
  token_id: bytes32,
  update_id: bcs.u64(),
  new_admin: bcs.option(bytes32),
  mints: bcs.vector(bcs.tuple([addressChange, bytes32])),
  user_data: userData,
};

const externalClaim = bcs.struct('ExternalClaim', {
  claim: bcs.struct('ExternalClaimBody', {
    verifier_committee: bcs.vector(bytes32),
    verifier_quorum: bcs.u64(),
    claim_data: bcs.byteVector(),
  }),
  signatures: bcs.vector(bcs.struct('VerifierSig', { verifier_addr: bytes32, sig: bytes64 })),
});

const escrow = bcs.enum('Escrow', {
  CreateConfig: bcs.struct('CreateConfig', {
    token_id: bytes32,
    evaluator: bytes32,
    evaluation_fee: bcs.enum('FixedAmountOrBps', { Fixed: amount, Bps: bcs.u16() }),
    min_evaluator_fee: amount,
  }),
  CreateJob: bcs.struct('CreateJob', {
    config_id: bytes32,
    provider: bytes32,
    provider_fee: amount,
    description: bcs.string(),
  }),
  Submit: bcs.struct('Submit', { job_id: bytes32, deliverable: bytes32 }),
  Reject: bcs.struct('Reject', { job_id: bytes32 }),
  Complete: bcs.struct('Complete', { job_id: bytes32 }),
});

/**
 * The operations with tags 0 to 11, which all releases share, except for what token management can
 * say.
 */
const common = {
  TokenTransfer: bcs.struct('TokenTransfer', {
    token_id: bytes32,
    recipient: bytes32,
    amount,
    user_data: userData,
  }),
  TokenCreation: bcs.struct('TokenCreation', {
    token_name: bcs.string(),
    decimals: bcs.u8(),
    initial_amount: amount,
    mints: bcs.vector(bytes32),
    user_data: userData,
  }),
  TokenManagement: bcs.struct('TokenManagement', managementFields),
  Mint: bcs.struct('Mint', { token_id: bytes32, recipient: bytes32, amount }),
  Burn: bcs.struct('Burn', { token_id: bytes32, amount }),
  StateInitialization: bcs.struct('StateInitialization', { key: bytes32, initial_state: bytes32 }),
  StateUpdate: bcs.struct('StateUpdate', {
    key: bytes32,
    previous_state: bytes32,
    next_state: bytes32,
    compute_claim_tx_hash: bytes32,
    compute_claim_tx_timestamp: bcs.u128(),
  }),
  ExternalClaim: externalClaim,
  StateReset: bcs.struct('StateReset', { key: bytes32, reset_state: bytes32 }),
  JoinCommittee: validatorConfig,
  LeaveCommittee: null,
  ChangeCommittee: bcs.struct('ChangeCommittee', {
    new_committee: bcs.struct('Committee', { validators: bcs.vector(validatorConfig) }),
    epoch: bcs.u32(),
  }),
};

const batchItem = bcs.enum('Operation', common);
const operation0407 = bcs.enum('Operation', { ...common, Escrow: escrow });
const operation0508 = bcs.enum('Operation', {
  ...common,
  TokenManagement: bcs.struct('TokenManagement', {
    ...managementFields,
    new_token_name: bcs.option(bcs.string()),
  }),
  Escrow: escrow,
});

const head = {
  network_id: bcs.string(),
  sender: bytes32,
  nonce: bcs.u64(),
  timestamp_nanos: bcs.u128(),
};
const tail = { archival: bcs.bool(), fee_token: bcs.option(bytes32) };

const VERSIONED = bcs.enum('VersionedTransaction', {
  Release20260319: bcs.struct('Transaction', {
    ...head,
    claim: bcs.enum('ClaimType', { ...common, Batch: bcs.vector(batchItem) }),
    ...tail,
  }),
  Release20260407: bcs.struct('Transaction', {
    ...head,
    claims: bcs.vector(operation0407),
    ...tail,
  }),
  Release20260508: bcs.struct('Transaction', {
    ...head,
    claims: bcs.vector(operation0508),
    ...tail,
  }),
});

const CONFIG = bcs.struct('MultiSigConfig', {
  authorized_signers: bcs.vector(bytes32),
  quorum: bcs.u64(),
  nonce: bcs.u64(),
});

const SIGNATURE = bcs.enum('SignatureOrMultiSig', {
  Signature: bytes64,
  MultiSig: bcs.struct('MultiSig', {
    config: CONFIG,
    signatures: bcs.vector(bcs.tuple([bytes32, bytes64])),
  }),
});

const OLDEST_FIELDS = {
  sender: bytes32,
  recipient: bytes32,
  nonce: bcs.u64(),
  timestamp_nanos: bcs.u128(),
  claim: bcs.enum('ClaimType', {
    TokenTransfer: bcs.struct('TokenTransfer', { token_id: bytes32, amount, user_data: userData }),
  }),
};
const OLDEST = bcs.struct('Transaction', OLDEST_FIELDS);
const OLDEST_ARCHIVAL = bcs.struct('Transaction', { ...OLDEST_FIELDS, archival: bcs.bool() });

/**
 * What BCS is made from: fields by their names on the wire, bytes as `Uint8Array`, amounts as
 * decimal strings, integers of 64 bits and more as bigint, a variant as an object with one key.
 */
export type Plain =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | readonly Plain[]
  | { readonly [field: string]: Plain };

/** An object of `Plain`. */
export type PlainObject = { readonly [field: string]: Plain };

/** Encodes a `VersionedTransaction`. */
export function transactionBytes(transaction: PlainObject): Uint8Array {
  return encode(VERSIONED, transaction);
}

/** Encodes a `SignatureOrMultiSig`. */
export function signatureBytes(signature: PlainObject): Uint8Array {
  return encode(SIGNATURE, signature);
}

/** Encodes a `MultiSigConfig`. */
export function configBytes(config: PlainObject): Uint8Array {
  return encode(CONFIG, config);
}

/** Encodes the transaction of 2025, which has `archival` only if its client knows the field. */
export function oldestBytes(transaction: PlainObject): Uint8Array {
  return encode('archival' in transaction ? OLDEST_ARCHIVAL : OLDEST, transaction);
}

// Layouts know the shape of their values far better than `Plain` does, and check it as they encode.
function encode(
  layout: { serialize(value: never): { toBytes(): Uint8Array } },
  value: PlainObject,
): Uint8Array {
  return layout.serialize(value as never).toBytes();
}
