import { certificateWithSignedTag, followedBy, withSignedTag } from '@quorate/core';
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
  ESCROW_ROLES,
  ESCROW_STATUSES,
  type EscrowJobId,
  type EscrowJobRecord,
  type EscrowRole,
  type EscrowStatus,
  encodeSignature,
  encodeTransaction,
  envelopeFromJson,
  FAUCET_DRIP_REQUEST,
  type FaucetDripRequest,
  type FilterRequest,
  factsOf,
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
  transactionId,
} from '@quorate/protocol';
import {
  able,
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
} from '../values/check-shape.ts';
import { ClientError } from './client-error.ts';
import { createRest, type Rest } from './rest.ts';

/** The options of a client. */
export interface ClientOptions {
  /** The URL of the REST interface, without `/v1`. */
  readonly url: string;
  /**
   * The access token of a devnet that requires one. It is sent only with faucet requests, as
   * `Authorization: Bearer …`.
   */
  readonly accessToken?: string;
  /** How long to wait for an answer, in milliseconds; 15000 by default. */
  readonly timeout?: number;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /**
   * Ends the requests under way, refuses later ones, and ends the waiting of a wallet between two
   * of them, all with the code `ABORTED`. What a wallet has sent may settle all the same.
   */
  readonly signal?: AbortSignal;
}

/** Selects the escrow jobs of one party; without `status`, of any status. */
export interface JobQuery {
  readonly role: EscrowRole;
  readonly party: Address;
  readonly status?: EscrowStatus;
}

/**
 * Reads from a network and submits signed transactions to it.
 *
 * Every method throws a ClientError, or a DecodeError that names an argument of the wrong type; in
 * that case nothing was sent.
 */
export interface Client {
  /** The signal that ends its requests, if it was given one. */
  readonly signal?: AbortSignal | undefined;
  /** Gives an account. One that was never seen is a new one, not an error. */
  account(address: Address, wanted?: AccountFilters): Promise<AccountInfoResponse>;
  /**
   * Gives these tokens, in the same order; null for one that is unknown. It asks for a hundred at a
   * time.
   */
  tokens(ids: readonly TokenId[]): Promise<TokenInfoResponse>;
  /**
   * Gives the certificate of a settled transaction; for any other, throws a ClientError with status
   * 404.
   */
  certificate(id: TransactionId): Promise<TransactionCertificate>;
  /** Gives the certificate of the change that began an epoch; undefined when there is none. */
  committeeChange(epoch: number): Promise<TransactionCertificate | undefined>;
  /** Gives at most `limit` certificates of an account (1 to 200), ascending by nonce. */
  certificates(
    address: Address,
    fromNonce: bigint,
    limit: number,
  ): Promise<readonly TransactionCertificate[]>;
  /** Gives the transactions of an account that still lack signatures, with those they have. */
  pending(address: Address): Promise<readonly TransactionEnvelope[]>;
  /** Gives an escrow job; for an unknown one, throws a ClientError with status 404. */
  job(id: EscrowJobId): Promise<EscrowJobRecord>;
  /**
   * Gives the escrow jobs of a party. A devnet gives the first thousand, smallest id first (rule
   * P12).
   */
  jobs(query: JobQuery): Promise<readonly EscrowJobRecord[]>;
  /**
   * Submits a signed transaction and waits for the result. `witnesses` are certificates that it
   * builds on.
   */
  submit(
    envelope: TransactionEnvelope,
    witnesses?: readonly TransactionCertificate[],
  ): Promise<ProxySubmitTransactionResult>;
  /** Has the faucet send tokens, and resolves once they have settled. */
  faucetDrip(drip: FaucetDripRequest): Promise<void>;
}

/**
 * Selects what to read of an account besides its balance and nonce; nothing by default. A devnet
 * accepts at most a hundred ids in each list. More are not split over several requests, because one
 * answer shows one moment. With 'all' it gives the first thousand, smallest id first (rule P12).
 */
export interface AccountFilters {
  readonly tokens?: FilterRequest<TokenId>;
  readonly states?: FilterRequest<StateKey>;
}

/** How long published clients wait for an answer, in milliseconds (wire.md section 4). */
const TIMEOUT = 15_000;

/** Finds out under which tags a transaction was signed, which JSON does not show. */
const VERIFIER = createVerifier(createNobleEd25519());

const FILTERS = fields({ tokens: filterOf(bytes32), states: filterOf(bytes32) });

const NONCE = unsigned(64n);
const EPOCH = whole(0, 2 ** 32 - 1);
/** The longest timeout that hosts support, in milliseconds. */
const WAIT = whole(1, 2 ** 31 - 1);
const FETCH = able('a function such as the global fetch', 'call');
const SIGNAL = optional(able('the signal of an AbortController', 'addEventListener'));
/** The size of a page of certificates. */
const PAGE = whole(1, 200);

const QUERY = fields({
  role: oneOf(...ESCROW_ROLES),
  party: checkAddress,
  status: optional(oneOf(...ESCROW_STATUSES)),
});

const DRIP = fields({ recipient: checkAddress, amount: unsigned(256n), tokenId: orNull(bytes32) });

/**
 * Creates a client of a network.
 *
 * @throws DecodeError for an option of the wrong type
 */
