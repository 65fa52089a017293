import { certificateWithSignedTag } from '@quorate/core';
import type { Verifier } from '@quorate/crypto';
import {
  CERTIFICATES,
  DecodeError,
  type HexBytes,
  type JsonObject,
  type JsonValue,
  PROXY_SUBMIT_RESULT,
} from '@quorate/protocol';
import { SUBMITTED, submitResultOf } from '../../rpc/submit-result.ts';
import { askProxy, NO_ANSWER, type RestGround } from './reads.ts';
import { inDoubt, submissionRefusal } from './submission-refusal.ts';

/** What submissions are sent to. */
export interface SubmitGround extends RestGround {
  /** Tells which bytes a certificate belongs to, and which signatures are those of verifiers. */
  readonly verifier: Verifier;
}

/**
 * Handles `POST /v1/submit-transaction`: BCS in hex, and certificates that the transaction builds
 * on. Source: wire.md section 5; facts.md P1.38.
 *
 * @throws DecodeError if the body is malformed, RestFailure if the proxy refuses
 */
export async function submitTransaction(ground: SubmitGround, body: JsonValue): Promise<JsonValue> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new DecodeError('UnexpectedType', 'body', 'an object');
  }
  const fields = body as JsonObject;
  const envelope = {
    transaction: hexField(fields, 'transaction'),
    signature: hexField(fields, 'signature'),
  };
  const witnesses = fields['witness_certificates'] ?? [];
  const witnessCertificates = CERTIFICATES.fromJson(witnesses, 'rest', 'witness_certificates').map(
    (certificate) => certificateWithSignedTag(certificate, ground.verifier),
  );
  const result = await askProxy(
    ground,
    { type: 'SubmitTransaction', envelope, witnessCertificates },
    SUBMITTED,
    {
      refused: (rejection) => submissionRefusal(rejection, envelope.transaction, ground.verifier),
      // The transaction may have been sent to validators, and may still settle.
      silent: () => inDoubt(NO_ANSWER),
    },
  );
  return PROXY_SUBMIT_RESULT.toJson(submitResultOf(result), 'rest');
}

function hexField(body: JsonObject, field: string): HexBytes {
  const value = Object.hasOwn(body, field) ? body[field] : undefined;
  if (value === undefined) throw new DecodeError('MissingField', field, 'hex digits of BCS');
  if (typeof value === 'string' && /^(?:0x)?(?:[0-9a-fA-F]{2})+$/.test(value)) {
    return value.replace(/^0x/, '').toLowerCase() as HexBytes;
  }
  throw new DecodeError('InvalidHex', field, 'hex digits of BCS');
}
