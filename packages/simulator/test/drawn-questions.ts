import {
  applyChanges,
  type CheckTransaction,
  type Committee,
  committeeConfig,
  type Delivery,
  type Genesis,
  keyringOf,
  type Lock,
  NEW_ACCOUNT,
  quorumSize,
  recoverValidator,
  type SubmitTransaction,
  VALIDATOR_RULES,
  type ValidatorEnv,
  type ValidatorState,
  withOperator,
} from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import {
  type Address,
  type EscrowConfigId,
  type EscrowJobId,
  type EscrowOperation,
  factsOf,
  type MultiSigConfig,
  multiSigAddress,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  type SignatureOrMultiSig,
  type TokenId,
  type TransactionEnvelope,
  type UnversionedOperation,
  type VersionedTransaction,
} from '@quorate/protocol';
import { BURN } from '../src/scenario/burn-address.ts';
import { buildGenesis } from '../src/world/genesis.ts';
import { createParties, operatorOf } from '../src/world/parties.ts';
import { drawChange, drawOperation, FIRST_CELL, type Scene } from './drawn-operations.ts';
import type { Tape } from './tape.ts';

const { signer, verifier } = openCrypto('stub');
const parties = createParties(signer);
const keyOf = (name: string): Address => parties.signer(name).address;

const VALIDATORS = ['v1', 'v2', 'v3', 'v4'];
const PEOPLE = [keyOf('alice'), keyOf('bob'), keyOf('carol')] as const;
const OPERATORS = VALIDATORS.map((name) => operatorOf(parties, name));
const [FIRST_OPERATOR = PEOPLE[0], , , LAST_OPERATOR = PEOPLE[0]] = OPERATORS.map(
  ({ address }) => address,
);
const KEYS = ['w1', 'w2', 'w3'].map(keyOf);
const SEATS: Scene['seats'] = [
  ...PEOPLE,
  ...KEYS,
  ...KEYS,
  ...KEYS,
  ...[keyOf('v1'), keyOf(BURN), LAST_OPERATOR],
];
const SIGNERS = new Map(
  [...['alice', 'bob', 'carol', 'dave', ...VALIDATORS].map(parties.signer), ...OPERATORS].map(
    (each) => [each.address, each],
  ),
);
const VERIFIERS: Scene['verifiers'] = [keyOf('bob'), keyOf('carol'), keyOf('dave')];

const clients = ['alice', 'bob', 'carol', 'v1'].map((name) => ({ name, balance: 20n }));
const genesis = buildGenesis({ validators: VALIDATORS, clients, accounts: [] }, parties, 0n);
const own = parties.signer('v1');
const keys = keyringOf(own);

/** The environment of the validator that is asked. */
export const ENV: ValidatorEnv = { now: 0n, signer: own, verifier, rules: VALIDATOR_RULES, keys };

const GOLD = operationId(PEOPLE[0], 0n, 0) as TokenId;
const FEES: readonly [Genesis['fees'], ...Genesis['fees'][]] = [
  undefined,
  undefined,
  { amounts: { [NATIVE_TOKEN_ID]: 2n }, defaultToken: NATIVE_TOKEN_ID, account: keyOf('dave') },
  {
    amounts: { [NATIVE_TOKEN_ID]: 2n, [GOLD]: 3n },
    defaultToken: GOLD,
    account: keyOf('dave'),
  },
];

/** A request to a validator, and the state in which it comes. */
export interface Asked {
  readonly state: ValidatorState;
  readonly message: CheckTransaction | SubmitTransaction;
  readonly envelope: TransactionEnvelope;
}

/** Draws a request to a validator in about this state, with nearly admissible operations. */
export function drawQuestion(tape: Tape, state: ValidatorState): Asked {
  const fees = tape.oneOf(...FEES);
  const acceptsUnversioned = !tape.isOneIn(6);
  const status = tape.isOneIn(40) ? 'merging' : 'active';
  const ruled = { ...state, genesis: { ...genesis, fees, acceptsUnversioned }, status } as const;
  const sender = drawSender(tape, ruled.committees);
  const header = drawHeader(tape, sender.address, ruled);
  const operations = drawOperations(tape, ruled, header, sender.isCommittee);
  const unsigned = versioned(header, operations, tape.isOneIn(8));
  const envelope = signed(tape, sender, vouched(tape, unsigned));
  const asked = { ...ruled, ledger: locked(tape, ruled, envelope) };
  return { state: asked, message: requested(tape, envelope), envelope };
}

