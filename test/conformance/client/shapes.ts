import {
  type Decoder,
  flag,
  integer,
  list,
  mapped,
  nullable,
  object,
  octets,
  oneOf,
  pair,
  smallInteger,
  text,
} from './decoder.ts';
import { addressBytes, bytesOf } from './keys.ts';

/** Everything that an interface shows: the shapes of the document, wire.md and facts.md section 6. */
export interface Shapes {
  readonly certificate: Decoder;
  readonly envelope: Decoder;
  readonly accountInfo: Decoder;
  readonly tokenInfo: Decoder;
  readonly job: Decoder;
  readonly jobWithCertificates: Decoder;
  readonly submitResult: Decoder;
}

interface Primitives {
  readonly address: Decoder<Uint8Array>;
  readonly id: Decoder<Uint8Array>;
  readonly signature: Decoder<Uint8Array>;
  readonly data: Decoder<Uint8Array>;
  readonly digest: Decoder<Uint8Array>;
  readonly amount: Decoder<string>;
  readonly balance: Decoder<string>;
}

const word = text(/^/);
const hexBytes = (digits: RegExp) => mapped(text(digits), bytesOf);
const prefixed = (digits: RegExp) => mapped(text(digits), (word) => bytesOf(word.slice(2)));
const hexId = hexBytes(/^[0-9a-f]{64}$/);

const REST: Primitives = {
  address: mapped(text(/^fast1[a-z0-9]{58}$/), addressBytes),
  id: hexId,
  signature: hexBytes(/^[0-9a-f]{128}$/),
  data: hexBytes(/^(?:[0-9a-f]{2})*$/),
  digest: hexId,
  amount: text(/^(?:0|[1-9]\d*)$/),
  balance: text(/^-?(?:0|[1-9]\d*)$/),
};

const RPC: Primitives = {
  address: octets(32),
  id: octets(32),
  signature: octets(64),
  data: octets(),
  digest: octets(32),
  amount: hexDigits(/^(?:0|[1-9a-f][0-9a-f]*)$/),
  balance: hexDigits(/^-?(?:0|[1-9a-f][0-9a-f]*)$/),
};

/** What REST shows if only clients define the body. */
export const rest = shapesOf(REST);
/** `GET /v1/certificate/{tx_id}`, which the document spells out: digests are arrays of integers. */
export const restCertificate = shapesOf({ ...REST, digest: octets(32) }).certificate;
/** A page of an explorer, as the `fast` command reads it: `nonce` is not read, but always there. */
export const transferPage: Decoder = object({
  transfers: list(
    object({
      hash: prefixed(/^0x[0-9a-f]{64}$/),
      from: REST.address,
      to: REST.address,
      nonce: integer(63),
      submission_timestamp: mapped(text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/), Date.parse),
      type: text(/^(?:TokenTransfer|Mint|Burn)$/),
      token_id: prefixed(/^0x[0-9a-f]{64}$/),
      amount: hexDigits(/^[0-9a-f]+$/),
      op_index: smallInteger(32),
    }),
  ),
  has_more: flag,
  next_cursor: nullable(text(/./)),
});
/** What JSON-RPC shows. */
export const rpc = shapesOf(RPC);

function hexDigits(form: RegExp): Decoder<string> {
  return mapped(text(form), (digits) => {
    const value = BigInt(`0x${digits.replace('-', '')}`);
    return `${digits.startsWith('-') ? -value : value}`;
  });
}

