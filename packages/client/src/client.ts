import { certificateWithSignedTag, withSignedTag } from '@quorate/core';
import { createNobleEd25519, createVerifier } from '@quorate/crypto/portable';
import {
  ACCOUNT_INFO,
  type AccountInfoResponse,
  type Address,
  bytesToHex,
  CERTIFICATE,
  CERTIFICATES,
  DecodeError,
  ESCROW_JOB,
  type EscrowJobId,
  type EscrowJobRecord,
  encodeSignature,
  encodeTransaction,
  envelopeFromJson,
  FAUCET_DRIP_REQUEST,
  type FaucetDripRequest,
  type FilterRequest,
  formatAddress,
  type JsonValue,
  LIMITS,
  PROXY_SUBMIT_RESULT,
  type ProxySubmitTransactionResult,
  type StateKey,
  TOKEN_INFO,
  type TokenId,
  type TokenInfoResponse,
  type TransactionCertificate,
  type TransactionEnvelope,
  type TransactionId,
} from '@quorate/protocol';
import {
  bytes32,
  type Check,
  address as checkAddress,
  listOf as checkList,
  fields,
  object,
  oneOf,
  optional,
  orNull,
  text,
  unsigned,
  whole,
} from './check-shape.ts';
import { ClientError } from './client-error.ts';
import { createRest, type Rest } from './rest.ts';

/** Settles which network a client talks to. */
export interface ClientOptions {
  /** URL of the REST interface, up to where `/v1` begins. */
  readonly url: string;
  /**
   * What the server wants to be shown before it gives anything away, as a devnet with a token does;
   * sent with requests to the faucet only, as `Authorization: Bearer …`.
   */
  readonly accessToken?: string;
  /** Milliseconds to wait for an answer; 15000 by default. */
  readonly timeout?: number;
  /** Replaces the host's `fetch`. */
  readonly fetch?: typeof fetch;
}

/** Which jobs are asked for: those of one party, of any status unless one is given. */
export interface JobQuery {
  readonly role: 'client' | 'provider' | 'evaluator';
  readonly party: Address;
  readonly status?: 'Funded' | 'Submitted' | 'Completed' | 'Refunded';
}

/**
 * Asks a network and sends it what others have signed.
 *
 * Every method throws ClientError, and DecodeError for an argument that is not of its type, which is
 * named; then nothing is sent.
 */
export interface Client {
  /** Tells what is known of an account; one that was never seen is a new one. */
  account(address: Address, wanted?: AccountFilters): Promise<AccountInfoResponse>;
  /** Tells what is known of each of these tokens, in their order; asks a hundred at a time. */
  tokens(ids: readonly TokenId[]): Promise<TokenInfoResponse>;
  /** Gives the certificate of a transaction that has settled; one that has not is a ClientError, 404. */
  certificate(id: TransactionId): Promise<TransactionCertificate>;
  /** Gives the change of committee that began an epoch; undefined where none has. */
  committeeChange(epoch: number): Promise<TransactionCertificate | undefined>;
  /** Gives at most `limit` certificates of an account, 1 to 200, ascending by nonce. */
  certificates(
    address: Address,
    fromNonce: bigint,
    limit: number,
  ): Promise<readonly TransactionCertificate[]>;
  /** Gives the transactions of a multisig account that lack signatures, with those they have. */
  pending(address: Address): Promise<readonly TransactionEnvelope[]>;
  /** Gives an escrow job; one that is not known is a ClientError, 404. */
  job(id: EscrowJobId): Promise<EscrowJobRecord>;
  /** Gives the escrow jobs of a party; of a devnet the first thousand, smallest id first (rule P12). */
  jobs(query: JobQuery): Promise<readonly EscrowJobRecord[]>;
  /** Has a signed transaction settled; `witnesses` are certificates it builds on. */
  submit(
    envelope: TransactionEnvelope,
    witnesses?: readonly TransactionCertificate[],
  ): Promise<ProxySubmitTransactionResult>;
  /** Has the faucet send tokens, and resolves once they have settled. */
  faucetDrip(drip: FaucetDripRequest): Promise<void>;
}

/**
 * Says what besides balance and nonce is wanted of an account; nothing by default. A devnet takes a hundred ids
 * of each at most: what one answer tells is of one moment, so they are not asked for in several. It tells of
 * the first thousand where all are wanted, smallest id first (rule P12).
 */
export interface AccountFilters {
  readonly tokens?: FilterRequest<TokenId>;
  readonly states?: FilterRequest<StateKey>;
}

/** What published clients wait for an answer, in milliseconds (wire.md section 4). */
const TIMEOUT = 15_000;

/** Tells under which tags a transaction was signed, which JSON does not say. */
const VERIFIER = createVerifier(createNobleEd25519());

const FILTERS = fields({ tokens: filterOf(bytes32), states: filterOf(bytes32) });

const NONCE = unsigned(64n);
const EPOCH = whole(0, 2 ** 32 - 1);
/** What timers of hosts can count, in milliseconds. */
const WAIT = whole(1, 2 ** 31 - 1);
/** How many certificates a page has at most. */
const PAGE = whole(1, 200);

const QUERY = fields({
  role: oneOf('client', 'provider', 'evaluator'),
  party: checkAddress,
  status: optional(oneOf('Funded', 'Submitted', 'Completed', 'Refunded')),
});

const DRIP = fields({ recipient: checkAddress, amount: unsigned(256n), tokenId: orNull(bytes32) });

/**
 * Creates a client of a network.
 *
 * @throws DecodeError for an option that is not of its type
 */
