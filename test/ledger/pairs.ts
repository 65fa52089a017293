import { quorumSize } from '@quorate/core';
import {
  type Address,
  AMOUNT_MAX,
  BURN_ADDRESS,
  type EscrowConfigId,
  type EscrowJobId,
  type HexBytes,
  multiSigAddress,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  type Release,
  type Signature,
  type State,
  type TokenId,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf, multiSigEnvelopeBy, signerOf } from '@quorate/testkit';
import fc, { type Arbitrary } from 'fast-check';
import { ACCOUNTS, type CoreLedger } from './core-ledger.ts';
import { KINDS } from './plans.ts';
import {
  CELL,
  CONFIGS,
  CONTENT,
  escrow,
  JOBS,
  MEMBER,
  nextNonce,
  SHARED_SETTING,
  TOKEN,
} from './shared-ledger.ts';
import { signTransaction, writeVersioned } from './write-transaction.ts';

/** Lists what a certificate of a pair may hold: one operation of each kind, or several. */
export const PAIR_KINDS = [...KINDS, 'Batch'] as const;

/** Names what a certificate of a pair holds. */
export type PairKind = (typeof PAIR_KINDS)[number];

/** Lists the impossible pairs, with the reason. */
export const IMPOSSIBLE: Readonly<Record<string, string>> = {
  'ChangeCommittee and ChangeCommittee': 'one committee account sends both, so D1 orders them',
};

/** Lists every pair of kinds once. */
export const PAIRS: readonly (readonly [PairKind, PairKind])[] = PAIR_KINDS.flatMap((a, index) =>
  PAIR_KINDS.slice(index).map((b) => [a, b] as const),
);

/** Says who sends a certificate of a pair, and which of the existing records it uses. */
export interface Hand {
  readonly kind: PairKind;
  readonly sender: string;
  readonly release: Release;
  readonly token: number;
  readonly party: number;
  readonly amount: bigint;
  readonly record: number;
  readonly content: number;
}

/** Chooses two certificates of these kinds, from different senders. */
export function anyHands(a: PairKind, b: PairKind): Arbitrary<readonly [Hand, Hand]> {
  return fc
    .tuple(anyHand(a), anyHand(b))
    .filter(([first, second]) => first.sender !== second.sender);
}

/** Signs what a hand says, at the sender's next nonce, beside what another hand says. */
export function signHand(hand: Hand, other: Hand, ledger: CoreLedger): TransactionEnvelope {
  return signAs(hand, operationsOf(hand, other, ledger), ledger);
}

/** Signs operations as the sender of a hand, at its next nonce. */
export function signAs(
  { sender, release }: Hand,
  operations: readonly Operation[],
  ledger: CoreLedger,
): TransactionEnvelope {
  const nonce = nextNonce(ledger, accountOf(sender));
  const header = { release, nonce, networkId: 'fast:localnet', feeToken: null } as const;
  return sender === COMMITTEE
    ? multiSigEnvelopeBy(committee(), writeVersioned(accountOf(sender), operations, header))
    : signTransaction(sender, operations, header);
}

/** Writes what a hand says beside what another hand says. */
export function operationsOf(hand: Hand, other: Hand, ledger: CoreLedger): readonly Operation[] {
  const address = accountOf(hand.sender);
  const theirs = accountOf(other.sender);
  const writing: Writing = {
    ...hand,
    address,
    nonce: nextNonce(ledger, address),
    theirs: operationId(theirs, nextNonce(ledger, theirs), 0),
  };
  return hand.kind === 'Batch' ? writeBatch(writing) : [writeOne(writing, hand.kind)];
}

interface Writing extends Hand {
  readonly address: Address;
  readonly nonce: bigint;
  /** The id of what the other certificate creates first. */
  readonly theirs: string;
}

const COMMITTEE = 'committee';

// Who may send what; everything else may come from anybody.
const SENDERS: Readonly<Partial<Record<PairKind, readonly string[]>>> = {
  TokenManagement: ['alice', 'bob'],
  Mint: ['bob', 'carol', 'dave'],
  ChangeCommittee: [COMMITTEE],
  Submit: ['alice', 'bob', 'dave'],
  Reject: ['carol', 'dave'],
  Complete: ['carol', 'dave'],
};

// The jobs on which a sender may decide or deliver, in the ledger that pairs start from.
const WORK: Readonly<Record<string, readonly EscrowJobId[]>> = {
  'Submit alice': [JOBS.J4],
  'Submit bob': [JOBS.J0],
  'Submit dave': [JOBS.J2],
  'Reject carol': [JOBS.J0, JOBS.J1, JOBS.J2],
  'Reject dave': [JOBS.J3, JOBS.J4],
  'Complete carol': [JOBS.J1, JOBS.J0, JOBS.J2],
  'Complete dave': [JOBS.J3, JOBS.J4],
};

function anyHand(kind: PairKind): Arbitrary<Hand> {
  return fc.record({
    kind: fc.constant(kind),
    sender: fc.constantFrom(...(SENDERS[kind] ?? ACCOUNTS)),
    release: fc.constantFrom<Release[]>('Unversioned', 'Release20260319', 'Release20260508'),
    token: fc.nat({ max: 2 }),
    party: fc.nat({ max: 5 }),
    amount: fc.constantFrom(1n, 2n, 150n, 1000n, AMOUNT_MAX),
    record: fc.nat({ max: 3 }),
    content: fc.nat({ max: 3 }),
  });
}

