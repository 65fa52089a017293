import type { AccountInfo, NodeName, Result } from '@quorate/core';
import {
  ACCOUNT_INFO,
  ACCOUNT_INFO_REQUEST,
  type Address,
  factsOf,
  LIMITS,
  type NonceRange,
  TOKEN_INFO,
  TOKEN_INFO_REQUEST,
  type TransactionCertificate,
} from '@quorate/protocol';
import type { Asker, Request } from '../nodes/asker.ts';
import { accountInfoResponse, tokenInfoResponse } from './answers.ts';
import type { RpcMethod } from './json-rpc.ts';
import { noAnswer, RpcError, RpcRefusal, refusal } from './rpc-error.ts';

/** The node that the methods of an endpoint ask, and the asker they use. */
export interface MethodGround {
  readonly asker: Asker;
  /** The validator or the proxy behind the endpoint. */
  readonly node: NodeName;
}

/**
 * Asks the node behind an endpoint.
 *
 * @throws RpcError if the node refuses, or gives no answer in time
 */
export async function askNode<T extends Exclude<Result['type'], 'Rejected'>>(
  { asker, node }: MethodGround,
  request: Request,
  expected: readonly T[],
): Promise<Extract<Result, { readonly type: T }>> {
  const result = await asker.ask(node, request);
  if (result === undefined) throw noAnswer(node);
  if (result.type === 'Rejected') throw refusal(result.rejection);
  if ((expected as readonly string[]).includes(result.type)) {
    return result as Extract<Result, { readonly type: T }>;
  }
  throw new TypeError(`${node} answered ${request.type} with ${result.type}`);
}

/** Builds `getAccountInfo`, which validators and proxies share. */
export function accountInfoMethod(ground: MethodGround): RpcMethod {
  return async (params) => {
    const request = ACCOUNT_INFO_REQUEST.fromJson(params, 'rpc', 'params');
    const { address, tokenBalances, stateKeys, certificateByNonce } = request;
    const info = await askNode(
      ground,
      { type: 'GetAccountInfo', address, tokenBalances, stateKeys },
      ['AccountInfo'],
    );
    const certificates =
      certificateByNonce && (await certificatesUpTo(ground, info, certificateByNonce));
    return ACCOUNT_INFO.toJson(accountInfoResponse(info, tokenBalances, certificates), 'rpc');
  };
}

// A later certificate would have a nonce that, according to the account, is still free.
async function certificatesUpTo(
  ground: MethodGround,
  { address, nextNonce }: AccountInfo,
  range: NonceRange,
): Promise<readonly TransactionCertificate[]> {
  const certificates = await certificatesOf(ground, address, range).catch(noneWherePruned);
  return certificates.filter(
    ({ envelope }) => factsOf(envelope.transaction).transaction.nonce < nextNonce,
  );
}

// The rest of the account is still worth an answer.
function noneWherePruned(failure: unknown): readonly TransactionCertificate[] {
  if (failure instanceof RpcRefusal && failure.rejection.code === 'CertificatePruned') return [];
  throw failure;
}

/**
 * Requests the certificates of a range of nonces.
 *
 * @throws RpcError -32013 if the range is too long for one request (facts.md 6.4), -32000 if all of
 * them are pruned
 */
export async function certificatesOf(
  ground: MethodGround,
  sender: Address,
  { start, limit }: NonceRange,
): Promise<readonly TransactionCertificate[]> {
  if (limit > BigInt(LIMITS.certificatesPerRequest)) {
    const most = `at most ${LIMITS.certificatesPerRequest} certificates can be asked for at once`;
    throw new RpcError(-32013, most, 'TooManyCertificatesRequested');
  }
  const select = { by: 'Sender', sender, fromNonce: start, limit: Number(limit) } as const;
  const request = { type: 'GetCertificates', select } as const;
  const { certificates, pruned = [] } = await askNode(ground, request, ['Certificates']);
  // A validator reports what it has pruned together with what it shows; a proxy refuses.
  if (certificates.length === 0 && pruned.length > 0) {
    throw refusal({ code: 'CertificatePruned', rule: 'P7', pruned });
  }
  return certificates;
}

/** Builds `getTokenInfo`, which validators and proxies share. */
export function tokenInfoMethod(ground: MethodGround): RpcMethod {
  return async (params) => {
    const { tokenIds } = TOKEN_INFO_REQUEST.fromJson(params, 'rpc', 'params');
    const { tokens } = await askNode(ground, { type: 'GetTokenInfo', tokenIds }, ['TokenInfo']);
    return TOKEN_INFO.toJson(tokenInfoResponse(tokenIds, tokens), 'rpc');
  };
}