export function createClient(options: ClientOptions): Client {
  object(options, 'options');
  const { url, accessToken, timeout = TIMEOUT, fetch = globalThis.fetch } = options;
  text(url, 'url');
  WAIT(timeout, 'timeout');
  optional(text)(accessToken, 'accessToken');
  const rest = createRest({ url, timeout, fetch });
  const access = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
  return {
    ...accountReads(rest),
    async tokens(ids) {
      checkList(bytes32)(ids, 'ids');
      const known: TokenInfoResponse['requestedTokenMetadata'][number][] = [];
      // One page of none is asked for as well: what that comes to is for the network to say.
      for (let from = 0; from < Math.max(1, ids.length); from += LIMITS.filterIds) {
        const page = ids.slice(from, from + LIMITS.filterIds);
        const data = await rest.get('/v1/tokens', { token_ids: page.join(',') });
        const { requestedTokenMetadata } = read(() => TOKEN_INFO.fromJson(data, 'rest', 'data'));
        known.push(...requestedTokenMetadata);
      }
      return { requestedTokenMetadata: known };
    },
    async certificate(id) {
      bytes32(id, 'id');
      const data = await rest.get(`/v1/certificate/${id}`);
      return read(() => asSigned(CERTIFICATE.fromJson(data, 'rest', 'data')));
    },
    async committeeChange(epoch) {
      EPOCH(epoch, 'epoch');
      try {
        const data = await rest.get(`/v1/committee-changes/${epoch}`);
        return read(() => asSigned(CERTIFICATE.fromJson(data, 'rest', 'data')));
      } catch (failure) {
        if (failure instanceof ClientError && failure.status === 404) return undefined;
        throw failure;
      }
    },
    async job(id) {
      bytes32(id, 'id');
      const data = await rest.get(`/v1/escrow-jobs/${id}`);
      return read(() => ESCROW_JOB.fromJson(data, 'rest', 'data'));
    },
    async jobs(query) {
      QUERY(query, 'query');
      const { role, party, status } = query;
      const data = await rest.get('/v1/escrow-jobs', { [role]: formatAddress(party), status });
      return read(() => listOf(data).map((job) => ESCROW_JOB.fromJson(job, 'rest', 'data')));
    },
    async submit(envelope, witnesses = []) {
      const signed = write('envelope', 'a signed transaction', () => ({
        transaction: bytesToHex(encodeTransaction(envelope.transaction)),
        signature: bytesToHex(encodeSignature(envelope.signature)),
      }));
      const witness_certificates = write('witnesses', 'a list of certificates', () =>
        CERTIFICATES.toJson(witnesses, 'rest'),
      );
      const data = await rest.post('/v1/submit-transaction', { ...signed, witness_certificates });
      const result = read(() => PROXY_SUBMIT_RESULT.fromJson(data, 'rest', 'data'));
      if (result.kind !== 'Success') return result;
      return { ...result, certificate: read(() => asSigned(result.certificate)) };
    },
    async faucetDrip(drip) {
      DRIP(drip, 'drip');
      await rest.post('/v1/faucet-drip', FAUCET_DRIP_REQUEST.toJson(drip, 'rest'), access);
    },
  };
}

function accountReads(rest: Rest): Pick<Client, 'account' | 'certificates' | 'pending'> {
  const path = (address: Address) => {
    checkAddress(address, 'address');
    return `/v1/accounts/${formatAddress(address)}`;
  };
  return {
    async account(address, wanted = {}) {
      FILTERS(wanted, 'wanted');
      const { tokens = 'none', states = 'none' } = wanted;
      const data = await rest.get(path(address), {
        token_balances_filter: filterText(tokens),
        state_key_filter: filterText(states),
      });
      return read(() => {
        const info = ACCOUNT_INFO.fromJson(data, 'rest', 'data');
        const pending = info.pendingConfirmation;
        if (pending === null) return info;
        const value = withSignedTag(pending.value, VERIFIER);
        return { ...info, pendingConfirmation: { ...pending, value } };
      });
    },
    async certificates(address, fromNonce, limit) {
      NONCE(fromNonce, 'fromNonce');
      PAGE(limit, 'limit');
      const range = { from_nonce: String(fromNonce), limit: String(limit) };
      const data = await rest.get(`${path(address)}/certificates`, range);
      return read(() => CERTIFICATES.fromJson(data, 'rest', 'data').map(asSigned));
    },
    async pending(address) {
      const data = await rest.get(`${path(address)}/pending-multisig-transactions`);
      return read(() =>
        listOf(data).map((envelope) =>
          withSignedTag(envelopeFromJson(envelope, 'rest', 'data'), VERIFIER),
        ),
      );
    },
  };
}

function asSigned(certificate: TransactionCertificate): TransactionCertificate {
  return certificateWithSignedTag(certificate, VERIFIER);
}

function filterOf(check: Check): Check {
  return (value, path) => {
    if (value !== undefined && value !== 'all' && value !== 'none') checkList(check)(value, path);
  };
}

function filterText(filter: FilterRequest<string>): string | undefined {
  if (filter === 'none') return undefined;
  return filter === 'all' ? '' : filter.join(',');
}

function listOf(data: JsonValue): readonly JsonValue[] {
  if (Array.isArray(data)) return data;
  throw new DecodeError('UnexpectedType', 'data', 'an array');
}

// What cannot be written is not of its type, of which nothing else may have been checked.
function write<T>(path: string, expected: string, encode: () => T): T {
  try {
    return encode();
  } catch (cause) {
    if (cause instanceof DecodeError) throw cause;
    throw new DecodeError('UnexpectedType', path, expected, { cause });
  }
}

// What a server sends is no mistake of the caller, as which a DecodeError would count.
function read<T>(decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    if (!(cause instanceof DecodeError)) throw cause;
    const message = `an answer that is not of this interface: ${cause.message}`;
    throw new ClientError('UNREADABLE', message, { cause });
  }
}
