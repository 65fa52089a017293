import { certificateWithSignedTag, withSignedTag } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import {
  CERTIFICATE_PARTS,
  CONFIRM_TRANSACTION_RESPONSE,
  envelopeFromJson,
  LIMITS,
  PAGE_REQUEST,
  SUBMIT_TRANSACTION_RESPONSE,
  TRANSACTIONS_PAGE,
  type TransactionsPage,
} from '@quorate/protocol';
import type { OwnSeats } from '../committee/seats.ts';
import type { PerformanceInfo } from '../ops/activity.ts';
import {
  accountInfoMethod,
  askNode,
  type MethodGround,
  tokenInfoMethod,
} from './account-methods.ts';
import { type RpcMethods, withOlderNames } from './json-rpc.ts';
import { performanceMethod } from './performance-method.ts';
import { READINESS_METHOD, readinessMethod } from './readiness-method.ts';
import { type RemoteGround, remoteMethods } from './remote-methods.ts';

/** What the methods of a validator work with. */
export interface ValidatorGround extends RemoteGround {
  readonly verifier: Verifier;
  readonly performance: () => PerformanceInfo;
  /** The answer to `getVersion`. */
  readonly version: string;
  /** Answers challenges for a key that is to get a seat (rule C3). */
  readonly prove: OwnSeats['prove'];
}

/**
 * Builds the JSON-RPC methods of a validator. Source: interface document, "Validator JSON-RPC
 * methods"; each is also available under its older name with `set_` in front (facts.md F6.19). In
 * addition there are the methods for other nodes, `quorate_…`.
 */
export function validatorMethods(ground: ValidatorGround): RpcMethods {
  const { verifier, performance, version, prove } = ground;
  const published = withOlderNames({
    submitTransaction: async (params) => {
      const envelope = withSignedTag(envelopeFromJson(params, 'rpc', 'params'), verifier);
      const signed = await askNode(ground, { type: 'SubmitTransaction', envelope }, ['Signed']);
      return SUBMIT_TRANSACTION_RESPONSE.toJson(
        {
          validator: signed.validator,
          signature: signed.signature,
          nextNonce: signed.nextNonce,
          transactionHash: signed.transactionId,
        },
        'rpc',
      );
    },
    submitTransactionCertificate: async (params) => {
      const parts = CERTIFICATE_PARTS.fromJson(params, 'rpc', 'params');
      const certificate = certificateWithSignedTag(parts, verifier);
      const request = { type: 'SubmitCertificate', certificate } as const;
      const { createdTokens } = await askNode(ground, request, ['Settled']);
      return CONFIRM_TRANSACTION_RESPONSE.toJson({ tokenIds: createdTokens }, 'rpc');
    },
    getTransactions: async (params) => {
      const { limit, token } = PAGE_REQUEST.fromJson(params, 'rpc', 'params');
      return TRANSACTIONS_PAGE.toJson(await pageOf(ground, token, limit), 'rpc');
    },
    getAccountInfo: accountInfoMethod(ground),
    getTokenInfo: tokenInfoMethod(ground),
    getPerformanceInfo: performanceMethod(performance),
    getVersion: () => Promise.resolve(version),
  });
  const readiness = { [READINESS_METHOD]: readinessMethod(prove) };
  return { ...published, ...remoteMethods(ground), ...readiness };
}

// A page may be shorter than requested, but not longer (facts.md F6.13), and only the last one may
// be empty: pruned certificates are skipped.
async function pageOf(
  ground: MethodGround,
  from: bigint,
  asked: bigint,
): Promise<TransactionsPage> {
  const limit = Math.min(Number(asked), LIMITS.pageItems);
  if (limit === 0) return { transactions: [], nextPageToken: from };
  let page = await stretchOf(ground, from, limit);
  while (page.transactions.length === 0 && page.hasPruned) {
    // The next certificate that is kept may be far away, even for a small page.
    const stride = await stretchOf(ground, page.nextPageToken, LIMITS.pageItems);
    const isPassed = stride.transactions.length === 0;
    page = isPassed ? stride : await stretchOf(ground, page.nextPageToken, limit);
  }
  const { transactions, nextPageToken } = page;
  return { transactions, nextPageToken };
}

async function stretchOf(
  ground: MethodGround,
  from: bigint,
  limit: number,
): Promise<TransactionsPage & { readonly hasPruned: boolean }> {
  const select = { by: 'Sequence', from, limit } as const;
  const request = { type: 'GetCertificates', select } as const;
  const { certificates, pruned = [] } = await askNode(ground, request, ['Certificates']);
  const transactions = certificates.map(({ envelope }) => envelope.transaction);
  const nextPageToken = from + BigInt(transactions.length + pruned.length);
  return { transactions, nextPageToken, hasPruned: pruned.length > 0 };
}
