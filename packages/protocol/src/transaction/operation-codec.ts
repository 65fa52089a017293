import {
  ADDRESS,
  byteVector,
  DOCUMENT_HASH,
  fixedBytes,
  SIGNATURE,
} from '../codec/binary-codecs.ts';
import type { Codec } from '../codec/codec.ts';
import { absent, field, list, mapped, nullable, pair, struct } from '../codec/combinators.ts';
import { AMOUNT, U8, U16, U32, U64, U128 } from '../codec/integer-codecs.ts';
import { TEXT } from '../codec/scalar-codecs.ts';
import { UNIT, type Variants, variants } from '../codec/variants.ts';
import type {
  Bytes32,
  EscrowConfigId,
  EscrowJobId,
  HexBytes,
  State,
  StateKey,
  TokenId,
} from '../primitives.ts';
import type {
  Burn,
  ChangeCommittee,
  CommonOperation,
  CreateConfig,
  CreateJob,
  EscrowOperation,
  EvaluationFee,
  ExternalClaim,
  ExternalClaimBody,
  JobDecision,
  Mint,
  MintChange,
  Operation,
  StateInitialization,
  StateReset,
  StateUpdate,
  Submit,
  TokenCreation,
  TokenManagement,
  TokenTransfer,
  ValidatorConfig,
  VerifierSignature,
} from './operation.ts';

/** Codec of a token id. */
export const TOKEN_ID: Codec<TokenId> = fixedBytes<TokenId>(32);
const STATE_KEY = fixedBytes<StateKey>(32);
const STATE = fixedBytes<State>(32);
/** Codec of 32 bytes that the ledger stores without interpreting them, or null. */
export const USER_DATA: Codec<Bytes32 | null> = nullable(fixedBytes<Bytes32>(32));

const TOKEN_TRANSFER = struct<TokenTransfer>('TokenTransfer', {
  tokenId: TOKEN_ID,
  recipient: ADDRESS,
  amount: AMOUNT,
  userData: USER_DATA,
});

const TOKEN_CREATION = struct<TokenCreation>('TokenCreation', {
  tokenName: TEXT,
  decimals: U8,
  initialAmount: AMOUNT,
  mints: list(ADDRESS),
  userData: USER_DATA,
});

// `AddressChange` is an enum without payloads; older Rust builds write it as `{"Add": []}`.
const ADDRESS_CHANGE: Codec<'Add' | 'Remove'> = mapped(
  variants<{ readonly kind: 'Add' } | { readonly kind: 'Remove' }>('AddressChange', {
    Add: { tag: 0, payload: UNIT },
    Remove: { tag: 1, payload: UNIT },
  }),
  { to: (change) => ({ kind: change }), from: ({ kind }) => kind },
);

// Clients of 2025 do not read a bare name here (facts.md 6.1).
const ADDRESS_CHANGE_OF_2025: Codec<'Add' | 'Remove'> = {
  ...ADDRESS_CHANGE,
  toJson: (change, dialect) =>
    dialect === 'rpc' ? { [change]: [] } : ADDRESS_CHANGE.toJson(change, dialect),
};

const NO_NAME = absent<string | null>(null);

function tokenManagement(
  newTokenName: Codec<string | null>,
  change = ADDRESS_CHANGE,
): Codec<TokenManagement> {
  return struct<TokenManagement>('TokenManagement', {
    tokenId: TOKEN_ID,
    updateId: U64,
    newAdmin: nullable(ADDRESS),
    mints: list<MintChange>(pair(change, ADDRESS)),
    userData: USER_DATA,
    // No client shows where the newest release puts the name. We chose the last position (facts.md
    // U9.5).
    newTokenName,
  });
}

const MINT = struct<Mint>('Mint', { tokenId: TOKEN_ID, recipient: ADDRESS, amount: AMOUNT });
const BURN = struct<Burn>('Burn', { tokenId: TOKEN_ID, amount: AMOUNT });

const STATE_INITIALIZATION = struct<StateInitialization>('StateInitialization', {
  key: STATE_KEY,
  initialState: STATE,
});

const STATE_UPDATE = struct<StateUpdate>('StateUpdate', {
  key: STATE_KEY,
  previousState: STATE,
  nextState: STATE,
  computeClaimTxHash: DOCUMENT_HASH,
  computeClaimTxTimestamp: U128,
});

const STATE_RESET = struct<StateReset>('StateReset', { key: STATE_KEY, resetState: STATE });

