import {
  type Address,
  BURN_ADDRESS,
  type EscrowOperation,
  factsOf,
  type JobDecision,
  NATIVE_TOKEN_ID,
  type NetworkId,
  type Operation,
  operationId,
  type RejectionCode,
  type TokenId,
  type Transaction,
  type TransactionId,
  type ValidatorConfig,
  type VersionedTransaction,
} from '@quorate/protocol';

/** Says what the ledger answers: that all is well, or the code of the refusal. */
export type Verdict = 'ok' | RejectionCode;

/** Fixes where a ledger starts. */
export interface NaiveGenesis {
  readonly networkId: NetworkId;
  readonly acceptsUnversioned: boolean;
  /** Native least units. */
  readonly balances: ReadonlyMap<Address, bigint>;
  /** Fee by token; empty means that nobody pays (rule V7). */
  readonly fees: ReadonlyMap<TokenId, bigint>;
  readonly defaultFeeToken: TokenId;
  readonly feeAccount: Address;
}

type Flat = Exclude<Operation, { readonly kind: 'Escrow' }> | EscrowOperation;
type FlatOf<K extends Flat['kind']> = Extract<Flat, { readonly kind: K }>;

/** A created token. */
export interface NaiveToken {
  readonly name: string;
  readonly decimals: number;
  readonly admin: Address;
  readonly mints: ReadonlySet<Address>;
  readonly updates: bigint;
}

/** A job, its terms and what was paid into it. */
export interface NaiveJob {
  readonly config: FlatOf<'CreateConfig'>;
  readonly client: Address;
  readonly provider: Address;
  readonly providerFee: bigint;
  readonly evaluatorFee: bigint;
  readonly deliverable: string | null;
  readonly status: 'Funded' | 'Submitted' | 'Completed' | 'Refunded';
}

/** Everything a ledger holds. A key of two parts is written with a slash between them. */
export interface NaiveState {
  readonly nonces: Map<string, bigint>;
  readonly settled: Map<string, TransactionId>;
  readonly balances: Map<string, bigint>;
  readonly supplies: Map<string, bigint>;
  readonly cells: Map<string, string>;
  readonly tokens: Map<string, NaiveToken>;
  readonly configs: Map<string, FlatOf<'CreateConfig'>>;
  readonly jobs: Map<string, NaiveJob>;
  readonly claims: Map<string, FlatOf<'ExternalClaim'>['claim']>;
  /** Settled requests by operation id; null asks to leave. */
  readonly requests: Map<string, ValidatorConfig | null>;
}

/** One operation's surroundings: the ledger it acts on and its place in its transaction. */
interface At {
  readonly state: NaiveState;
  readonly sender: Address;
  readonly operations: readonly Operation[];
  readonly index: number;
  readonly transactionId: TransactionId;
  /** Names what this operation creates. */
  readonly newId: string;
  readonly newTokenId: string;
}

/** The rules of one kind of operation: a line of the tables in ledger.md sections 5 and 7. */
interface Rule<O> {
  /** Says whether something is absent without which it cannot even settle: rules D2 to D4. */
  lacks?(operation: O, at: At): boolean;
  admit(operation: O, at: At): Verdict;
  settle(operation: O, at: At): void;
}

const FREE = ['JoinCommittee', 'LeaveCommittee', 'ChangeCommittee', 'CreateConfig'];

