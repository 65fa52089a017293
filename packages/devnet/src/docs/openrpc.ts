import { type JsonObject, LIMITS } from '@quorate/protocol';
import { z } from 'zod';
import { methodOf, REQUEST_TYPES } from '../remote/request-types.ts';
import { paramShapes } from '../remote/wire-requests.ts';
import { resultShape } from '../remote/wire-results.ts';
import { PERFORMANCE_FIELDS } from '../rpc/performance-method.ts';
import { CROSS_SIGN } from '../rpc/proxy-methods.ts';
import { READINESS_METHOD } from '../rpc/readiness-method.ts';

/** What an OpenRPC document says about one endpoint. */
export interface OpenRpcOptions {
  /** What answers there, such as `the proxy`. */
  readonly role: string;
  readonly version: string;
  /** The names of its methods; each must be described in this file. */
  readonly methods: readonly string[];
}

const bytes = (size: number) => z.array(z.int().min(0).max(255)).length(size);
const address = bytes(32).describe('An account or validator: 32 integers.');
const signature = bytes(64).describe('An Ed25519 signature: 64 integers.');
const amount = z
  .string()
  .regex(/^(?:0x)?0*[1-9a-fA-F][0-9a-fA-F]*$/)
  .describe('Least units, at least 1: hex digits, with or without 0x.');
const tokenId = bytes(32).describe('A token: 32 integers.');
const hexDigits = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('64 hex digits.');
// `z.int()` would end at 2^53 - 1.
const integer = (least: number) => z.number().min(least).meta({ type: 'integer', format: 'int64' });
const nonce = integer(0);
const certificatesMost = integer(1).max(LIMITS.certificatesPerRequest);
const json = z.unknown();
const anyObject = z.record(z.string(), z.unknown());
const transaction = anyObject.describe(
  'One key, the release, over the transaction; or the un-versioned shape of 2025. timestamp_nanos is above 2^53.',
);
const senderSignature = anyObject.describe(
  '{"Signature": …} or {"MultiSig": {config, signatures}}.',
);
const certificate = z
  .object({
    envelope: z.object({ transaction, signature: senderSignature }),
    signatures: z.array(z.tuple([address, signature])),
  })
  .describe('A transaction that a quorum of validators has signed.');
const range = z.object({ start: nonce, limit: certificatesMost }).nullable().optional();
const ids = z.array(bytes(32)).max(LIMITS.filterIds);
const filter = ids
  .nullable()
  .optional()
  .describe(
    `Absent or null: none. Empty: all, or the ${LIMITS.listEntries} of smallest id where there are more.`,
  );

interface Described {
  readonly summary: string;
  readonly params: Readonly<Record<string, z.ZodType>>;
  readonly result: z.ZodType;
}

const accountInfo = json.describe('AccountInfoResponse, as in REST with integers for bytes.');
const tokenInfo = z.object({ requested_token_metadata: z.array(z.tuple([tokenId, json])) });

const performanceInfo = z.object(
  Object.fromEntries(
    Object.entries(PERFORMANCE_FIELDS).map(([name, { description }]) => [
      name,
      z.number().min(0).describe(description),
    ]),
  ),
);

const crossSignature: Described = {
  summary: 'Cross-sign a certificate for EVM contracts.',
  params: { certificate },
  result: z.object({
    format: z.literal('eip191-abi'),
    signature: z.string(),
    transaction: z.array(z.int()),
  }),
};