interface Sender {
  readonly address: Address;
  readonly config: MultiSigConfig | undefined;
  readonly isCommittee: boolean;
}

function drawSender(tape: Tape, committees: readonly Committee[]): Sender {
  const plain = (address: Address) => ({ address, config: undefined, isCommittee: false });
  const multi = (config: MultiSigConfig, isCommittee: boolean) => ({
    ...{ address: multiSigAddress(config), config, isCommittee },
  });
  const shared = (...authorizedSigners: Address[]) =>
    multi({ authorizedSigners, quorum: 1n, nonce: 0n }, false);
  const running = committees.at(-1);
  const committee = running && multi(committeeConfig(running, quorumSize), true);
  const people = PEOPLE.map(plain);
  return tape.oneOf<Sender>(
    plain(FIRST_OPERATOR),
    ...[plain(FIRST_OPERATOR), plain(keyOf('v1'))],
    ...Array.from({ length: 6 }, () => people).flat(),
    ...[shared(keyOf('dave')), shared(keyOf('dave')), shared(PEOPLE[0], keyOf('v1'))],
    ...(committee === undefined ? [] : [committee, committee, committee, committee]),
  );
}

interface Header {
  readonly networkId: Genesis['networkId'];
  readonly sender: Address;
  readonly nonce: bigint;
  readonly feeToken: TokenId | null;
}

function drawHeader(tape: Tape, sender: Address, { ledger }: ValidatorState): Header {
  const next = (ledger.account.get(sender) ?? NEW_ACCOUNT).nextNonce;
  const nonce = tape.isOneIn(40) ? next + tape.oneOf(1n, next === 0n ? 1n : -1n) : next;
  const feeToken = tape.oneOf(null, null, null, null, GOLD, GOLD, '77'.repeat(32) as TokenId);
  const networkId = tape.isOneIn(60) ? 'fast:testnet' : 'fast:localnet';
  return { networkId, sender, nonce, feeToken };
}

/** Draws operations, each for what those before it leave. */
function drawOperations(
  tape: Tape,
  state: ValidatorState,
  header: Header,
  isCommittee: boolean,
): readonly Operation[] {
  const { sender, feeToken } = header;
  const fee = state.genesis.fees?.amounts[feeToken ?? NATIVE_TOKEN_ID] ?? 0n;
  const count = tape.oneOf(1, 1, 1, 2, 2, 3, 4, tape.oneOf(1, 0));
  let operations: readonly Operation[] = [];
  let { ledger } = state;
  while (operations.length < count) {
    const drawsChange = isCommittee && operations.length === 0 && !tape.isOneIn(4);
    const { committees } = state;
    const scene = { ledger, committees, sender, fee, people: PEOPLE, seats: SEATS };
    const draw = drawsChange ? drawChange : drawOperation;
    const drawn = draw(tape, { ...scene, verifiers: VERIFIERS });
    const again = tape.isOneIn(8) ? operations.at(-1) : undefined;
    operations = [...operations, again ?? drawn];
    if (drawsChange && !tape.isOneIn(8)) break;
    if (operations.length < count) {
      const part = unsignedEnvelope(versioned(header, operations, false));
      const free = { ...state, genesis: { ...genesis, fees: undefined } };
      ledger = settledBy(deliveryOf(free, part)).ledger;
    }
  }
  return operations;
}

function versioned(
  { networkId, sender, nonce, feeToken }: Header,
  operations: readonly Operation[],
  isOld: boolean,
): VersionedTransaction {
  const shared = { sender, nonce, timestampNanos: nonce };
  if (isOld && operations.every(isOfOldShape)) {
    const claim = { kind: 'Batch', operations } as const;
    const transaction = { ...shared, recipient: PEOPLE[0], claim, archival: null };
    return { release: 'Unversioned', transaction };
  }
  const fields = { networkId, claims: operations, archival: false, feeToken };
  return { release: 'Release20260508', transaction: { ...shared, ...fields } };
}