const RULES: { readonly [K in Flat['kind']]: Rule<FlatOf<K>> } = {
  TokenTransfer: {
    admit: ({ amount, tokenId }, at) => pays(at.state, at.sender, tokenId, amount),
    settle: ({ amount, tokenId, recipient }, { state, sender }) => {
      credit(state, sender, tokenId, -amount);
      credit(state, recipient, tokenId, amount);
    },
  },
  TokenCreation: {
    admit: ({ mints }, { state, newTokenId }) =>
      only(new Set(mints).size === mints.length && !state.tokens.has(newTokenId)),
    settle: ({ tokenName: name, decimals, mints, initialAmount }, at) => {
      const token = { name, decimals, admin: at.sender, mints: new Set(mints), updates: 0n };
      at.state.tokens.set(at.newTokenId, token);
      issue(at.state, at.sender, at.newTokenId, initialAmount);
    },
  },
  TokenManagement: {
    lacks: ({ tokenId, updateId }, { state }) =>
      tokenId !== NATIVE_TOKEN_ID && updateId > (state.tokens.get(tokenId)?.updates ?? -1n),
    admit: ({ tokenId, updateId, newAdmin }, { state, sender }) => {
      const token = state.tokens.get(tokenId);
      const isNext = token?.admin === sender && token.updates === updateId;
      return only(isNext && newAdmin !== BURN_ADDRESS);
    },
    settle: ({ tokenId, newAdmin, newTokenName, mints }, { state }) => {
      const token = get(state.tokens, tokenId);
      const changed = new Set(token.mints);
      for (const [change, mint] of mints)
        if (change === 'Add') changed.add(mint);
        else changed.delete(mint);
      state.tokens.set(tokenId, {
        ...token,
        admin: newAdmin ?? token.admin,
        name: newTokenName ?? token.name,
        mints: changed,
        updates: token.updates + 1n,
      });
    },
  },
  Mint: {
    admit: ({ tokenId, amount }, { state, sender }) => {
      const token = state.tokens.get(tokenId);
      if (amount === 0n || tokenId === NATIVE_TOKEN_ID) return 'NonSubmittableOperation';
      return token === undefined ? 'MissingDependency' : only(token.mints.has(sender));
    },
    settle: ({ tokenId, recipient, amount }, at) => issue(at.state, recipient, tokenId, amount),
  },
  Burn: {
    admit: ({ amount, tokenId }, at) => pays(at.state, at.sender, tokenId, amount),
    settle: ({ amount, tokenId }, at) => issue(at.state, at.sender, tokenId, -amount),
  },
  StateInitialization: {
    admit: ({ key }, { state, sender }) => only(!state.cells.has(`${sender}/${key}`)),
    settle: ({ key, initialState }, at) => put(at.state.cells, `${at.sender}/${key}`, initialState),
  },
  StateUpdate: {
    admit: ({ key, previousState }, { state, sender }) =>
      only(state.cells.get(`${sender}/${key}`) === previousState),
    settle: ({ key, nextState }, at) => put(at.state.cells, `${at.sender}/${key}`, nextState),
  },
  StateReset: {
    admit: ({ key }, { state, sender }) => only(state.cells.has(`${sender}/${key}`)),
    settle: ({ key, resetState }, at) => put(at.state.cells, `${at.sender}/${key}`, resetState),
  },
  ExternalClaim: {
    admit: ({ claim: { verifierCommittee, verifierQuorum }, signatures }, at) => {
      const members = new Set(verifierCommittee);
      const signers = new Set(signatures.map(({ verifierAddr }) => verifierAddr));
      const isFirst = at.operations.findIndex(({ kind }) => kind === 'ExternalClaim') === at.index;
      const isSound = members.size === verifierCommittee.length && verifierQuorum <= members.size;
      const areMembers = [...signers].every((signer) => members.has(signer));
      const isSigned = signers.size === signatures.length && signers.size >= verifierQuorum;
      return only(isFirst && isSound && areMembers && isSigned);
    },
    settle: ({ claim }, at) => put(at.state.claims, at.transactionId, claim),
  },
  JoinCommittee: {
    admit: () => 'ok',
    settle: ({ config }, at) => put(at.state.requests, at.newId, config),
  },
  LeaveCommittee: { admit: () => 'ok', settle: (_, at) => put(at.state.requests, at.newId, null) },
  // No account of a test's pool is the committee account; the handover has its own model.
  ChangeCommittee: { admit: () => 'NonSubmittableOperation', settle: () => undefined },
  CreateConfig: {
    admit: ({ evaluator, evaluationFee: fee }, { sender }) =>
      only(sender === evaluator && (fee.kind === 'Fixed' || fee.bps <= 10_000)),
    settle: (config, at) => put(at.state.configs, at.newId, config),
  },
  CreateJob: {
    lacks: ({ configId }, { state }) => !state.configs.has(configId),
    admit: ({ configId, providerFee }, { state, sender }) => {
      const config = get(state.configs, configId);
      const total = providerFee + evaluatorFeeOf(config, providerFee);
      return covers(state, sender, config.tokenId, total);
    },
    settle: ({ configId, provider, providerFee }, { state, sender: client, newId }) => {
      const config = get(state.configs, configId);
      const evaluatorFee = evaluatorFeeOf(config, providerFee);
      const parties = { config, client, provider };
      const terms = { providerFee, evaluatorFee, deliverable: null, status: 'Funded' } as const;
      state.jobs.set(newId, { ...parties, ...terms });
      credit(state, client, config.tokenId, -providerFee - evaluatorFee);
    },
  },
  Submit: {
    lacks: lacksJob,
    admit: ({ jobId }, { state, sender }) => {
      const job = get(state.jobs, jobId);
      return only(sender === job.provider && job.deliverable === null);
    },
    settle: ({ jobId, deliverable }, { state }) => {
      const job = get(state.jobs, jobId);
      const status = job.status === 'Funded' ? 'Submitted' : job.status;
      state.jobs.set(jobId, { ...job, deliverable, status });
    },
  },
  Reject: {
    lacks: lacksJob,
    admit: ({ jobId }, { state, sender }) => {
      const job = get(state.jobs, jobId);
      return only(sender === job.config.evaluator && isOpen(job));
    },
    settle: ({ jobId }, { state }) => payOut(state, jobId, 'Refunded'),
  },
  Complete: {
    lacks: lacksJob,
    admit: ({ jobId }, { state, sender }) => {
      const job = get(state.jobs, jobId);
      if (sender !== job.config.evaluator || !isOpen(job)) return 'NonSubmittableOperation';
      return job.status === 'Submitted' ? 'ok' : 'MissingDependency';
    },
    settle: ({ jobId }, { state }) => payOut(state, jobId, 'Completed'),
  },
};