const EXTERNAL_CLAIM = struct<ExternalClaim>('ExternalClaim', {
  claim: struct<ExternalClaimBody>('ExternalClaimBody', {
    verifierCommittee: list(ADDRESS),
    verifierQuorum: U64,
    claimData: byteVector<HexBytes>(),
  }),
  signatures: list(
    struct<VerifierSignature>('VerifierSig', {
      verifierAddr: ADDRESS,
      sig: SIGNATURE,
    }),
  ),
});

const VALIDATOR_CONFIG = struct<ValidatorConfig>('ValidatorConfig', {
  address: ADDRESS,
  host: TEXT,
  rpcPort: U32,
});

const JOIN_COMMITTEE = field('config', VALIDATOR_CONFIG);

const CHANGE_COMMITTEE = struct<ChangeCommittee>('ChangeCommittee', {
  newCommittee: struct<ChangeCommittee['newCommittee']>('Committee', {
    validators: list(VALIDATOR_CONFIG),
  }),
  epoch: U32,
});

const EVALUATION_FEE = variants<EvaluationFee>('FixedAmountOrBps', {
  Fixed: { tag: 0, payload: field('amount', AMOUNT) },
  Bps: { tag: 1, payload: field('bps', U16) },
});

const JOB_DECISION = struct<JobDecision>('JobDecision', { jobId: fixedBytes<EscrowJobId>(32) });

const ESCROW = variants<EscrowOperation>('Escrow', {
  CreateConfig: {
    tag: 0,
    payload: struct<CreateConfig>('CreateConfig', {
      tokenId: TOKEN_ID,
      evaluator: ADDRESS,
      evaluationFee: EVALUATION_FEE,
      minEvaluatorFee: AMOUNT,
    }),
  },
  CreateJob: {
    tag: 1,
    payload: struct<CreateJob>('CreateJob', {
      configId: fixedBytes<EscrowConfigId>(32),
      provider: ADDRESS,
      providerFee: AMOUNT,
      description: TEXT,
    }),
  },
  Submit: {
    tag: 2,
    payload: struct<Submit>('Submit', {
      jobId: fixedBytes<EscrowJobId>(32),
      deliverable: DOCUMENT_HASH,
    }),
  },
  Reject: { tag: 3, payload: JOB_DECISION },
  Complete: { tag: 4, payload: JOB_DECISION },
});

/**
 * The operations common to all releases of 2026, under the tags that all of them use.
 *
 * The tags are not in the order of the JSON listings: `ExternalClaim` comes before `StateReset`.
 * Source: facts.md B2.19.
 */
export const COMMON_OPERATIONS: Variants<CommonOperation> = {
  TokenTransfer: { tag: 0, payload: TOKEN_TRANSFER },
  TokenCreation: { tag: 1, payload: TOKEN_CREATION },
  TokenManagement: { tag: 2, payload: tokenManagement(NO_NAME) },
  Mint: { tag: 3, payload: MINT },
  Burn: { tag: 4, payload: BURN },
  StateInitialization: { tag: 5, payload: STATE_INITIALIZATION },
  StateUpdate: { tag: 6, payload: STATE_UPDATE },
  ExternalClaim: { tag: 7, payload: EXTERNAL_CLAIM },
  StateReset: { tag: 8, payload: STATE_RESET },
  JoinCommittee: { tag: 9, payload: JOIN_COMMITTEE },
  LeaveCommittee: { tag: 10, payload: UNIT },
  ChangeCommittee: { tag: 11, payload: CHANGE_COMMITTEE },
};

/** Codec of token management in the un-versioned shape. */
export const TOKEN_MANAGEMENT_OF_2025: Codec<TokenManagement> = tokenManagement(
  NO_NAME,
  ADDRESS_CHANGE_OF_2025,
);

/** Codec of an operation of `Release20260407`. Source: facts.md B2.19. */
export const OPERATION_20260407: Codec<Operation> = variants<Operation>('Operation', {
  ...COMMON_OPERATIONS,
  Escrow: { tag: 12, payload: field('escrow', ESCROW) },
});

/** Codec of an operation of `Release20260508`: token management may carry a new name. */
export const OPERATION_20260508: Codec<Operation> = variants<Operation>('Operation', {
  ...COMMON_OPERATIONS,
  TokenManagement: { tag: 2, payload: tokenManagement(nullable(TEXT)) },
  Escrow: { tag: 12, payload: field('escrow', ESCROW) },
});
