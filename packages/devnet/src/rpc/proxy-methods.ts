import { certificateWithSignedTag, withSignedTag } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import {
  ACCOUNT_INFO_REQUEST,
  CERTIFICATE,
  CERTIFICATES,
  CERTIFICATES_REQUEST,
  envelopeFromJson,
  envelopeToJson,
  type JsonObject,
  PROXY_SUBMIT_RESULT,
  type TransactionCertificate,
} from '@quorate/protocol';
import type { CrossSigner } from '../evm/cross-signer.ts';
import { type Faucet, readDrip } from '../faucet/faucet.ts';
import {
  accountInfoMethod,
  askNode,
  certificatesOf,
  type MethodGround,
  tokenInfoMethod,
} from './account-methods.ts';
import { drip } from './drip.ts';
import { type RpcMethod, type RpcMethods, withOlderNames } from './json-rpc.ts';
import { SUBMITTED, submitResultOf } from './submit-result.ts';

/** What the methods of a proxy work with. */
export interface ProxyGround extends MethodGround {
  readonly verifier: Verifier;
  /** Loads the cross-signer on first use: most devnets never need it. */
  readonly crossSigner: () => Promise<CrossSigner>;
  readonly faucet: Faucet;
}

/** The name with which bridge clients request a cross-signature (wire.md section 14). */
export const CROSS_SIGN = 'crossSign_evmSignCertificate';

/**
 * Builds the JSON-RPC methods of a proxy.
 *
 * Source: interface document, "Proxy JSON-RPC methods"; SDK 1.x calls the last two (wire.md section
 * 14). Bridge clients use a separate name for a cross-signature.
 */
export function proxyMethods(ground: ProxyGround): RpcMethods {
  const { verifier, crossSigner, faucet } = ground;
  const crossSign: RpcMethod = async (params) => {
    const given = CERTIFICATE.fromJson(params['certificate'], 'rpc', 'params.certificate');
    return (await crossSigner()).sign(certificateWithSignedTag(given, verifier));
  };
  const published = withOlderNames({
    proxy_submitTransaction: async (params) => {
      const envelope = withSignedTag(envelopeFromJson(params, 'rpc', 'params'), verifier);
      const witnessCertificates = witnessesIn(params, verifier);
      const request = { type: 'SubmitTransaction', envelope, witnessCertificates } as const;
      return PROXY_SUBMIT_RESULT.toJson(
        submitResultOf(await askNode(ground, request, SUBMITTED)),
        'rpc',
      );
    },
    proxy_faucetDrip: async (params, authorization) => {
      await drip(faucet, readDrip(params, 'rpc', 'params'), authorization);
      return null;
    },
    proxy_evmSignCertificate: crossSign,
    proxy_getAccountInfo: accountInfoMethod(ground),
    proxy_getTokenInfo: tokenInfoMethod(ground),
    proxy_getPendingMultisigTransactions: async (params) => {
      const asked = { address: params['address'] ?? null };
      const { address } = ACCOUNT_INFO_REQUEST.fromJson(asked, 'rpc', 'params');
      const request = { type: 'GetPending', address } as const;
      const { envelopes } = await askNode(ground, request, ['PendingTransactions']);
      return envelopes.map((envelope) => envelopeToJson(envelope, 'rpc'));
    },
    proxy_getTransactionCertificates: async (params) => {
      const { address, fromNonce, limit } = CERTIFICATES_REQUEST.fromJson(params, 'rpc', 'params');
      const certificates = await certificatesOf(ground, address, { start: fromNonce, limit });
      return CERTIFICATES.toJson(certificates, 'rpc');
    },
  });
  return { ...published, [CROSS_SIGN]: crossSign };
}

// The certificates that the transaction builds on and that validators may lack; the same additional
// field as in REST.
function witnessesIn(params: JsonObject, verifier: Verifier): readonly TransactionCertificate[] {
  const given = params['witness_certificates'] ?? [];
  return CERTIFICATES.fromJson(given, 'rpc', 'params.witness_certificates').map((certificate) =>
    certificateWithSignedTag(certificate, verifier),
  );
}
