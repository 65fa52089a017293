import { readFileSync } from 'node:fs';
import { createSigner, type Ed25519Backend, loadEd25519, type Signer } from '@quorate/crypto';
import {
  type Address,
  BURN_ADDRESS,
  bytesToHex,
  decodeTransaction,
  decodeUnversionedTransaction,
  encodeSignature,
  encodeTransaction,
  factsOf,
  formatAddress,
  type HexBytes,
  hexToBytes,
  type MultiSigConfig,
  multiSigAddress,
  NATIVE_TOKEN_ID,
  type NetworkId,
  type Operation,
  operationId,
  parseAddress,
  type Signature,
  type TokenId,
  type VersionedTransaction,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';

type Entries = Readonly<Record<string, unknown>>;

/** Remakes each entry of a file from the values that its README names. */
type Recipes = (signerOf: (seed: string) => Signer) => Readonly<Record<string, () => unknown>>;

const HEADER = {
  networkId: 'fast:localnet' as NetworkId,
  nonce: 3n,
  timestampNanos: 1_763_712_345_678_000_000n,
  archival: false,
  feeToken: null,
} as const;
const TRANSFER = {
  kind: 'TokenTransfer',
  tokenId: NATIVE_TOKEN_ID,
  recipient: fill<Address>('07'),
  amount: 1234n,
  userData: null,
} as const;
const SENDER_SEED = fill('42');
const SIGNATURE: Signature = fill('05', 64);

const wireRecipes: Recipes = (signerOf) => {
  const signer = signerOf(SENDER_SEED);
  const sender = signer.address;
  const header = { ...HEADER, sender };
  const of20260407 = (operation: Operation) =>
    signed(signer, {
      release: 'Release20260407',
      transaction: { ...header, claims: [operation] },
    });
  const config = {
    authorizedSigners: [sender, fill<Address>('01'), fill<Address>('02')],
    quorum: 2n,
    nonce: 0n,
  };
  return {
    transfer_20260407: () => of20260407(TRANSFER),
    transfer_user_data_20260407: () => of20260407({ ...TRANSFER, userData: fill('09') }),
    leave_committee_20260407: () => of20260407({ kind: 'LeaveCommittee' }),
    token_management_20260407: () =>
      of20260407({
        kind: 'TokenManagement',
        tokenId: fill('01'),
        updateId: 5n,
        newAdmin: fill('07'),
        mints: [
          ['Add', fill('07')],
          ['Remove', sender],
        ],
        userData: null,
        newTokenName: null,
      }),
    escrow_create_config_20260407: () =>
      of20260407({
        kind: 'Escrow',
        escrow: {
          kind: 'CreateConfig',
          tokenId: NATIVE_TOKEN_ID,
          evaluator: sender,
          evaluationFee: { kind: 'Bps', bps: 1000 },
          minEvaluatorFee: 1n,
        },
      }),
    external_claim_20260407: () => {
      const claimData = Buffer.from('sdk integration test').toString('hex') as HexBytes;
      const claim = { verifierCommittee: [], verifierQuorum: 0n, claimData };
      return of20260407({ kind: 'ExternalClaim', claim, signatures: [] });
    },
    transfer_20260319: () =>
      signed(signer, { release: 'Release20260319', transaction: { ...header, claim: TRANSFER } }),
    batch_20260319_as_sdk2_encodes: () => {
      const claim = { kind: 'Batch', tag: 13, operations: [TRANSFER, TRANSFER] } as const;
      return signed(signer, { release: 'Release20260319', transaction: { ...header, claim } });
    },
    sender: () => ({ seed: SENDER_SEED, public_key: sender, address: formatAddress(sender) }),
    multisig_config: () => ({
      bcs: configBytes(config),
      address_hex: multiSigAddress(config),
      address: formatAddress(multiSigAddress(config)),
    }),
    multisig_config_published_vector: () => {
      const { address, ...rest } = publishedMultiSig();
      return { ...rest, address_hex: address };
    },
    signature_or_multisig: () => ({
      Signature: bytesToHex(encodeSignature({ kind: 'Signature', signature: SIGNATURE })),
      MultiSig_one_member: bytesToHex(
        encodeSignature({ kind: 'MultiSig', config, signatures: [[sender, SIGNATURE]] }),
      ),
    }),
    token_or_config_or_job_id: () => ({
      sender,
      nonce: 3,
      operation_index: 1,
      id: operationId(sender, 3n, 1),
    }),
    timestamp_nanos: () => `${HEADER.timestampNanos}`,
    addresses: () => ({ zero: formatAddress(BURN_ADDRESS) }),
    old_jsonrpc_transfer_without_archival: () => signedUnversioned(signer, null),
    old_jsonrpc_transfer_with_archival: () => signedUnversioned(signer, false),
  };
};

const derivedRecipes: Recipes = (signerOf) => ({
  multisig_address: publishedMultiSig,
  address_text: () =>
    [
      '1c0c991ea4bc21608f48a7fea5b7c1b5a2d9fe0977db0df5d8ed4aa502716818' as Address,
      BURN_ADDRESS,
    ].map((hex) => ({ hex, bech32m: formatAddress(hex) })),
  operation_id: () =>
    [
      [0, 0],
      [5, 1],
    ].map(([nonce = 0, index = 0]) => {
      const sender = fill<Address>('01');
      return { sender, nonce, index, id: operationId(sender, BigInt(nonce), index) };
    }),
  transfer_20260407: () => {
    const seed = fill('07');
    const signer = signerOf(seed);
    const timestampNanos = 1_700_000_000_000_000_000n;
    const claim = { ...TRANSFER, recipient: fill<Address>('02'), amount: 1000n };
    const transaction = {
      ...HEADER,
      sender: signer.address,
      nonce: 0n,
      timestampNanos,
      claims: [claim],
    };
    const { id, signingBytes } = factsOf({ release: 'Release20260407', transaction });
    return {
      seed,
      public_key: signer.address,
      network_id: HEADER.networkId,
      nonce: 0,
      timestamp_nanos: `${timestampNanos}`,
      recipient: claim.recipient,
      amount: `${claim.amount}`,
      token: claim.tokenId satisfies TokenId,
      transaction_id: id,
      signature: signer.sign(signingBytes),
    };
  },
});

const BACKENDS: readonly Ed25519Backend[] = ['sodium', 'noble'];

describe.each([
  ['wire.json', wireRecipes],
  ['derived.json', derivedRecipes],
])('%s', (file, recipes) => {
  const { about: _prose, ...entries } = readEntries(file);

  it.each(BACKENDS)('is made anew, every entry and nothing else, with %s', (backend) => {
    const ed25519 = loadEd25519(backend);
    const made = recipes((seed) => createSigner(ed25519, hexToBytes(seed)));
    expect(new Set(Object.keys(made))).toEqual(new Set(Object.keys(entries)));
    for (const [name, make] of Object.entries(made)) expect(make(), name).toEqual(entries[name]);
  });
});

describe('the bytes of wire.json', () => {
  const transactions = Object.entries(readEntries('wire.json')).filter(
    ([, entry]) => hasBytes(entry) && ('sender_signature' in entry || 'signed_prefix' in entry),
  );

  it('V1 are the canonical form of a transaction, each', () => {
    expect(transactions).toHaveLength(10);
    for (const [name, entry] of transactions) {
      const { bcs } = entry as { readonly bcs: string };
      const decode = name.startsWith('old_jsonrpc')
        ? decodeUnversionedTransaction
        : decodeTransaction;
      expect(bytesToHex(encodeTransaction(decode(hexToBytes(bcs)))), name).toBe(bcs);
    }
  });
});

describe('the addresses of derived.json', () => {
  it('B2.28 are read back from their text', () => {
    const texts = readEntries('derived.json')['address_text'];
    for (const { hex, bech32m } of texts as readonly { hex: string; bech32m: string }[]) {
      expect(parseAddress(bech32m)).toBe(hex);
    }
  });
});

function readEntries(file: string): Entries {
  return JSON.parse(readFileSync(new URL(`vectors/${file}`, import.meta.url), 'utf8')) as Entries;
}

function hasBytes(entry: unknown): entry is { readonly bcs: string } {
  return typeof entry === 'object' && entry !== null && 'bcs' in entry;
}

function fill<T extends string>(byte: string, size = 32): T {
  return byte.repeat(size) as T;
}

function signed(signer: Signer, versioned: VersionedTransaction) {
  const { id, signingBytes } = factsOf(versioned);
  return {
    bcs: bytesToHex(encodeTransaction(versioned)),
    tx_id_keccak256_of_bcs: id,
    sender_signature: signer.sign(signingBytes),
  };
}

function signedUnversioned(signer: Signer, archival: boolean | null) {
  const { recipient, ...claim } = { ...TRANSFER, amount: 0xffffn };
  const { timestampNanos } = HEADER;
  const sender = signer.address;
  const versioned: VersionedTransaction = {
    release: 'Unversioned',
    transaction: { sender, recipient, nonce: 0n, timestampNanos, claim, archival },
  };
  const bytes = encodeTransaction(versioned);
  const { signingBytes } = factsOf(versioned);
  return {
    bcs: bytesToHex(bytes),
    signed_prefix: Buffer.from(signingBytes.subarray(0, -bytes.length)).toString('ascii'),
    signature: signer.sign(signingBytes),
  };
}

/** A signature without members is the tag, the config and an empty list. */
function configBytes(config: MultiSigConfig): string {
  return bytesToHex(encodeSignature({ kind: 'MultiSig', config, signatures: [] })).slice(2, -2);
}

function publishedMultiSig() {
  const authorizedSigners = [BURN_ADDRESS, fill<Address>('01')];
  const address = multiSigAddress({ authorizedSigners, quorum: 2n, nonce: 0n });
  return { authorized_signers: authorizedSigners, quorum: 2, nonce: 0, address };
}