/**
 * Keeps the ledger of one validator in the plainest way: no signatures, no locks, no speed.
 *
 * Written from ledger.md alone, so that it is a second opinion about the core.
 */
export class NaiveLedger {
  readonly #genesis: NaiveGenesis;
  #state: NaiveState;

  constructor(genesis: NaiveGenesis) {
    this.#genesis = genesis;
    this.#state = {
      nonces: new Map(),
      settled: new Map(),
      balances: new Map(),
      supplies: new Map(),
      cells: new Map(),
      tokens: new Map(),
      configs: new Map(),
      jobs: new Map(),
      claims: new Map(),
      requests: new Map(),
    };
    for (const [owner, amount] of genesis.balances)
      issue(this.#state, owner, NATIVE_TOKEN_ID, amount);
  }

  /** Gives what the ledger holds. */
  get state(): NaiveState {
    return this.#state;
  }

  /** Gives the nonce of an account's next transaction. */
  nextNonce(account: Address): bigint {
    return this.#state.nonces.get(account) ?? 0n;
  }

  /** Says whether a validator would sign: rules V2, V5, V6 and V7. Changes nothing. */
  admit(versioned: VersionedTransaction): Verdict {
    const { transaction } = factsOf(versioned);
    const { networkId, sender, nonce, operations } = transaction;
    const { networkId: ours, acceptsUnversioned } = this.#genesis;
    if (networkId === null ? !acceptsUnversioned : networkId !== ours)
      return 'NonSubmittableOperation';
    if (nonce !== this.nextNonce(sender)) return 'UnexpectedNonce';
    if (operations.length === 0) return 'NonSubmittableOperation';
    const scratch = structuredClone(this.#state);
    const verdict = this.#run(versioned, scratch, (rule, operation, at) =>
      rule.lacks?.(operation, at) ? 'MissingDependency' : rule.admit(operation, at),
    );
    return verdict === 'ok' ? this.#admitFee(scratch, transaction) : verdict;
  }

