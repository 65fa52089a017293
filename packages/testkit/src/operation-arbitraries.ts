import type {
  Bytes32,
  CommonOperation,
  EscrowConfigId,
  EscrowJobId,
  EscrowOperation,
  EvaluationFee,
  HexBytes,
  MintChange,
  Operation,
  OperationKind,
  Signature,
  State,
  StateKey,
  TokenId,
  ValidatorConfig,
  VerifierSignature,
} from '@quorate/protocol';
import { bytesToHex, NATIVE_TOKEN_ID } from '@quorate/protocol';
import fc, { type Arbitrary } from 'fast-check';
import {
  anyAddress,
  anyAmount,
  anyBytes,
  anyNonce,
  anyText,
  anyTimestampNanos,
} from './value-arbitraries.ts';

type OperationOf<K extends OperationKind> = Extract<Operation, { readonly kind: K }>;

/** Lists an arbitrary for every kind of operation; a token's new name is always null. */
export const OPERATIONS: { readonly [K in OperationKind]: () => Arbitrary<OperationOf<K>> } = {
  TokenTransfer: () =>
    fc.record({
      kind: fc.constant('TokenTransfer'),
      tokenId: anyTokenId(),
      recipient: anyAddress(),
      amount: anyAmount(),
      userData: anyUserData(),
    }),
  TokenCreation: () =>
    fc.record({
      kind: fc.constant('TokenCreation'),
      tokenName: anyText(),
      decimals: anyInteger(0xff),
      initialAmount: anyAmount(),
      mints: fc.array(anyAddress(), { maxLength: 3 }),
      userData: anyUserData(),
    }),
  TokenManagement: () =>
    fc.record({
      kind: fc.constant('TokenManagement'),
      tokenId: anyTokenId(),
      updateId: anyNonce(),
      newAdmin: fc.option(anyAddress()),
      mints: fc.array(anyMintChange(), { maxLength: 3 }),
      userData: anyUserData(),
      newTokenName: fc.constant(null),
    }),
  Mint: () =>
    fc.record({
      kind: fc.constant('Mint'),
      tokenId: anyTokenId(),
      recipient: anyAddress(),
      amount: anyAmount(),
    }),
  Burn: () => fc.record({ kind: fc.constant('Burn'), tokenId: anyTokenId(), amount: anyAmount() }),
  StateInitialization: () =>
    fc.record({
      kind: fc.constant('StateInitialization'),
      key: anyBytes<StateKey>(32),
      initialState: anyBytes<State>(32),
    }),
  StateUpdate: () =>
    fc.record({
      kind: fc.constant('StateUpdate'),
      key: anyBytes<StateKey>(32),
      previousState: anyBytes<State>(32),
      nextState: anyBytes<State>(32),
      computeClaimTxHash: anyBytes<string>(32),
      computeClaimTxTimestamp: anyTimestampNanos(),
    }),
  ExternalClaim: () =>
    fc.record({
      kind: fc.constant('ExternalClaim'),
      claim: fc.record({
        verifierCommittee: fc.array(anyAddress(), { maxLength: 3 }),
        verifierQuorum: anyNonce(),
        claimData: fc.uint8Array({ maxLength: 200 }).map((data) => bytesToHex(data) as HexBytes),
      }),
      signatures: fc.array(anyVerifierSignature(), { maxLength: 3 }),
    }),
  StateReset: () =>
    fc.record({
      kind: fc.constant('StateReset'),
      key: anyBytes<StateKey>(32),
      resetState: anyBytes<State>(32),
    }),
  JoinCommittee: () =>
    fc.record({ kind: fc.constant('JoinCommittee'), config: anyValidatorConfig() }),
  LeaveCommittee: () => fc.record({ kind: fc.constant('LeaveCommittee') }),
  ChangeCommittee: () =>
    fc.record({
      kind: fc.constant('ChangeCommittee'),
      newCommittee: fc.record({ validators: fc.array(anyValidatorConfig(), { maxLength: 3 }) }),
      epoch: anyInteger(0xffff_ffff),
    }),
  Escrow: () => fc.record({ kind: fc.constant('Escrow'), escrow: anyEscrowOperation() }),
};

/** Chooses an operation that every release of 2026 has. */
export function anyCommonOperation(): Arbitrary<CommonOperation> {
  const { Escrow: _, ...common } = OPERATIONS;
  return fc.oneof(...Object.values(common).map((build) => build()));
}

/** Chooses an operation of any kind; a token's new name is always null. */
export function anyOperation(): Arbitrary<Operation> {
  return fc.oneof(...Object.values(OPERATIONS).map((build) => build()));
}

/** Chooses an operation of any kind of `Release20260508`, whose token management may rename. */
export function anyLatestOperation(): Arbitrary<Operation> {
  const renaming = fc
    .tuple(OPERATIONS.TokenManagement(), fc.option(anyText()))
    .map(([management, newTokenName]) => ({ ...management, newTokenName }));
  return fc.oneof({ weight: 12, arbitrary: anyOperation() }, { weight: 2, arbitrary: renaming });
}

/** Chooses one of the five escrow operations. */
function anyEscrowOperation(): Arbitrary<EscrowOperation> {
  const jobId = anyBytes<EscrowJobId>(32);
  return fc.oneof(
    fc.record({
      kind: fc.constant('CreateConfig' as const),
      tokenId: anyTokenId(),
      evaluator: anyAddress(),
      evaluationFee: anyEvaluationFee(),
      minEvaluatorFee: anyAmount(),
    }),
    fc.record({
      kind: fc.constant('CreateJob' as const),
      configId: anyBytes<EscrowConfigId>(32),
      provider: anyAddress(),
      providerFee: anyAmount(),
      description: anyText(),
    }),
    fc.record({ kind: fc.constant('Submit' as const), jobId, deliverable: anyBytes<string>(32) }),
    fc.record({ kind: fc.constant('Reject' as const), jobId }),
    fc.record({ kind: fc.constant('Complete' as const), jobId }),
  );
}

/** Chooses the native token or one of any id. */
export function anyTokenId(): Arbitrary<TokenId> {
  return fc.oneof(fc.constant(NATIVE_TOKEN_ID), anyBytes<TokenId>(32));
}

function anyUserData(): Arbitrary<Bytes32 | null> {
  return fc.option(anyBytes<Bytes32>(32));
}

function anyInteger(max: number): Arbitrary<number> {
  return fc.oneof(fc.constantFrom(0, 1, max - 1, max), fc.integer({ min: 0, max }));
}

function anyMintChange(): Arbitrary<MintChange> {
  return fc.tuple(fc.constantFrom('Add' as const, 'Remove' as const), anyAddress());
}

function anyVerifierSignature(): Arbitrary<VerifierSignature> {
  return fc.record({ verifierAddr: anyAddress(), sig: anyBytes<Signature>(64) });
}

function anyValidatorConfig(): Arbitrary<ValidatorConfig> {
  return fc.record({ address: anyAddress(), host: anyText(), rpcPort: anyInteger(0xffff_ffff) });
}

function anyEvaluationFee(): Arbitrary<EvaluationFee> {
  return fc.oneof(
    fc.record({ kind: fc.constant('Fixed' as const), amount: anyAmount() }),
    fc.record({ kind: fc.constant('Bps' as const), bps: anyInteger(0xffff) }),
  );
}