function isOfOldShape(operation: Operation): operation is UnversionedOperation {
  if (operation.kind === 'TokenManagement') return operation.newTokenName === null;
  return operation.kind !== 'Burn' && operation.kind !== 'Escrow';
}

/** Has the verifiers of claims sign, or nearly so. */
function vouched(tape: Tape, bare: VersionedTransaction): VersionedTransaction {
  const { signingBytes } = factsOf(bare);
  if (bare.release !== 'Release20260508') return bare;
  const claims = bare.transaction.claims.map((operation): Operation => {
    if (operation.kind !== 'ExternalClaim') return operation;
    const { verifierCommittee, verifierQuorum } = operation.claim;
    const count = Number(verifierQuorum) + tape.oneOf(0, 0, 0, -1, 1);
    const signers = verifierCommittee.slice(0, Math.max(count, 0));
    const strangers = tape.isOneIn(6) ? [tape.oneOf(...VERIFIERS)] : [];
    const bytes = tape.isOneIn(10) ? new Uint8Array() : signingBytes;
    const signatures = [...signers, ...strangers].map((verifierAddr) => ({
      ...{ verifierAddr, sig: signatureOf(verifierAddr, bytes) },
    }));
    return { ...operation, signatures };
  });
  return { ...bare, transaction: { ...bare.transaction, claims } };
}

function signatureOf(address: Address, bytes: Uint8Array) {
  return (SIGNERS.get(address) ?? own).sign(bytes);
}

function signed(
  tape: Tape,
  { address, config }: Sender,
  transaction: VersionedTransaction,
): TransactionEnvelope {
  const bytes = tape.isOneIn(30) ? new Uint8Array() : factsOf(transaction).signingBytes;
  const signature: SignatureOrMultiSig =
    config === undefined
      ? { kind: 'Signature', signature: signatureOf(address, bytes) }
      : {
          kind: 'MultiSig',
          config,
          signatures: config.authorizedSigners
            .slice(0, Number(config.quorum))
            .map((each) => [each, signatureOf(each, bytes)]),
        };
  return { transaction, signature };
}

/** Has the sender's account hold a lock, on this transaction or others; mostly none. */
function locked(
  tape: Tape,
  { ledger }: ValidatorState,
  envelope: TransactionEnvelope,
): ValidatorState['ledger'] {
  if (!tape.isOneIn(8)) return ledger;
  const { sender } = factsOf(envelope.transaction).transaction;
  const account = ledger.account.get(sender) ?? NEW_ACCOUNT;
  const rivalOf = (timestampNanos: bigint): TransactionEnvelope => {
    const transaction = { ...envelope.transaction.transaction, timestampNanos };
    return { ...envelope, transaction: { ...envelope.transaction, transaction } as never };
  };
  const held = tape.oneOf(envelope, envelope, rivalOf(77n));
  const signature = own.sign(factsOf(held.transaction).signingBytes);
  const lock = tape.oneOf<Lock>(
    { kind: 'pending', envelope: held, signature },
    { kind: 'pending', envelope: held, signature: undefined, isHandedOver: true },
    { kind: 'pending', envelope: held, signature: undefined, isHandedOver: true },
    { kind: 'contested', envelopes: [held, rivalOf(78n)] },
  );
  return applyChanges(ledger, [{ table: 'account', key: sender, value: { ...account, lock } }]);
}

function requested(tape: Tape, envelope: TransactionEnvelope): Asked['message'] {
  const request = { requestId: 'r', envelope } as const;
  if (tape.isOneIn(2)) return { type: 'SubmitTransaction', ...request };
  const { id } = factsOf(envelope.transaction);
  const transactionId = tape.isOneIn(12)
    ? (GOLD as string as typeof id)
    : tape.oneOf(undefined, id);
  return { type: 'CheckTransaction', ...request, ...(transactionId && { transactionId }) };
}