function shapesOf(primitives: Primitives): Shapes {
  const { address, id, signature, amount, balance } = primitives;
  const multiSig = object({
    config: object({
      authorized_signers: list(address),
      quorum: integer(64),
      nonce: integer(64),
    }),
    signatures: list(pair(address, signature)),
  });
  const envelope = object({
    transaction: transactionOf(primitives),
    signature: oneOf({ Signature: signature, MultiSig: multiSig }),
  });
  const certificate = object({ envelope, signatures: list(pair(address, signature)) });
  const validated = nullable(object({ value: envelope, validator: address, signature }));
  const metadata = object({
    update_id: integer(64),
    admin: address,
    token_name: word,
    decimals: smallInteger(8),
    total_supply: balance,
    mints: list(address),
  });
  const job = object({
    job_id: id,
    config_id: id,
    client: address,
    provider: address,
    evaluator: address,
    token_id: id,
    provider_fee: amount,
    evaluator_fee: amount,
    description: word,
    deliverable: nullable(primitives.digest),
    status: text(/^(?:Funded|Submitted|Completed|Refunded)$/),
  });
  return {
    certificate,
    envelope,
    accountInfo: object({
      sender: address,
      balance,
      next_nonce: integer(64),
      pending_confirmation: validated,
      requested_state: list(pair(id, id)),
      requested_certificates: nullable(list(certificate)),
      requested_validated_transaction: validated,
      token_balance: list(pair(id, balance)),
    }),
    tokenInfo: object({ requested_token_metadata: list(pair(id, nullable(metadata))) }),
    job,
    jobWithCertificates: object({ job, certificates: list(certificate) }),
    submitResult: oneOf({
      Success: certificate,
      IncompleteMultiSig: true,
      IncompleteVerifierSigs: true,
    }),
  };
}

function transactionOf(primitives: Primitives): Decoder {
  const { address, id } = primitives;
  const head = {
    network_id: text(/^fast:(?:localnet|devnet|testnet|mainnet)$/),
    sender: address,
    nonce: integer(64),
    timestamp_nanos: integer(128),
    archival: flag,
    fee_token: nullable(id),
  };
  const escrow = { Escrow: escrowOf(primitives) };
  const older = operationsOf(primitives, {});
  const newer = operationsOf(primitives, { new_token_name: nullable(word) });
  const versioned = oneOf({
    Release20260319: object({ ...head, claim: oneOf({ ...older, Batch: list(oneOf(older)) }) }),
    Release20260407: object({ ...head, claims: list(oneOf({ ...older, ...escrow })) }),
    Release20260508: object({ ...head, claims: list(oneOf({ ...newer, ...escrow })) }),
  });
  return (json, path) => versioned(json, path);
}

function operationsOf(primitives: Primitives, management: Readonly<Record<string, Decoder>>) {
  const { address, id, amount, signature, data, digest } = primitives;
  const user_data = nullable(id);
  const validator = object({ address, host: word, rpc_port: smallInteger(32) });
  return {
    TokenTransfer: object({ token_id: id, recipient: address, amount, user_data }),
    TokenCreation: object({
      token_name: word,
      decimals: smallInteger(8),
      initial_amount: amount,
      mints: list(address),
      user_data,
    }),
    TokenManagement: object({
      token_id: id,
      update_id: integer(64),
      new_admin: nullable(address),
      mints: list(pair(oneOf({ Add: true, Remove: true }), address)),
      user_data,
      ...management,
    }),
    Mint: object({ token_id: id, recipient: address, amount }),
    Burn: object({ token_id: id, amount }),
    StateInitialization: object({ key: id, initial_state: id }),
    StateUpdate: object({
      key: id,
      previous_state: id,
      next_state: id,
      compute_claim_tx_hash: digest,
      compute_claim_tx_timestamp: integer(128),
    }),
    ExternalClaim: object({
      claim: object({
        verifier_committee: list(address),
        verifier_quorum: integer(64),
        claim_data: data,
      }),
      signatures: list(object({ verifier_addr: address, sig: signature })),
    }),
    StateReset: object({ key: id, reset_state: id }),
    JoinCommittee: validator,
    LeaveCommittee: true,
    ChangeCommittee: object({
      new_committee: object({ validators: list(validator) }),
      epoch: smallInteger(32),
    }),
  } as const;
}

function escrowOf({ address, id, amount, digest }: Primitives): Decoder {
  return oneOf({
    CreateConfig: object({
      token_id: id,
      evaluator: address,
      evaluation_fee: oneOf({ Fixed: amount, Bps: smallInteger(16) }),
      min_evaluator_fee: amount,
    }),
    CreateJob: object({
      config_id: id,
      provider: address,
      provider_fee: amount,
      description: word,
    }),
    Submit: object({ job_id: id, deliverable: digest }),
    Reject: object({ job_id: id }),
    Complete: object({ job_id: id }),
  });
}
