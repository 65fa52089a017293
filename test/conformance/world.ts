import { type Devnet, type DevnetOptions, startDevnet } from '@quorate/devnet';
import { expect } from 'vitest';
import { type PlainObject, signatureBytes, transactionBytes } from './client/bcs.ts';
import { type Answer, call, dataOf, get, post } from './client/calls.ts';
import { type Json, rpcJson } from './client/json.ts';
import { type Account, accountOf, createdId, hex, NATIVE, signingBytes } from './client/keys.ts';
import { rest, rpc } from './client/shapes.ts';

/** A devnet, and its unused accounts. */
export interface World {
  readonly devnet: Devnet;
  /** URLs of REST, of the proxy, and of the first validator. */
  readonly rest: string;
  readonly proxy: string;
  readonly validator: string;
  /** Takes an account with a balance and the nonce 0. */
  account(): Promise<Account>;
}

/** The three releases, as the one key of a transaction. */
export const RELEASES = ['Release20260319', 'Release20260407', 'Release20260508'] as const;
/** One of them. */
export type Release = (typeof RELEASES)[number];

/** Starts a devnet, of four validators unless told otherwise. */
export async function openWorld(options: DevnetOptions = {}): Promise<World> {
  const devnet = await startDevnet({ port: 0, accounts: 150, ...options });
  let used = 0;
  const [first] = devnet.validators;
  if (first === undefined) throw new Error('there is no validator');
  return {
    devnet,
    rest: devnet.rest,
    proxy: devnet.proxyRpc,
    validator: first.rpc,
    async account() {
      const next = devnet.accounts[used];
      if (next === undefined) throw new Error('all accounts of the devnet are used');
      used += 1;
      return accountOf(next.secretKey);
    },
  };
}

// Beyond 2^53 and odd, so that reading it as a double changes it.
const TIMESTAMP = 1_763_712_345_678_901_233n;

/** Builds a transaction; `Release20260319` takes one operation, or a batch of several. */
export function build(
  release: Release,
  sender: Uint8Array,
  nonce: bigint,
  operations: readonly PlainObject[],
): PlainObject {
  const [only] = operations;
  const claim = operations.length === 1 && only !== undefined ? only : { Batch: operations };
  return {
    [release]: {
      network_id: 'fast:localnet',
      sender,
      nonce,
      timestamp_nanos: TIMESTAMP,
      ...(release === 'Release20260319' ? { claim } : { claims: operations }),
      archival: false,
      fee_token: null,
    },
  };
}

/** A payment in the native token. */
export function payment(recipient: Uint8Array, amount = '1234', tokenId = NATIVE): PlainObject {
  return { TokenTransfer: { token_id: tokenId, recipient, amount, user_data: null } };
}

/** A transaction with its signature, both as BCS is made from. */
export interface Signed {
  readonly transaction: PlainObject;
  readonly signature: PlainObject;
}

/** Signs a transaction; `form` is signed in its place if given. */
export async function sign(
  account: Account,
  transaction: PlainObject,
  form = transaction,
): Promise<Signed> {
  return { transaction, signature: { Signature: await account.sign(signingBytes(form)) } };
}

/** Sends over REST, as SDK 2.0 does. */
export function submit(world: World, signed: Signed, witnesses: Json = []): Promise<Answer> {
  return post(`${world.rest}/v1/submit-transaction`, {
    transaction: hex(transactionBytes(signed.transaction)),
    signature: hex(signatureBytes(signed.signature)),
    witness_certificates: witnesses,
  });
}

/** Gives the parameters with which JSON-RPC sends. */
export function rpcParams({ transaction, signature }: Signed): Json {
  return { transaction: rpcJson(transaction), signature: rpcJson(signature) };
}

