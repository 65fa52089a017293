import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../json/json-reader.ts';
import {
  type Address,
  type Bytes32,
  NATIVE_TOKEN_ID,
  type TokenId,
  type TransactionId,
} from '../primitives.ts';
import { envelopeToJson, type TransactionEnvelope } from '../transaction/envelope.ts';
import { ERROR_CATALOGUE } from './error-catalogue.ts';
import type { Rejection } from './rejection.ts';
import { toJsonRpcError, toRestError } from './rejection-json.ts';

const TOKEN = '33'.repeat(32) as TokenId;
const ADDRESS = '11'.repeat(32) as Address;
const TEXT = 'fast1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygsmkez2q';
const ID = '22'.repeat(32) as TransactionId;
const HASH = '44'.repeat(32) as Bytes32;
const ENVELOPE = {
  transaction: {
    release: 'Release20260407',
    transaction: {
      networkId: 'fast:localnet',
      sender: ADDRESS,
      nonce: 0n,
      timestampNanos: 2n ** 60n,
      claims: [{ kind: 'LeaveCommittee' }],
      archival: false,
      feeToken: null,
    },
  },
  signature: { kind: 'Signature', signature: '00'.repeat(64) },
} as unknown as TransactionEnvelope;
const NONCE: Rejection = { code: 'UnexpectedNonce', rule: 'V5', nonce: 0n, expectedNonce: 1n };

describe('toJsonRpcError', () => {
  it('writes an unexpected nonce as the interface document does', () => {
    expect(toJsonRpcError(NONCE)).toEqual({
      code: -32000,
      message: 'expected nonce is 1 but tx has 0',
      data: '{"UnexpectedNonce":{"tx_nonce":0,"expected_nonce":1}}',
    });
  });

  it('keeps every digit of the facts', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 255n), 2n ** 255n), (currentBalance) => {
        const { data, message } = toJsonRpcError({
          code: 'InsufficientFunding',
          rule: 'V6',
          tokenId: NATIVE_TOKEN_ID,
          currentBalance,
          required: 2n ** 255n,
          operationIndex: 3,
        });
        expect(message).toContain('insufficient');
        const { InsufficientFunding: facts } = parseJson(data) as never;
        const { current_balance: read, ...rest } = facts as Record<string, bigint>;
        expect(BigInt(read ?? '')).toBe(currentBalance);
        expect(rest).toEqual({
          required: 2n ** 255n,
          token_id: NATIVE_TOKEN_ID,
          operation_index: 3,
        });
      }),
    );
  });

  it('answers bytes that do not decode with invalid parameters', () => {
    const rejection = { code: 'InvalidRequest', rule: 'V1', reason: 'hex: odd' } as const;
    expect(toJsonRpcError(rejection)).toEqual({
      code: -32602,
      message: 'request error: hex: odd',
      data: '{"InvalidRequest":{"reason":"hex: odd"}}',
    });
    expect(toRestError(rejection)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  });
});

