import { extendZodWithOpenApi } from '@asteasolutions/zod-to-openapi';
import { NATIVE_TOKEN } from '@quorate/client';
import { ESCROW_STATUSES, LIMITS, NATIVE_TOKEN_ID, REST_STATUS } from '@quorate/protocol';
import { z } from 'zod';

extendZodWithOpenApi(z);

// These shapes describe the interface for people and programs. The codecs of `protocol` decide what
// is accepted, and tests compare the two.

const ADDRESS_EXAMPLE = 'fast1y9f035vm0ywjg3fjgts47t4tdjmul7nmdf0dxqyhjc8qdxypmvfq3pm2qg';

const TRANSACTION_EXAMPLE = {
  Release20260407: {
    network_id: 'fast:localnet',
    sender: ADDRESS_EXAMPLE,
    nonce: 0,
    timestamp_nanos: 1_763_712_345_000_000_000,
    claims: [
      {
        TokenTransfer: {
          token_id: NATIVE_TOKEN_ID,
          recipient: ADDRESS_EXAMPLE,
          amount: '1000000000000000000',
          user_data: null,
        },
      },
    ],
    archival: false,
    fee_token: null,
  },
};

const id = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .openapi({ description, example: NATIVE_TOKEN_ID });
const GIVEN_ID = '(?:0x)?[0-9a-fA-F]{64}';

/** An id as callers may write it. */
export const givenId = (description: string) =>
  z
    .string()
    .regex(new RegExp(`^${GIVEN_ID}$`))
    .openapi({ description });
/** A list of ids in a query, with its greatest length. */
export const givenIds = (description: string) =>
  z
    .string()
    .regex(new RegExp(`^(?:${GIVEN_ID}(?:,${GIVEN_ID}){0,${LIMITS.filterIds - 1}})?$`))
    .optional()
    .openapi({
      description: `${description} At most ${LIMITS.filterIds}, comma-separated.`,
      // Otherwise the page of the document would send no empty value.
      param: { allowEmptyValue: true },
    });
const bcs = (description: string) =>
  z
    .string()
    .regex(/^(?:0x)?(?:[0-9a-fA-F]{2})+$/)
    .openapi({ description: `BCS of the ${description}, in hex digits.` });
const decimal = (description: string) =>
  z
    .string()
    .regex(/^-?\d+$/)
    .openapi({ description, example: '1000000000000000000' });
/** A whole number of at least 0: nonces have up to 63 bits. */
export const integer = (description: string) =>
  z.int().min(0).openapi({ description, format: 'int64' });
/** A value that may be null; the library's `nullable` does not work for named shapes. */
const orNull = (schema: z.ZodType) => z.union([schema, z.null()]);
const address = z.string().openapi('Address', {
  description:
    'An account: bech32m with the prefix `fast`. Requests may have hex or base64 instead.',
  example: ADDRESS_EXAMPLE,
});
const signature = z
  .string()
  .regex(/^[0-9a-f]{128}$/)
  .openapi('Signature', { description: 'An Ed25519 signature: 128 hex digits.' });

/** The signature of a sender. */
const SignatureOrMultiSig = z
  .union([
    z.strictObject({ Signature: signature }),
    z.strictObject({
      MultiSig: z.strictObject({
        config: z.strictObject({
          authorized_signers: z.array(address),
          quorum: integer('How many of the signers must sign.'),
          nonce: integer('Tells accounts of the same signers apart.'),
        }),
        signatures: z.array(z.tuple([address, signature])),
      }),
    }),
  ])
  .openapi('SignatureOrMultiSig');

/** A transaction with its sender's signature. */
export const Envelope = z
  .strictObject({
    transaction: z.record(z.string(), z.unknown()).openapi({
      description:
        'One key, the release (`Release20260319`, `Release20260407` or `Release20260508`, or ' +
        '`Unversioned` for the un-versioned shape of 2025), over the ' +
        'transaction as it was submitted. `timestamp_nanos` is above 2^53: read integers of any size.',
      example: TRANSACTION_EXAMPLE,
    }),
    signature: SignatureOrMultiSig,
  })
  .openapi('TransactionEnvelope');

/** A transaction that a quorum of validators has signed. */
export const Certificate = z
  .strictObject({ envelope: Envelope, signatures: z.array(z.tuple([address, signature])) })
  .openapi('TransactionCertificate');

const ValidatedTransaction = z
  .strictObject({ value: Envelope, validator: address, signature })
  .openapi('ValidatedTransaction');

/** The state of an account. */
export const AccountInfo = z
  .strictObject({
    sender: address,
    balance: decimal('Native token, least units; below zero while credits are on their way.'),
    next_nonce: integer('The nonce of the next transaction.'),
    pending_confirmation: orNull(ValidatedTransaction),
    requested_state: z.array(z.tuple([id('The key of a state cell.'), id('What it holds.')])),
    requested_certificates: z.array(Certificate).nullable(),
    requested_validated_transaction: orNull(ValidatedTransaction),
    token_balance: z.array(z.tuple([id('A token.'), decimal('Least units.')])),
  })
  .openapi('AccountInfoResponse');

/** The properties of tokens. */
export const TokenInfo = z
  .strictObject({
    requested_token_metadata: z.array(
      z.tuple([
        id('A token.'),
        z
          .strictObject({
            update_id: integer('How many updates were applied.'),
            admin: address,
            token_name: z.string(),
            decimals: integer('Power of ten that forms a full unit.'),
            total_supply: decimal('Least units.'),
            mints: z.array(address),
          })
          .nullable(),
      ]),
    ),
  })
  .openapi('TokenInfoResponse');