const METHODS: Readonly<Record<string, Described>> = {
  submitTransaction: {
    summary: 'Have the validator check and sign a transaction.',
    params: { transaction, signature: senderSignature },
    result: z.object({
      validator: address,
      signature,
      next_nonce: nonce,
      transaction_hash: bytes(32),
    }),
  },
  submitTransactionCertificate: {
    summary: 'Have the validator settle a transaction.',
    params: {
      transaction,
      signature: senderSignature,
      validator_signatures: z.array(z.tuple([address, signature])),
    },
    result: z.object({ token_ids: z.array(tokenId).describe('The tokens that it created.') }),
  },
  getAccountInfo: {
    summary: 'Account information, as the validator knows it.',
    params: {
      address,
      token_balance_filter: filter,
      state_key_filter: filter,
      certificate_by_nonce: range,
    },
    result: accountInfo,
  },
  getTokenInfo: {
    summary: 'Token metadata, as the validator knows it.',
    params: { token_ids: ids },
    result: tokenInfo,
  },
  getTransactions: {
    summary: 'Transactions that the validator has settled, in the order it settled them.',
    params: {
      page: z.object({
        limit: nonce.describe(
          `A page has at most ${LIMITS.pageItems}, however many are asked for.`,
        ),
        token: nonce.nullable().optional(),
      }),
    },
    result: z.object({ data: z.array(json), next_page_token: nonce }),
  },
  getPerformanceInfo: {
    summary: 'Performance figures of the validator.',
    params: {},
    result: performanceInfo,
  },
  [READINESS_METHOD]: {
    summary: 'Have a key that is to have a seat say whether it is caught up.',
    params: { validator: hexDigits, challenge: hexDigits },
    result: z.object({ readiness: json, signature: json }),
  },
  getVersion: { summary: 'The version of the validator.', params: {}, result: z.string() },
  proxy_submitTransaction: {
    summary: 'Submit a signed transaction and have a quorum settle it.',
    params: {
      transaction,
      signature: senderSignature,
      witness_certificates: z
        .array(certificate)
        .max(LIMITS.witnessCertificates)
        .nullable()
        .optional(),
    },
    result: z.union([
      z.object({ Success: certificate }),
      z.object({ IncompleteMultiSigs: z.array(json), IncompleteMultiSig: z.array(json) }),
      z.object({ IncompleteVerifierSigs: z.array(json) }),
    ]),
  },
  proxy_faucetDrip: {
    summary: 'Ask the faucet for tokens.',
    params: { recipient: address, amount, token_id: tokenId.nullable().optional() },
    result: z.null(),
  },
  proxy_evmSignCertificate: crossSignature,
  [CROSS_SIGN]: crossSignature,
  proxy_getAccountInfo: {
    summary: 'Account information, as a quorum vouches for it.',
    params: {
      address,
      token_balances_filter: filter,
      state_key_filter: filter,
      certificate_by_nonce: range,
    },
    result: accountInfo,
  },
  proxy_getTokenInfo: {
    summary: 'Token metadata, as a quorum vouches for it.',
    params: { token_ids: ids },
    result: tokenInfo,
  },
  proxy_getPendingMultisigTransactions: {
    summary: 'Transactions of a multisig account that still lack signatures.',
    params: { address },
    result: z.array(json),
  },
  proxy_getTransactionCertificates: {
    summary: 'Certificates of an account, in order of nonce.',
    params: { address, from_nonce: nonce, limit: certificatesMost },
    result: z.array(certificate),
  },
};

/** Builds the OpenRPC document of an endpoint; older names of a method are not listed. */
export function openRpcDocument({ role, version, methods }: OpenRpcOptions): JsonObject {
  const all = { ...METHODS, ...nodeMethods() };
  return {
    openrpc: '1.3.2',
    info: { title: `Quorate devnet: ${role}`, version, license: { name: 'Apache-2.0' } },
    methods: methods.flatMap((name) => {
      const described = all[name];
      return described === undefined ? [] : [method(name, described)];
    }),
  };
}

// The requests of proxies and other validators to a validator: in strings, whole numbers and BCS in
// hex digits; the answer or refusal has a `type`.
function nodeMethods(): Readonly<Record<string, Described>> {
  const described = REQUEST_TYPES.map((type): readonly [string, Described] => [
    methodOf(type),
    {
      summary: `What nodes ask a validator as ${type}.`,
      params: paramShapes(type),
      result: resultShape(),
    },
  ]);
  return Object.fromEntries(described);
}

function method(name: string, { summary, params, result }: Described) {
  return {
    name,
    summary,
    paramStructure: 'by-name',
    params: Object.entries(params).map(([param, shape]) => ({
      name: param,
      required: !shape.safeParse(undefined).success,
      schema: schemaOf(shape),
    })),
    result: { name: 'result', schema: schemaOf(result) },
  };
}

function schemaOf(shape: z.ZodType): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
  });
  return schema as JsonObject;
}