describe('toRestError', () => {
  it('puts the facts that clients read at the top', () => {
    expect(toRestError(NONCE)).toEqual({
      status: 409,
      code: 'UNEXPECTED_NONCE',
      message: 'expected nonce is 1 but tx has 0',
      details: { tx_nonce: 0n, expected_nonce: 1n },
    });
  });

  it.each<[Rejection, number, string, object]>([
    [
      { code: 'NonSubmittableOperation', rule: 'V2', reason: 'no' },
      502,
      'no',
      { reason: 'no', operation_index: null },
    ],
    [
      { code: 'InvalidSignature', rule: 'V3', reason: 'no' },
      502,
      'invalid signature: no',
      { error: 'no' },
    ],
    [{ code: 'EpochEnding', rule: 'V4', epoch: 2 }, 503, 'epoch 2 is ending', { epoch: 2 }],
    [
      {
        code: 'MissingDependency',
        rule: 'V6',
        missing: [
          { kind: 'Token', id: 'aa', sender: ADDRESS, nonce: 2n },
          { kind: 'EscrowJob', id: 'bb' },
          { kind: 'Token', id: 'cc', sender: 'zz' as Address },
          { kind: 'TokenUpdate', id: `${'dd'.repeat(32)}/00000000000000000010` },
        ],
      },
      502,
      'missing Token aa, EscrowJob bb, Token cc, ' +
        `TokenUpdate 10 of ${'dd'.repeat(32)} (update ids count from 0)`,
      {
        missing: [
          { kind: 'Token', id: 'aa', sender: TEXT, nonce: 2n },
          { kind: 'EscrowJob', id: 'bb', sender: null, nonce: null },
          { kind: 'Token', id: 'cc', sender: null, nonce: null },
          {
            kind: 'TokenUpdate',
            id: `${'dd'.repeat(32)}/00000000000000000010`,
            sender: null,
            nonce: null,
          },
        ],
      },
    ],
    [
      { code: 'InvalidCertificate', rule: 'S1', reason: 'no', epoch: 1 },
      502,
      'invalid certificate: no',
      { reason: 'no', epoch: 1 },
    ],
    [
      { code: 'ConflictingCertificate', rule: 'S2', settled: ID, conflicting: ID },
      502,
      `transaction ${ID} has settled where ${ID} is certified`,
      { settled: ID, conflicting: ID },
    ],
    [
      { code: 'MissingEarlierConfirmations', rule: 'S3', currentNonce: 4n },
      502,
      'missing earlier confirmations: the next nonce to settle is 4',
      { current_nonce: 4n },
    ],
    [
      { code: 'CertificateTooYoung', rule: 'C2', resendAfterNanos: 9n },
      503,
      'the certificate is too young: send it again after 9 nanoseconds',
      { resend_after_nanos: 9n },
    ],
    [
      {
        code: 'QuorumUnreachable',
        rule: 'P8',
        reason: 'the deadline has passed',
        unsettled: true,
        refusals: [{ validator: ADDRESS, rejection: NONCE }],
        silent: [ADDRESS, ADDRESS],
      },
      503,
      'the quorum is unreachable: the deadline has passed; 1 validator refuses it: UnexpectedNonce; 2 validators have not answered',
      {
        reason: 'the deadline has passed',
        unsettled: true,
        refusals: [
          {
            validator: TEXT,
            error: { UnexpectedNonce: { tx_nonce: 0n, expected_nonce: 1n } },
          },
        ],
        silent: [TEXT, TEXT],
        mint_removed: null,
        pruned: [],
      },
    ],
    [
      {
        code: 'QuorumUnreachable',
        rule: 'P8',
        reason: 'rule D5',
        unsettled: true,
        refusals: [],
        silent: [],
        mintRemoved: { tokenId: TOKEN, admin: ADDRESS, nonce: 2n, updateId: 1n },
      },
      503,
      'the quorum is unreachable: rule D5',
      {
        reason: 'rule D5',
        unsettled: true,
        refusals: [],
        silent: [],
        mint_removed: { token_id: TOKEN, admin: TEXT, nonce: 2n, update_id: 1n },
        pruned: [],
      },
    ],
  ])(
    'names the refusal in the details where several share a code: %o',
    (rejection, status, message, facts) => {
      expect(toRestError(rejection)).toEqual({
        status,
        code: status === 502 ? 'UPSTREAM_ERROR' : 'SERVICE_UNAVAILABLE',
        message,
        details: { [rejection.code]: facts },
      });
      expect(toJsonRpcError(rejection)).toMatchObject({ code: -32000, message });
    },
  );

  it('says that a pruned certificate has settled, and how to recognise a copy of it', () => {
    const known = {
      sender: ADDRESS,
      nonce: 3n,
      settledAt: 2n ** 60n,
      transactionId: ID,
      hash: HASH,
    };
    const rejection: Rejection = { code: 'CertificatePruned', rule: 'P7', pruned: [known] };
    const pruned = [
      { sender: TEXT, nonce: 3n, settled_at_nanos: 2n ** 60n, transaction_id: ID, hash: HASH },
    ];
    expect(toRestError(rejection)).toEqual({
      status: 404,
      code: 'CERTIFICATE_PRUNED',
      message: `pruned: the certificate of ${ID}`,
      details: { CertificatePruned: { pruned } },
    });
    const more = toJsonRpcError({ ...rejection, pruned: [known, known] });
    expect(more).toMatchObject({ code: -32000, message: expect.stringContaining('and 1 more') });
    expect(parseJson(more.data)).toMatchObject({
      CertificatePruned: { pruned: [{ nonce: 3 }, {}] },
    });
  });

  it('shows what a lock holds in the form of the interface, both rivals where there are two', () => {
    const code = 'PreviousTransactionMustBeConfirmedFirst';
    const one = toRestError({ code, rule: 'V4', pending: [ENVELOPE] });
    expect(one.message).toBe('the previous transaction must be confirmed first');
    expect(one.details).toEqual({
      [code]: {
        pending_confirmation: envelopeToJson(ENVELOPE, 'rest'),
        rival_confirmation: null,
      },
    });
    const two = toJsonRpcError({ code, rule: 'V4', pending: [ENVELOPE, ENVELOPE] });
    expect(parseJson(two.data)).toEqual({
      [code]: {
        pending_confirmation: envelopeToJson(ENVELOPE, 'rpc'),
        rival_confirmation: envelopeToJson(ENVELOPE, 'rpc'),
      },
    });
  });

  it('leaves out what a faulty validator names and that cannot be encoded', () => {
    const code = 'PreviousTransactionMustBeConfirmedFirst';
    const forged = structuredClone(ENVELOPE) as {
      transaction: { transaction: { sender: string } };
    };
    forged.transaction.transaction.sender = 'zz';
    const pending = [forged as unknown as TransactionEnvelope];
    const { details } = toRestError({ code, rule: 'V4', pending });
    expect(details).toEqual({ [code]: { pending_confirmation: null, rival_confirmation: null } });
  });
});

describe('ERROR_CATALOGUE', () => {
  it('words its meanings and remedies as sentences', () => {
    for (const { meaning, remedy } of Object.values(ERROR_CATALOGUE)) {
      for (const sentence of [...Object.values(meaning), remedy]) {
        expect(sentence).toMatch(/^[A-Z].*\.$/);
      }
    }
  });
});