function unsignedEnvelope(transaction: VersionedTransaction): TransactionEnvelope {
  const config = { authorizedSigners: [], quorum: 0n, nonce: 0n };
  return { transaction, signature: { kind: 'MultiSig', config, signatures: [] } };
}

/** Has a validator in a state take a certificate, whose validators' signatures do not matter. */
export function deliveryOf(state: ValidatorState, envelope: TransactionEnvelope): Delivery {
  const facts = factsOf(envelope.transaction);
  const { transaction } = facts;
  const account = state.ledger.account.get(transaction.sender) ?? NEW_ACCOUNT;
  const certificate = { envelope, signatures: [] };
  return { state, env: ENV, envelope, facts, transaction, account, certificate };
}

/** Settles a certificate; a validator whose committee it ends serves in the next one. */
export function settledBy(delivery: Delivery) {
  const { changes } = VALIDATOR_RULES.settle(delivery);
  const ledger = applyChanges(delivery.state.ledger, changes);
  const { committees } = delivery.state;
  const next = ledger.committee.get(String(committees.length));
  const state: ValidatorState = {
    ...delivery.state,
    ledger,
    committees: next
      ? [...committees, { epoch: committees.length, members: next.members }]
      : committees,
  };
  return { changes, ledger, state };
}

function escrow(escrow: EscrowOperation): Operation {
  return { kind: 'Escrow', escrow };
}

const UPDATE = { updateId: 0n, newAdmin: null, mints: [], userData: null, newTokenName: null };

/** Some of everything, so that not all runs have to begin with the same. */
function history(): readonly (readonly [Address, ...Operation[]])[] {
  const [alice, bob, carol] = PEOPLE;
  const terms = operationId(bob, 0n, 0) as EscrowConfigId;
  const jobs = [0, 1, 2, 3].map((index) => operationId(alice, 1n, index) as EscrowJobId);
  const evaluationFee = { kind: 'Bps', bps: 5_000 } as const;
  const offer = { evaluator: bob, evaluationFee, minEvaluatorFee: 1n };
  const job = { configId: terms, provider: carol, providerFee: 3n, description: 'work' };
  const submit = (jobId: EscrowJobId) =>
    escrow({ kind: 'Submit', jobId, deliverable: 'd1'.repeat(32) });
  const join = (operator: Address, name: string): Operation => {
    const config = { address: keyOf(name), host: name, rpcPort: 0 };
    return { kind: 'JoinCommittee', config: withOperator(config, operator) };
  };
  const cell: Operation = { kind: 'StateInitialization', ...FIRST_CELL };
  const gold = { tokenName: 'gold', decimals: 0, userData: null, mints: [alice, bob] };
  return [
    [alice, { kind: 'TokenCreation', ...gold, initialAmount: 40n }, cell],
    [bob, escrow({ kind: 'CreateConfig', tokenId: GOLD, ...offer }), join(bob, 'w2'), cell],
    [alice, ...jobs.map(() => escrow({ kind: 'CreateJob', ...job })), join(alice, 'w1')],
    [carol, ...jobs.slice(1, 3).map(submit), join(carol, 'w3'), cell],
    [bob, ...jobs.slice(2, 3).map((jobId) => escrow({ kind: 'Complete', jobId }))],
    [alice, { kind: 'TokenManagement', tokenId: GOLD, ...UPDATE }],
    [bob, ...jobs.slice(3, 4).map((jobId) => escrow({ kind: 'Reject', jobId }))],
  ];
}

/** Gives the state of the validator in the beginning, in which people own some of everything. */
export function beginning(): ValidatorState {
  let { state } = recoverValidator(genesis, [], keys);
  for (const [sender, ...operations] of history()) {
    const { nextNonce: nonce } = state.ledger.account.get(sender) ?? NEW_ACCOUNT;
    const header = { networkId: genesis.networkId, sender, nonce, feeToken: null } as const;
    const envelope = unsignedEnvelope(versioned(header, operations, false));
    state = settledBy(deliveryOf(state, envelope)).state;
  }
  return state;
}