/** Sends over REST and gives the certificate, after checking that it is for these very bytes. */
export async function settle(world: World, signed: Signed): Promise<PlainObject> {
  const json = dataOf(await submit(world, signed));
  const { Success } = rest.submitResult(json, 'data') as { Success?: PlainObject };
  if (Success === undefined) throw new Error(`expected Success, got ${JSON.stringify(json)}`);
  expect(envelopeOf(Success)).toEqual(signed);
  return Success;
}

/** Sends to the proxy's JSON-RPC and gives the certificate, with the same check. */
export async function settleRpc(world: World, signed: Signed): Promise<PlainObject> {
  const json = await call(world.proxy, 'proxy_submitTransaction', rpcParams(signed));
  const { Success } = rpc.submitResult(json, 'result') as { Success?: PlainObject };
  if (Success === undefined) throw new Error(`expected Success, got ${JSON.stringify(json)}`);
  expect(envelopeOf(Success)).toEqual(signed);
  return Success;
}

/** Takes the signed transaction out of a certificate, in the order of BCS and without its tags. */
export function envelopeOf(certificate: PlainObject): Signed {
  return certificate['envelope'] as unknown as Signed;
}

/** Reads what REST knows of an account; `query` begins with `?`. */
export async function accountInfo(world: World, address: string, query = ''): Promise<AccountInfo> {
  const json = dataOf(await get(`${world.rest}/v1/accounts/${address}${query}`));
  return rest.accountInfo(json, 'data') as unknown as AccountInfo;
}

/** What is known of an account, as both interfaces name it. */
export interface AccountInfo {
  readonly sender: Uint8Array;
  readonly balance: string;
  readonly next_nonce: bigint;
  readonly pending_confirmation: PlainObject | null;
  readonly requested_state: readonly (readonly [Uint8Array, Uint8Array])[];
  readonly requested_certificates: readonly PlainObject[] | null;
  readonly requested_validated_transaction: PlainObject | null;
  readonly token_balance: readonly (readonly [Uint8Array, string])[];
}

/** An account that sends one transaction after another. */
export interface Sender {
  readonly account: Account;
  readonly publicKey: Uint8Array;
  /** Sends and gives the certificate. */
  send(...operations: readonly PlainObject[]): Promise<PlainObject>;
  /** Signs the transaction that would come next. */
  next(...operations: readonly PlainObject[]): Promise<Signed>;
  /** The id of what an operation of the last transaction created. */
  created(index?: bigint): Uint8Array;
}

/** Opens an account that sends under a release, over REST unless told otherwise. */
export async function openSender(
  world: World,
  release: Release = 'Release20260407',
  send = settle,
): Promise<Sender> {
  const account = await world.account();
  const { publicKey } = account;
  let nonce = 0n;
  const next = (...operations: readonly PlainObject[]): Promise<Signed> =>
    sign(account, build(release, publicKey, nonce, operations));
  return {
    account,
    publicKey,
    next,
    async send(...operations) {
      const certificate = await send(world, await next(...operations));
      nonce += 1n;
      return certificate;
    },
    created: (index = 0n) => createdId(publicKey, nonce - 1n, index),
  };
}

/** Signs a transaction of a multisig account under the keys of some of its signers. */
export async function signTogether(
  config: PlainObject,
  signers: readonly Account[],
  transaction: PlainObject,
): Promise<Signed> {
  const message = signingBytes(transaction);
  const signatures = await Promise.all(
    signers.map(async (signer) => [signer.publicKey, await signer.sign(message)] as const),
  );
  return { transaction, signature: { MultiSig: { config, signatures } } };
}

/** The names of the validators of a devnet, in hex. */
export function committeeOf({ devnet }: World): readonly string[] {
  return devnet.validators.map(({ address }) => address);
}

/** Takes the signatures out of a certificate. */
export function signaturesOf(
  certificate: PlainObject,
): readonly (readonly [Uint8Array, Uint8Array])[] {
  return certificate['signatures'] as unknown as readonly (readonly [Uint8Array, Uint8Array])[];
}
