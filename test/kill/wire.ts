import { createSigner, loadEd25519, type Signer } from '@quorate/crypto';
import {
  type Address,
  envelopeToJson,
  factsOf,
  hexToBytes,
  type JsonObject,
  type MultiSigConfig,
  NATIVE_TOKEN_ID,
  type Operation,
  PROXY_SUBMIT_RESULT,
  type ProxySubmitTransactionResult,
  parseJson,
  type State,
  type StateKey,
  SUBMIT_TRANSACTION_RESPONSE,
  type SubmitTransactionResponse,
  stringifyJson,
  type TransactionEnvelope,
  type VersionedTransaction,
} from '@quorate/protocol';

/** Makes the signer of a secret key in hex digits. */
export function signerWith(secretKey: string): Signer {
  return createSigner(loadEd25519(), hexToBytes(secretKey));
}

/** Writes a payment in the native token. */
export function payment(
  sender: Address,
  nonce: bigint,
  { recipient, amount }: { readonly recipient: Address; readonly amount: bigint },
): VersionedTransaction {
  const tokenId = NATIVE_TOKEN_ID;
  return write(sender, nonce, {
    kind: 'TokenTransfer',
    tokenId,
    recipient,
    amount,
    userData: null,
  });
}

/** Writes the first transaction of an account that need not hold anything: a state cell. */
export function initialization(sender: Address, initialState: State): VersionedTransaction {
  const key = '0'.repeat(64) as StateKey;
  return write(sender, 0n, { kind: 'StateInitialization', key, initialState });
}

function write(sender: Address, nonce: bigint, claim: Operation): VersionedTransaction {
  return {
    release: 'Release20260407',
    transaction: {
      networkId: 'fast:localnet',
      sender,
      nonce,
      timestampNanos: 1_760_000_000_000_000_000n,
      claims: [claim],
      archival: false,
      feeToken: null,
    },
  };
}

/** Signs a transaction as the one key of its account. */
export function signedBy(signer: Signer, transaction: VersionedTransaction): TransactionEnvelope {
  const signature = signer.sign(factsOf(transaction).signingBytes);
  return { transaction, signature: { kind: 'Signature', signature } };
}

/** Signs a transaction of a multisig account as one of its members. */
export function sharedBy(
  member: Signer,
  config: MultiSigConfig,
  transaction: VersionedTransaction,
): TransactionEnvelope {
  const signature = member.sign(factsOf(transaction).signingBytes);
  const signatures = [[member.address, signature] as const];
  return { transaction, signature: { kind: 'MultiSig', config, signatures } };
}

/** Submits to the proxy; undefined if no answer came, or none that says how it ended. */
export async function submit(
  url: string,
  envelope: TransactionEnvelope,
): Promise<ProxySubmitTransactionResult | undefined> {
  const result = await call(url, 'proxy_submitTransaction', envelope);
  return result === undefined ? undefined : PROXY_SUBMIT_RESULT.fromJson(result, 'rpc', 'result');
}

/** Asks one validator to sign; undefined if it refuses, or gives no answer. */
export async function askToSign(
  url: string,
  envelope: TransactionEnvelope,
): Promise<SubmitTransactionResponse | undefined> {
  const result = await call(url, 'submitTransaction', envelope);
  return result === undefined
    ? undefined
    : SUBMIT_TRANSACTION_RESPONSE.fromJson(result, 'rpc', 'result');
}

async function call(url: string, method: string, envelope: TransactionEnvelope) {
  const params = envelopeToJson(envelope, 'rpc') as JsonObject;
  const text = await post(url, stringifyJson({ jsonrpc: '2.0', id: 1, method, params }));
  return text === undefined ? undefined : (parseJson(text) as JsonObject)['result'];
}

/** Posts JSON and gives the body of the answer; undefined if the connection broke. */
export async function post(url: string, body: string): Promise<string | undefined> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body });
    return await response.text();
  } catch {
    // A killed process says nothing more.
    return undefined;
  }
}