function writeBatch(hand: Writing): readonly Operation[] {
  const own = (index: number) => operationId(hand.address, hand.nonce, index);
  const transfer = writeOne(hand, 'TokenTransfer');
  switch (hand.content) {
    case 0:
      return [transfer, writeOne(hand, 'StateUpdate'), writeOne(hand, 'Burn'), transfer];
    case 1: {
      const made = { ...hand, token: 2, theirs: own(0) };
      const uses = (['TokenTransfer', 'Burn'] as const).map((kind) => writeOne(made, kind));
      return [writeOne(hand, 'TokenCreation'), ...uses];
    }
    case 2: {
      const jobId = own(1) as EscrowJobId;
      const hired = { configId: own(0) as EscrowConfigId, provider: hand.address };
      return [
        writeOne(hand, 'CreateConfig'),
        escrow({ kind: 'CreateJob', ...hired, providerFee: 5n, description: 'own work' }),
        escrow({ kind: 'Submit', jobId, deliverable: 'df'.repeat(32) }),
        escrow({ kind: 'Complete', jobId }),
      ];
    }
    default:
      return [
        writeOne(hand, 'LeaveCommittee'),
        writeOne(hand, 'ExternalClaim'),
        writeOne(hand, 'StateReset'),
        transfer,
      ];
  }
}

function writeOne(hand: Writing, kind: (typeof KINDS)[number]): Operation {
  const { amount, address } = hand;
  const tokenId = at([TOKEN, NATIVE_TOKEN_ID, hand.theirs as TokenId], hand.token);
  const party = at([...ACCOUNTS.map(addressOf), BURN_ADDRESS, addressOf('fees')], hand.party);
  const state = `0${hand.content + 1}`.repeat(32) as State;
  switch (kind) {
    case 'TokenTransfer':
      return { kind, tokenId, recipient: party, amount, userData: null };
    case 'TokenCreation': {
      const mints = ['bob', 'carol', 'dave'].map(addressOf);
      const token = { tokenName: 'N', decimals: 0, initialAmount: amount, mints, userData: null };
      return { kind, ...token };
    }
    case 'TokenManagement':
      return writeManagement(hand, party);
    case 'Mint':
      return { kind, tokenId, recipient: party, amount };
    case 'Burn':
      return { kind, tokenId, amount };
    case 'StateInitialization':
      return { kind, key: HIDDEN_CELL, initialState: state };
    case 'StateUpdate': {
      const proof = { computeClaimTxHash: hand.theirs, computeClaimTxTimestamp: 0n };
      return { kind, key: CELL, previousState: CONTENT, nextState: state, ...proof };
    }
    case 'StateReset':
      return { kind, key: CELL, resetState: state };
    case 'ExternalClaim':
      return writeClaim(kind);
    case 'JoinCommittee':
      return { kind, config: { ...MEMBER, rpcPort: hand.content } };
    case 'LeaveCommittee':
      return { kind };
    case 'ChangeCommittee':
      return { kind, epoch: 1, newCommittee: { validators: [MEMBER] } };
    case 'CreateConfig': {
      const terms = { tokenId, evaluator: address, minEvaluatorFee: BigInt(hand.content) };
      return escrow({ kind, ...terms, evaluationFee: { kind: 'Fixed', amount: 2n } });
    }
    case 'CreateJob': {
      const configId = at([...CONFIGS, hand.theirs as EscrowConfigId], hand.record);
      return escrow({ kind, configId, provider: party, providerFee: amount, description: 'more' });
    }
    case 'Submit':
      return escrow({ kind, jobId: jobOf(hand), deliverable: state });
    case 'Reject':
    case 'Complete':
      return escrow({ kind, jobId: jobOf(hand) });
  }
}

const HIDDEN_CELL = '1c'.repeat(32) as typeof CELL;

// Bob's update is the one after alice's, if that makes him the admin; the two undo each other.
function writeManagement({ sender, content }: Writing, party: Address): Operation {
  const isFirst = sender === 'alice';
  return {
    kind: 'TokenManagement',
    tokenId: TOKEN,
    updateId: isFirst ? 0n : 1n,
    newAdmin: content % 2 === 0 ? addressOf(isFirst ? 'bob' : 'carol') : null,
    mints: [
      [isFirst ? 'Remove' : 'Add', addressOf('dave')],
      [isFirst ? 'Add' : 'Remove', party],
    ],
    userData: null,
    newTokenName: content < 3 ? `by ${sender}` : null,
  };
}

function writeClaim(kind: 'ExternalClaim'): Operation {
  const verifierAddr = addressOf('dave');
  const claim = { verifierCommittee: [verifierAddr], verifierQuorum: 1n };
  const blank = { verifierAddr, sig: '00'.repeat(64) as Signature };
  return { kind, claim: { ...claim, claimData: 'c1' as HexBytes }, signatures: [blank] };
}

function jobOf({ kind, sender, record, theirs }: Writing): EscrowJobId {
  return at([...(WORK[`${kind} ${sender}`] ?? []), theirs as EscrowJobId], record);
}

function committee() {
  const operators = Array.from({ length: SHARED_SETTING.committeeSize }, (_, index) =>
    signerOf(`operator${index + 1}`),
  );
  const quorum = quorumSize(operators.length);
  const authorizedSigners = operators.map(({ address }) => address);
  return {
    config: { authorizedSigners, quorum: BigInt(quorum), nonce: 0n },
    members: operators.slice(0, quorum),
  };
}

function accountOf(sender: string): Address {
  return sender === COMMITTEE ? multiSigAddress(committee().config) : addressOf(sender);
}

function at<T>(pool: readonly T[], position: number): T {
  const [first] = pool;
  if (first === undefined) throw new Error('nothing to choose from');
  return pool[position % pool.length] ?? first;
}