/** The network, and its fees. */
export const NetworkInfo = z
  .strictObject({
    network_id: z.string().openapi({ example: 'fast:localnet' }),
    fees: z.strictObject({
      default: z.union([id('The token that pays where none is named.'), z.literal('')]).openapi({
        description: 'Empty if there are no fees, as on every devnet.',
      }),
      entries: z.array(
        z.strictObject({
          token_id: id('A token that may pay.'),
          fixed_amount: decimal('Least units.'),
        }),
      ),
    }),
  })
  .openapi('NetworkInfo');

/** The status of a job. */
export const JobStatus = z.enum(ESCROW_STATUSES);

const EscrowJob = z
  .strictObject({
    job_id: id('The job.'),
    config_id: id('The terms of its evaluator.'),
    client: address,
    provider: address,
    evaluator: address,
    token_id: id('The token it is paid in.'),
    provider_fee: decimal('Least units.'),
    evaluator_fee: decimal('Least units.'),
    description: z.string(),
    deliverable: id('What the provider submitted.').nullable(),
    status: JobStatus,
  })
  .openapi('EscrowJob');

/** An escrow job, with its certificates if `certs=true`. */
export const EscrowJobAnswer = z.union([
  EscrowJob,
  z.strictObject({ job: EscrowJob, certificates: z.array(Certificate) }),
]);

/** How a submission ends if it is not refused. */
export const SubmitResult = z
  .union([
    z.strictObject({ Success: Certificate }),
    z.enum(['IncompleteMultiSig', 'IncompleteVerifierSigs']),
  ])
  .openapi('ProxySubmitTransactionResult');

// Unknown keys of a body are ignored.

/** The body of a submission. */
export const SubmitBody = z
  .object({
    transaction: bcs('transaction'),
    signature: bcs('signature'),
    witness_certificates: z
      .array(Certificate)
      .max(LIMITS.witnessCertificates)
      .nullable()
      .optional()
      .openapi({ description: 'What the transaction builds on and validators may lack.' }),
  })
  .openapi('SubmitTransaction');

/** The body of a request to the faucet. */
export const DripBody = z
  .object({
    recipient: address,
    amount: z
      .string()
      .regex(/^0*[1-9]\d*$/)
      .openapi({ description: 'Least units, at least 1.', example: '1000000000000000000' }),
    token_id: givenId('A token that the faucet holds; the native one where it is absent.')
      .nullable()
      .optional()
      .openapi({ example: NATIVE_TOKEN_ID }),
  })
  .openapi('FaucetDrip');

const prefixed = (description: string) =>
  z
    .string()
    .regex(/^0x[0-9a-f]{64}$/)
    .openapi({ description });

/** A page of what an explorer lists. */
export const TransferPage = z
  .strictObject({
    transfers: z.array(
      z.strictObject({
        type: z.enum(['TokenTransfer', 'Mint', 'Burn']),
        hash: prefixed('The id of the transaction.'),
        from: address,
        to: address,
        nonce: integer('The nonce of the transaction.'),
        submission_timestamp: z.iso
          .datetime()
          .openapi({ description: 'When its sender claims to have made it, in microseconds.' }),
        token_id: prefixed('The token.'),
        amount: z
          .string()
          .regex(/^[0-9a-f]+$/)
          .openapi({ description: 'Least units, in hex digits.', example: '186a0' }),
        op_index: integer('The place of the operation in its transaction.'),
      }),
    ),
    has_more: z.boolean(),
    next_cursor: z.string().nullable().openapi({ description: 'Asks for the next page.' }),
  })
  .openapi('TransferPage');

const Meta = z
  .strictObject({ timestamp: z.iso.datetime() })
  .openapi('ResponseMeta', { description: 'When the answer was given: RFC 3339, UTC.' });

/** The shape of every failure of REST. */
export const ErrorEnvelope = z
  .strictObject({
    error: z.strictObject({
      code: z.string().openapi({
        example: 'INVALID_REQUEST',
        description: `Of what the ledger refuses: ${Object.keys(REST_STATUS).join(', ')}.`,
      }),
      message: z.string(),
      details: z.unknown(),
    }),
    meta: Meta,
  })
  .openapi('ErrorEnvelope');

/** Wraps the data of a successful answer. */
export function answerOf(data: z.ZodType) {
  return z.strictObject({ data, meta: Meta });
}

/** The body of a payment. */
export const PayBody = z
  .object({
    to: z
      .string()
      .openapi({ description: 'The recipient, valid for the chain.', example: ADDRESS_EXAMPLE }),
    amount: z
      .string()
      .regex(/^\d+(?:\.\d+)?$/)
      .openapi({ description: 'Whole tokens, decimal.', example: '0.1' }),
    chain: z.string().openapi({ example: 'fast' }),
    network: z.enum(['testnet', 'mainnet']).nullish(),
    token: z
      .string()
      .nullish()
      .openapi({ description: '`FAST`, or the id of a token.', example: NATIVE_TOKEN.name }),
  })
  .openapi('PaySend');

/** The answer to a payment. */
export const PayAnswer = z
  .strictObject({
    request: PayBody,
    setup: z.strictObject({ chain: z.string(), network: z.string(), address }),
    result: z.strictObject({
      txHash: z.string(),
      explorerUrl: z.string(),
      fee: z.string(),
      chain: z.string(),
      network: z.string(),
      note: z.string(),
    }),
    sentAt: z.iso.datetime(),
  })
  .openapi('PaySent');

/** The answer to a failed payment. */
export const PayFailure = z
  .strictObject({ error: z.string(), code: z.string().optional() })
  .openapi('PayError');
