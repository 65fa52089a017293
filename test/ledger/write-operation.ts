import {
  type Address,
  AMOUNT_MAX,
  BURN_ADDRESS,
  type EscrowConfigId,
  type EscrowJobId,
  type EvaluationFee,
  type ExternalClaim,
  type HexBytes,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  type Signature,
  type State,
  type StateKey,
  type TokenId,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { ACCOUNTS } from './core-ledger.ts';
import type { NaiveState } from './naive-ledger.ts';
import type { OperationPlan } from './plans.ts';

/** The context in which an operation is written. */
export interface Desk {
  readonly state: NaiveState;
  readonly sender: Address;
  readonly nonce: bigint;
  /** The operations before it in its transaction. */
  readonly earlier: readonly Operation[];
}

// The first three are sound, the rest are not.
const CLAIMS: readonly {
  readonly verifiers: readonly string[];
  readonly quorum: bigint;
  readonly signers: readonly string[];
}[] = [
  { verifiers: [], quorum: 0n, signers: [] },
  { verifiers: ['carol', 'dave'], quorum: 1n, signers: ['dave'] },
  { verifiers: ['carol', 'dave'], quorum: 2n, signers: ['dave', 'carol'] },
  { verifiers: ['carol', 'dave'], quorum: 2n, signers: ['carol'] },
  { verifiers: ['carol'], quorum: 2n, signers: ['carol'] },
  { verifiers: ['carol', 'carol'], quorum: 1n, signers: ['carol'] },
  { verifiers: ['carol'], quorum: 0n, signers: ['carol', 'carol'] },
  { verifiers: ['carol'], quorum: 0n, signers: ['dave'] },
];

const NOWHERE = 'ab'.repeat(32);

/** Chooses a token that the ledger holds, one that this transaction creates, or one that nobody has. */
export function tokenFor({ token }: Pick<OperationPlan, 'token'>, desk: Desk): TokenId {
  return choose(
    token,
    [NATIVE_TOKEN_ID, ...desk.state.tokens.keys()],
    'TokenCreation',
    desk,
  ) as TokenId;
}

/** Chooses a job in the same way. */
export function jobFor({ job }: Pick<OperationPlan, 'job'>, desk: Desk): EscrowJobId {
  return choose(job, [...desk.state.jobs.keys()], 'CreateJob', desk) as EscrowJobId;
}

/** Writes an operation; the signatures of verifiers are still blank. */
export function writeOperation(plan: OperationPlan, desk: Desk): Operation {
  const { kind } = plan;
  const tokenId = tokenFor(plan, desk);
  const party = partyFor(plan.account, desk);
  const key = (plan.cell === 0 ? '0c' : '1c').repeat(32) as StateKey;
  const amount = amountOf(plan, desk, tokenId);
  switch (kind) {
    case 'TokenTransfer':
      return { kind, tokenId, recipient: party, amount, userData: null };
    case 'TokenCreation':
      return {
        kind,
        tokenName: 'T',
        decimals: 2,
        initialAmount: amount,
        mints: mintsOf(plan, desk),
        userData: null,
      };
    case 'TokenManagement':
      return writeManagement(plan, desk);
    case 'Mint':
      return { kind, tokenId, recipient: party, amount };
    case 'Burn':
      return { kind, tokenId, amount };
    case 'StateInitialization':
      return { kind, key, initialState: stateOf(plan.content) };
    case 'StateUpdate':
      return {
        kind,
        key,
        previousState: plan.shift === 0n ? cellNow(desk, key) : stateOf(9),
        nextState: stateOf(plan.content),
        computeClaimTxHash: NOWHERE,
        computeClaimTxTimestamp: 0n,
      };
    case 'StateReset':
      return { kind, key, resetState: stateOf(plan.content) };
    case 'ExternalClaim':
      return { kind, ...claimOf(plan) };
    case 'JoinCommittee':
      return { kind, config: memberOf(plan.account) };
    case 'LeaveCommittee':
      return { kind };
    case 'ChangeCommittee':
      return { kind, newCommittee: { validators: [memberOf(plan.account)] }, epoch: 1 };
    case 'CreateConfig':
    case 'CreateJob':
    case 'Submit':
    case 'Reject':
    case 'Complete':
      return writeEscrow({ ...plan, kind }, desk);
  }
}

type EscrowPlan = Omit<OperationPlan, 'kind'> & {
  readonly kind: 'CreateConfig' | 'CreateJob' | 'Submit' | 'Reject' | 'Complete';
};

function writeEscrow(plan: EscrowPlan, desk: Desk): Operation {
  const { kind } = plan;
  const party = partyFor(plan.account, desk);
  switch (kind) {
    case 'CreateConfig': {
      const evaluator = plan.shift === 0n ? desk.sender : party;
      const terms = { evaluationFee: evaluationFeeOf(plan), minEvaluatorFee: BigInt(plan.cell) };
      return {
        kind: 'Escrow',
        escrow: { kind, tokenId: tokenFor(plan, desk), evaluator, ...terms },
      };
    }
    case 'CreateJob': {
      const configs = [...desk.state.configs.keys()];
      const configId = choose(plan.job, configs, 'CreateConfig', desk) as EscrowConfigId;
      const tokenId = desk.state.configs.get(configId)?.tokenId ?? NATIVE_TOKEN_ID;
      const providerFee = amountOf(plan, desk, tokenId);
      return {
        kind: 'Escrow',
        escrow: { kind, configId, provider: party, providerFee, description: 'a job' },
      };
    }
    case 'Submit':
      return {
        kind: 'Escrow',
        escrow: { kind, jobId: jobFor(plan, desk), deliverable: 'de'.repeat(32) },
      };
    case 'Reject':
    case 'Complete':
      return { kind: 'Escrow', escrow: { kind, jobId: jobFor(plan, desk) } };
  }
}

function writeManagement(plan: OperationPlan, desk: Desk): Operation {
  const tokenId = tokenFor(plan, desk);
  const updates = desk.state.tokens.get(tokenId)?.updates ?? 0n;
  const before = desk.earlier.filter(
    (operation) => operation.kind === 'TokenManagement' && operation.tokenId === tokenId,
  );
  const right = updates + BigInt(before.length) + plan.shift;
  const party = partyFor(plan.account, desk);
  return {
    kind: 'TokenManagement',
    tokenId,
    updateId: right < 0n ? 0n : right,
    newAdmin: plan.content % 2 === 0 ? null : party,
    mints: [
      ['Add', party],
      [plan.cell === 0 ? 'Add' : 'Remove', partyFor(plan.content, desk)],
    ],
    userData: null,
    newTokenName: plan.content < 4 ? null : 'U',
  };
}

function amountOf(
  { amount }: Pick<OperationPlan, 'amount'>,
  { state, sender }: Desk,
  tokenId: TokenId,
): bigint {
  const balance = state.balances.get(`${sender}/${tokenId}`) ?? 0n;
  const held = balance < 0n ? 0n : balance;
  const amounts = {
    zero: 0n,
    one: 1n,
    half: held / 2n,
    all: held,
    past: held + 1n,
    max: AMOUNT_MAX,
  };
  return amounts[amount] > AMOUNT_MAX ? AMOUNT_MAX : amounts[amount];
}

function mintsOf({ account, cell, shift }: OperationPlan, desk: Desk): readonly Address[] {
  const first = partyFor(account, desk);
  if (cell === 0) return [first];
  const second = partyFor(account + 1, desk);
  return shift !== 0n || second !== first ? [first, shift === 0n ? second : first] : [first];
}

function partyFor(position: number, { sender }: Desk): Address {
  return pick([sender, ...ACCOUNTS.map(addressOf), BURN_ADDRESS, addressOf('fees')], position);
}

function evaluationFeeOf({ content }: Pick<OperationPlan, 'content'>): EvaluationFee {
  const fees = [
    { kind: 'Fixed', amount: 0n },
    { kind: 'Fixed', amount: 3n },
    { kind: 'Fixed', amount: AMOUNT_MAX },
    { kind: 'Bps', bps: 0 },
    { kind: 'Bps', bps: 1 },
    { kind: 'Bps', bps: 2500 },
    { kind: 'Bps', bps: 10_000 },
    { kind: 'Bps', bps: 10_001 },
  ] as const;
  return pick(fees, content);
}

function claimOf({ content }: Pick<OperationPlan, 'content'>): ExternalClaim {
  const { verifiers, quorum: verifierQuorum, signers } = pick(CLAIMS, content);
  const claim = { verifierCommittee: verifiers.map(addressOf), verifierQuorum };
  const sig = '00'.repeat(64) as Signature;
  const signatures = signers.map((name) => ({ verifierAddr: addressOf(name), sig }));
  return { claim: { ...claim, claimData: 'c1a1' as HexBytes }, signatures };
}

function memberOf(account: number) {
  return { address: addressOf(`member${account}`), host: 'member', rpcPort: account };
}

function stateOf(content: number): State {
  return `0${content}`.repeat(32) as State;
}

function cellNow({ state, sender, earlier }: Desk, key: StateKey): State {
  let now = state.cells.get(`${sender}/${key}`) ?? stateOf(8);
  for (const operation of earlier) {
    if (!('key' in operation) || operation.key !== key) continue;
    if (operation.kind === 'StateInitialization') now = operation.initialState;
    if (operation.kind === 'StateUpdate') now = operation.nextState;
    if (operation.kind === 'StateReset') now = operation.resetState;
  }
  return now as State;
}

// The newest of this transaction first, then a few that everybody shares; after them, one that
// nobody has.
function choose(
  position: number,
  held: readonly string[],
  creator: string,
  { sender, nonce, earlier }: Desk,
): string {
  const created = earlier.flatMap((operation, index) => {
    const { kind } = operation.kind === 'Escrow' ? operation.escrow : operation;
    return kind === creator ? [operationId(sender, nonce, index)] : [];
  });
  const pool = [...created.reverse(), ...held.slice(0, 3), ...held.slice(3).slice(-1)];
  return position >= 6 ? NOWHERE : (pool[position % pool.length] ?? NOWHERE);
}

function pick<T>(pool: readonly T[], position: number): T {
  const [first] = pool;
  if (first === undefined) throw new Error('nothing to pick from');
  return pool[position % pool.length] ?? first;
}