  /** Settles a transaction that has a certificate: rules S2 to S5, all or nothing. */
  settle(versioned: VersionedTransaction): Verdict {
    const { transaction, id } = factsOf(versioned);
    const { sender, nonce } = transaction;
    const key = `${sender}/${nonce}`;
    const next = this.nextNonce(sender);
    if (nonce < next) return this.#state.settled.get(key) === id ? 'ok' : 'ConflictingCertificate';
    if (nonce > next) return 'MissingEarlierConfirmations';
    const scratch = structuredClone(this.#state);
    const verdict = this.#run(versioned, scratch, (rule, operation, at) =>
      rule.lacks?.(operation, at) ? 'MissingDependency' : 'ok',
    );
    if (verdict !== 'ok') return verdict;
    const { fee, feeToken } = this.#feeOf(transaction);
    credit(scratch, sender, feeToken, -fee);
    credit(scratch, this.#genesis.feeAccount, feeToken, fee);
    scratch.nonces.set(sender, next + 1n);
    scratch.settled.set(key, id);
    this.#state = scratch;
    return 'ok';
  }

  #run(
    versioned: VersionedTransaction,
    state: NaiveState,
    test: (rule: Rule<Flat>, operation: Flat, at: At) => Verdict,
  ): Verdict {
    const { transaction, id } = factsOf(versioned);
    const { sender, nonce, operations, tokenIdScheme } = transaction;
    for (const [index, listed] of operations.entries()) {
      const newId = operationId(sender, nonce, index);
      const newTokenId = tokenIdScheme === 'transaction' ? id : newId;
      const at = { state, sender, operations, index, transactionId: id, newId, newTokenId };
      const operation = flat(listed);
      const rule = RULES[operation.kind] as Rule<Flat>;
      const verdict = test(rule, operation, at);
      if (verdict !== 'ok') return verdict;
      rule.settle(operation, at);
    }
    return 'ok';
  }

  #admitFee(state: NaiveState, transaction: Transaction): Verdict {
    const { fee, feeToken, isFree } = this.#feeOf(transaction);
    if (isFree) return 'ok';
    if (!this.#genesis.fees.has(feeToken)) return 'NonSubmittableOperation';
    return fee === 0n ? 'ok' : covers(state, transaction.sender, feeToken, fee);
  }

  #feeOf({ feeToken: named, operations }: Transaction) {
    const { fees, defaultFeeToken } = this.#genesis;
    const feeToken = named === undefined ? defaultFeeToken : (named ?? NATIVE_TOKEN_ID);
    const isFree = fees.size === 0 || operations.every((op) => FREE.includes(flat(op).kind));
    return { feeToken, isFree, fee: isFree ? 0n : (fees.get(feeToken) ?? 0n) };
  }
}

function flat(operation: Operation): Flat {
  return operation.kind === 'Escrow' ? operation.escrow : operation;
}

function get<T>(map: ReadonlyMap<string, T>, key: string): T {
  const value = map.get(key);
  if (value === undefined) throw new Error(`nothing at ${key}`);
  return value;
}

function put<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value);
}

function only(holds: boolean): Verdict {
  return holds ? 'ok' : 'NonSubmittableOperation';
}

function pays(state: NaiveState, owner: Address, tokenId: TokenId, amount: bigint): Verdict {
  return amount === 0n ? 'NonSubmittableOperation' : covers(state, owner, tokenId, amount);
}

function covers(state: NaiveState, owner: Address, tokenId: TokenId, amount: bigint): Verdict {
  const balance = state.balances.get(`${owner}/${tokenId}`) ?? 0n;
  return balance >= amount ? 'ok' : 'InsufficientFunding';
}

function credit(state: NaiveState, owner: Address, tokenId: string, amount: bigint): void {
  const key = `${owner}/${tokenId}`;
  state.balances.set(key, (state.balances.get(key) ?? 0n) + amount);
}

function issue(state: NaiveState, owner: Address, tokenId: string, amount: bigint): void {
  state.supplies.set(tokenId, (state.supplies.get(tokenId) ?? 0n) + amount);
  credit(state, owner, tokenId, amount);
}

function lacksJob({ jobId }: JobDecision, { state }: At): boolean {
  return !state.jobs.has(jobId);
}

function isOpen({ status }: NaiveJob): boolean {
  return status === 'Funded' || status === 'Submitted';
}

function evaluatorFeeOf(config: FlatOf<'CreateConfig'>, providerFee: bigint): bigint {
  const { evaluationFee: fee, minEvaluatorFee } = config;
  const computed = fee.kind === 'Fixed' ? fee.amount : (providerFee * BigInt(fee.bps)) / 10_000n;
  return computed > minEvaluatorFee ? computed : minEvaluatorFee;
}

function payOut(state: NaiveState, jobId: string, status: 'Completed' | 'Refunded'): void {
  const job = get(state.jobs, jobId);
  if (!isOpen(job)) return;
  const payee = status === 'Completed' ? job.provider : job.client;
  credit(state, payee, job.config.tokenId, job.providerFee);
  credit(state, job.config.evaluator, job.config.tokenId, job.evaluatorFee);
  state.jobs.set(jobId, { ...job, status });
}