export function createClient(options: ClientOptions): Client {
  object(options, 'options');
  const { url, accessToken, timeout = TIMEOUT, fetch = globalThis.fetch, signal } = options;
  text(url, 'url');
  WAIT(timeout, 'timeout');
  optional(text)(accessToken, 'accessToken');
  FETCH(fetch, 'fetch');
  SIGNAL(signal, 'signal');
  const rest = createRest({ url, timeout, fetch, signal });
  const access = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` };
  return {
    signal,
    ...accountReads(rest),
    ...jobReads(rest),
    async tokens(ids) {
      checkList(bytes32)(ids, 'ids');
      const known: TokenInfoResponse['requestedTokenMetadata'][number][] = [];
      // An empty list is sent too: the network decides what to answer.
      for (let from = 0; from < Math.max(1, ids.length); from += LIMITS.filterIds) {
        const page = ids.slice(from, from + LIMITS.filterIds);
        const data = await rest.get('/v1/tokens', { token_ids: page.join(',') });
        const { requestedTokenMetadata } = read(() => TOKEN_INFO.fromJson(data, 'rest', 'data'));
        const isOfPage =
          requestedTokenMetadata.length === page.length &&
          page.every((id, index) => isSame(requestedTokenMetadata[index]?.[0], id));
        expectAsked(isOfPage, 'other tokens than those asked for');
        known.push(...requestedTokenMetadata);
      }
      return { requestedTokenMetadata: known };
    },
    async certificate(id) {
      bytes32(id, 'id');
      const data = await rest.get(`/v1/certificate/${id}`);
      const found = read(() => asSigned(CERTIFICATE.fromJson(data, 'rest', 'data')));
      // Whoever verifies the certificate learns that it is genuine, but not what it is about.
      const isOfId = isSame(transactionId(found.envelope.transaction), id);
      expectAsked(isOfId, `another transaction than ${id}`);
      return found;
    },
    async committeeChange(epoch) {
      EPOCH(epoch, 'epoch');
      try {
        const data = await rest.get(`/v1/committee-changes/${epoch}`);
        const found = read(() => asSigned(CERTIFICATE.fromJson(data, 'rest', 'data')));
        const began = followedBy(found.envelope.transaction)?.epoch;
        expectAsked(began === epoch, `another change than that to epoch ${epoch}`);
        return found;
      } catch (failure) {
        if (failure instanceof ClientError && failure.status === 404) return undefined;
        throw failure;
      }
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
      const certificate = read(() => asSigned(result.certificate));
      const id = transactionId(envelope.transaction);
      const isOwn = isSame(transactionId(certificate.envelope.transaction), id);
      expectAsked(isOwn, `another transaction than ${id}`);
      return { ...result, certificate };
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
        expectAsked(isSame(info.sender, address), `another account than ${formatAddress(address)}`);
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
      const found = read(() => CERTIFICATES.fromJson(data, 'rest', 'data').map(asSigned));
      const isRange = isAscending(found, address, fromNonce) && found.length <= limit;
      expectAsked(
        isRange,
        `other certificates than those of ${formatAddress(address)} from ${fromNonce} on`,
      );
      return found;
    },
    async pending(address) {
      const data = await rest.get(`${path(address)}/pending-multisig-transactions`);
      const found = read(() =>
        listOf(data).map((envelope) =>
          withSignedTag(envelopeFromJson(envelope, 'rest', 'data'), VERIFIER),
        ),
      );
      const areOwn = found.every(({ transaction }) =>
        isSame(factsOf(transaction).transaction.sender, address),
      );
      expectAsked(areOwn, `another account than ${formatAddress(address)}`);
      return found;
    },
  };
}

function jobReads(rest: Rest): Pick<Client, 'job' | 'jobs'> {
  return {
    async job(id) {
      bytes32(id, 'id');
      const data = await rest.get(`/v1/escrow-jobs/${id}`);
      const found = read(() => ESCROW_JOB.fromJson(data, 'rest', 'data'));
      expectAsked(isSame(found.jobId, id), `another job than ${id}`);
      return found;
    },
    async jobs(query) {
      QUERY(query, 'query');
      const { role, party, status } = query;
      const data = await rest.get('/v1/escrow-jobs', { [role]: formatAddress(party), status });
      const found = read(() => listOf(data).map((job) => ESCROW_JOB.fromJson(job, 'rest', 'data')));
      const areOfParty = found.every(
        (job) => isSame(job[role], party) && (status === undefined || job.status === status),
      );
      expectAsked(areOfParty, 'other jobs than those asked for');
      return found;
    },
  };
}

// An answer may be right in form and still be that to another question, as one from a cache.
function expectAsked(isAsked: boolean, about: string): void {
  if (!isAsked) throw new ClientError('UNREADABLE', `an answer about ${about}`);
}

// What a caller gives may be in capitals.
function isSame(answered: string | undefined, asked: string): boolean {
  return answered === asked.toLowerCase();
}

function isAscending(
  certificates: readonly TransactionCertificate[],
  sender: Address,
  fromNonce: bigint,
): boolean {
  let least = fromNonce;
  return certificates.every(({ envelope }) => {
    const { transaction } = factsOf(envelope.transaction);
    const isDue = isSame(transaction.sender, sender) && transaction.nonce >= least;
    least = transaction.nonce + 1n;
    return isDue;
  });
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

// A value that cannot be encoded has the wrong type; it may not have been checked before.
function write<T>(path: string, expected: string, encode: () => T): T {
  try {
    return encode();
  } catch (cause) {
    if (cause instanceof DecodeError) throw cause;
    throw new DecodeError('UnexpectedType', path, expected, { cause });
  }
}

// A wrong answer of the server must not throw a DecodeError, which stands for a mistake of the
// caller.
function read<T>(decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    if (!(cause instanceof DecodeError)) throw cause;
    const message = `an answer that is not of this interface: ${cause.message}`;
    throw new ClientError('UNREADABLE', message, { cause });
  }
}
