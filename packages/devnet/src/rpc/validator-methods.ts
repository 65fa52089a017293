import type { Verifier } from '@quorate/crypto';
import {
  CERTIFICATE_PARTS,
  envelopeFromJson,
  SUBMIT_TRANSACTION_RESPONSE,
} from '@quorate/protocol';
import { withSignedTag } from '../edge-envelope.ts';
import type { PerformanceInfo } from '../ops/activity.ts';
import {
  accountInfoMethod,
  askNode,
  type MethodGround,
  tokenInfoMethod,
} from './account-methods.ts';
import { type RpcMethods, withOlderNames } from './json-rpc.ts';
import { performanceMethod } from './performance-method.ts';

/** What the methods of a validator work with. */
export interface ValidatorGround extends MethodGround {
  readonly verifier: Verifier;
  readonly performance: () => PerformanceInfo;
  /** What `getVersion` answers. */
  readonly version: string;
}

/**
 * Builds the JSON-RPC methods of a validator. Source: interface document, "Validator JSON-RPC
 * methods"; each also answers to its older name with `set_` in front (facts.md F6.19).
 */
export function validatorMethods(ground: ValidatorGround): RpcMethods {
  const { verifier, performance, version } = ground;
  return withOlderNames({
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
      const { envelope, signatures } = CERTIFICATE_PARTS.fromJson(params, 'rpc', 'params');
      const certificate = { envelope: withSignedTag(envelope, verifier), signatures };
      await askNode(ground, { type: 'SubmitCertificate', certificate }, ['Settled']);
      return null;
    },
    getAccountInfo: accountInfoMethod(ground),
    getTokenInfo: tokenInfoMethod(ground),
    getPerformanceInfo: performanceMethod(performance),
    getVersion: () => Promise.resolve(version),
  });
}
