import { createSigner, loadEd25519, type Signer } from '@quorate/crypto';
import {
  envelopeToJson,
  factsOf,
  hexToBytes,
  type JsonObject,
  type JsonValue,
  type MultiSigConfig,
  multiSigAddress,
  NATIVE_TOKEN_ID,
  type NetworkId,
  type Operation,
  parseJson,
  stringifyJson,
  type TransactionEnvelope,
  type VersionedTransaction,
} from '@quorate/protocol';
import type { Devnet } from '../src/devnet.ts';

/** The answer to a call of JSON-RPC. */
export interface RpcAnswer {
  readonly status: number;
  /** Undefined if there was no body. */
  readonly body: JsonValue | undefined;
}

/** Posts a text to an endpoint of JSON-RPC. */
export async function postText(url: string, body: string): Promise<RpcAnswer> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : parseJson(text) };
}

/** Calls a method and gives the object of its answer: `result` or `error`. */
export async function callRpc(url: string, method: string, params: unknown): Promise<JsonObject> {
  const call = stringifyJson({ jsonrpc: '2.0', id: 1, method, params: params as JsonObject });
  return (await postText(url, call)).body as JsonObject;
}

/** Gives the keys of an account of a devnet, by name. */
export function personOf(devnet: Devnet, name: string): Signer {
  const account = devnet.accounts.find((each) => each.name === name);
  if (account === undefined) throw new Error(`nobody is called ${name}`);
  return createSigner(loadEd25519(), hexToBytes(account.secretKey));
}

/** Builds a payment in the native token. */
export function pays(
  recipient: Signer,
  amount: bigint,
): Extract<Operation, { readonly kind: 'TokenTransfer' }> {
  return {
    kind: 'TokenTransfer',
    tokenId: NATIVE_TOKEN_ID,
    recipient: recipient.address,
    amount,
    userData: null,
  };
}

/** Builds a transaction of a signer and signs it. */
export function signed(
  sender: Signer,
  nonce: bigint,
  ...claims: readonly Operation[]
): TransactionEnvelope {
  return signedOn('fast:localnet', sender, nonce, ...claims);
}

/** The same for any network. */
export function signedOn(
  networkId: NetworkId,
  sender: Signer,
  nonce: bigint,
  ...claims: readonly Operation[]
): TransactionEnvelope {
  return envelopeOf(sender, {
    release: 'Release20260407',
    transaction: {
      networkId,
      sender: sender.address,
      nonce,
      timestampNanos: 1_760_000_000_000_000_000n,
      claims,
      archival: false,
      feeToken: null,
    },
  });
}

/** Signs a transaction of any release. */
export function envelopeOf(sender: Signer, transaction: VersionedTransaction): TransactionEnvelope {
  const signature = sender.sign(factsOf(transaction).signingBytes);
  return { transaction, signature: { kind: 'Signature', signature } };
}

/** Gives the config of the account for which these sign, all of them. */
export function configOf(...signers: readonly Signer[]): MultiSigConfig {
  const quorum = BigInt(signers.length);
  return { authorizedSigners: signers.map(({ address }) => address), quorum, nonce: 0n };
}

/** Builds the first transaction of such an account, with the share of one signer alone. */
export function signedFirst(
  config: MultiSigConfig,
  signer: Signer,
  ...claims: readonly Operation[]
): TransactionEnvelope {
  const [account, name] = [multiSigAddress(config), signer.address];
  const { transaction } = signed({ ...signer, address: account }, 0n, ...claims);
  const signature = signer.sign(factsOf(transaction).signingBytes);
  return { transaction, signature: { kind: 'MultiSig', config, signatures: [[name, signature]] } };
}

/** Writes an envelope as the parameters of a submission. */
export function submission(envelope: TransactionEnvelope): JsonObject {
  return envelopeToJson(envelope, 'rpc') as JsonObject;
}
