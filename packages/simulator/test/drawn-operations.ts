import {
  balanceKey,
  type Committee,
  cellKey,
  type Ledger,
  type Token,
  withOperator,
} from '@quorate/core';
import {
  type Address,
  AMOUNT_MAX,
  BURN_ADDRESS,
  type EscrowConfigId,
  type EscrowJobId,
  type EscrowOperation,
  type HexBytes,
  LIMITS,
  type MintChange,
  NATIVE_TOKEN_ID,
  type Operation,
  type State,
  type StateKey,
  type TokenId,
  type ValidatorConfig,
} from '@quorate/protocol';
import type { Tape } from './tape.ts';

/** What an operation is drawn for. */
export interface Scene {
  /** As everything before the operation in its transaction leaves it. */
  readonly ledger: Ledger;
  readonly committees: readonly Committee[];
  readonly sender: Address;
  /** Those who own and manage things. */
  readonly people: readonly [Address, ...Address[]];
  /** Keys that somebody may seat, whether acceptable or not. */
  readonly seats: readonly [Address, ...Address[]];
  /** Keys that may vouch for a claim. */
  readonly verifiers: readonly [Address, ...Address[]];
  /** What the transaction will have to pay at its end, in least units. */
  readonly fee: bigint;
}

type Description = NonNullable<Token['description']>;
type Draw = (tape: Tape, scene: Scene) => Operation;
type Join = Extract<Operation, { readonly kind: 'JoinCommittee' }>;

const NOBODYS = '77'.repeat(32);
const KEYS = ['0c', '0d'].map((byte) => byte.repeat(32) as StateKey) as [StateKey, StateKey];
const STATES = ['aa', 'bb'].map((byte) => byte.repeat(32) as State) as [State, State];

/** What a cell begins with that people have from the beginning. */
export const FIRST_CELL = { key: KEYS[0], initialState: STATES[0] };

/** Draws an operation that is near the border between what is admissible and what is not. */
export function drawOperation(tape: Tape, scene: Scene): Operation {
  if (!scene.people.includes(scene.sender) && tape.isOneIn(2)) {
    return tape.isOneIn(2) ? drawJoin(tape, scene) : { kind: 'LeaveCommittee' };
  }
  return tape.isOneIn(60) ? drawChange(tape, scene) : tape.oneOf(...DRAWS)(tape, scene);
}

/** Draws a committee that was asked for, or nearly so. */
export const drawChange: Draw = (tape, scene) => {
  const asked = [...scene.ledger.request.values()].flatMap((request) =>
    request.kind === 'Join' ? [request.config] : [],
  );
  const drawSeat = (): ValidatorConfig => {
    const [first = drawJoin(tape, scene).config, ...others] = asked;
    const seat = tape.oneOf(first, ...others);
    return tape.oneOf<() => ValidatorConfig>(
      () => seat,
      () => seat,
      () => seat,
      () => seat,
      () => ({ ...seat, rpcPort: seat.rpcPort + 1 }),
      () => drawJoin(tape, scene).config,
    )();
  };
  const size = tape.oneOf(1, 1, 2, 2, 2, 3, 0);
  const validators = Array.from({ length: size }, drawSeat);
  const epoch = scene.committees.length + tape.oneOf(0, 0, 0, 0, 0, 0, 0, -1, 1);
  return { kind: 'ChangeCommittee', newCommittee: { validators }, epoch };
};

const drawJoin = (tape: Tape, { seats, people }: Scene): Join => {
  const plain = {
    address: tape.oneOf(...seats),
    host: tape.oneOf('w1', 'w2', 'w3', 'fast1qqqq@w1', 'w1@w2@w3'),
    rpcPort: tape.oneOf(0, 1),
  };
  const config = tape.isOneIn(3) ? withOperator(plain, tape.oneOf(...people)) : plain;
  return { kind: 'JoinCommittee', config };
};

const DRAWS: [Draw, ...Draw[]] = [
  (tape, scene) => {
    const tokenId = tokenFor(tape, scene);
    const [recipient, amount] = [tape.oneOf(...scene.people), amountOf(tape, scene, tokenId)];
    return { kind: 'TokenTransfer', tokenId, recipient, amount, userData: null };
  },
  (tape, { people }) => ({
    kind: 'TokenCreation',
    tokenName: tape.isOneIn(12) ? '' : 'silver',
    decimals: 2,
    initialAmount: tape.oneOf(0n, 10n, 10n, AMOUNT_MAX - 1n, AMOUNT_MAX),
    mints: someOf(tape, people),
    userData: null,
  }),
  (tape, scene) => {
    const tokenId = roleFor(tape, scene, ({ admin }) => admin === scene.sender);
    const done = scene.ledger.token.get(tokenId)?.description?.updateCount ?? 0n;
    const updateId = done + tape.oneOf(0n, 0n, 0n, 0n, 0n, 1n, -1n);
    const changes = someOf(tape, scene.people).map(
      (mint): MintChange => [tape.oneOf('Add', 'Remove'), mint],
    );
    return {
      kind: 'TokenManagement',
      tokenId,
      updateId: updateId < 0n ? 0n : updateId,
      newAdmin: tape.oneOf(null, null, null, BURN_ADDRESS, ...scene.people),
      mints: changes,
      userData: null,
      newTokenName: tape.oneOf(null, 'silver'),
    };
  },
  (tape, scene) => {
    const tokenId = roleFor(tape, scene, ({ mints }) => mints.includes(scene.sender));
    const room = AMOUNT_MAX - (scene.ledger.token.get(tokenId)?.supply ?? 0n);
    const amount = possible(tape.oneOf(0n, 1n, 1n, room, room + 1n));
    return { kind: 'Mint', tokenId, recipient: tape.oneOf(...scene.people), amount };
  },
  (tape, scene) => {
    const tokenId = tokenFor(tape, scene);
    return { kind: 'Burn', tokenId, amount: amountOf(tape, scene, tokenId) };
  },
  (tape) => ({
    kind: 'StateInitialization',
    key: tape.oneOf(...KEYS),
    initialState: tape.oneOf(...STATES),
  }),
  (tape, { ledger, sender }) => {
    const key = tape.oneOf(...KEYS);
    const held = ledger.cell.get(cellKey(sender, key)) ?? STATES[0];
    return {
      kind: 'StateUpdate',
      key,
      previousState: tape.oneOf(held, held, held, ...STATES),
      nextState: tape.oneOf(...STATES),
      computeClaimTxHash: '00'.repeat(32),
      computeClaimTxTimestamp: 0n,
    };
  },
  (tape) => ({ kind: 'StateReset', key: tape.oneOf(...KEYS), resetState: tape.oneOf(...STATES) }),
  (tape, { verifiers }) => {
    const verifierCommittee = someOf(tape, verifiers);
    const verifierQuorum = BigInt(
      Math.max(verifierCommittee.length + tape.oneOf(0, 0, -1, -1, 1), 0),
    );
    const claim = { verifierCommittee, verifierQuorum, claimData: 'c1' as HexBytes };
    return { kind: 'ExternalClaim', claim, signatures: [] };
  },
  drawJoin,
  () => ({ kind: 'LeaveCommittee' }),
  escrow((tape, { people, sender, ledger }) => ({
    kind: 'CreateConfig',
    tokenId: tape.oneOf(NATIVE_TOKEN_ID, ...(ledger.token.keys() as Iterable<TokenId>)),
    evaluator: tape.oneOf(sender, sender, sender, ...people),
    evaluationFee: tape.oneOf(
      { kind: 'Fixed', amount: 3n },
      { kind: 'Fixed', amount: 10_001n },
      { kind: 'Bps', bps: 5_000 },
      { kind: 'Bps', bps: LIMITS.basisPoints },
      { kind: 'Bps', bps: LIMITS.basisPoints + 1 },
    ),
    minEvaluatorFee: tape.oneOf(0n, 4n),
  })),
  escrow((tape, scene) => {
    const configId = tape.oneOf(
      NOBODYS as EscrowConfigId,
      ...(scene.ledger.config.keys() as Iterable<EscrowConfigId>),
    );
    const terms = scene.ledger.config.get(configId);
    const fixed = terms?.evaluationFee.kind === 'Fixed' ? terms.evaluationFee.amount : 0n;
    const held = terms === undefined ? 0n : balanceIn(scene, terms.tokenId);
    const providerFee = possible(tape.oneOf(0n, 1n, 3n, held - fixed, held - fixed + 1n));
    const description = tape.isOneIn(12) ? 'x'.repeat(LIMITS.descriptionBytes + 1) : 'work';
    const provider = tape.oneOf(...scene.people);
    return { kind: 'CreateJob', configId, provider, providerFee, description };
  }),
  escrow((tape, scene) => ({
    kind: 'Submit',
    jobId: jobFor(tape, scene),
    deliverable: tape.oneOf('d1', 'd2').repeat(32),
  })),
  escrow((tape, scene) => ({ kind: 'Reject', jobId: jobFor(tape, scene) })),
  escrow((tape, scene) => ({ kind: 'Complete', jobId: jobFor(tape, scene) })),
];

function escrow(draw: (tape: Tape, scene: Scene) => EscrowOperation): Draw {
  return (tape, scene) => ({ kind: 'Escrow', escrow: draw(tape, scene) });
}

/** A token of any kind. */
function tokenFor(tape: Tape, { ledger }: Scene): TokenId {
  const known = [...ledger.token.keys()] as TokenId[];
  return tape.oneOf(NOBODYS as TokenId, ...known, ...known);
}

/** Mostly a token for which the sender has a role. */
function roleFor(tape: Tape, scene: Scene, has: (token: Description) => boolean): TokenId {
  const own = [...scene.ledger.token]
    .filter(([, { description }]) => description !== undefined && has(description))
    .map(([id]) => id as TokenId);
  const any = tokenFor(tape, scene);
  return tape.oneOf(any, ...own, ...own, ...own);
}

/** Mostly a job in which the sender has something to do. */
function jobFor(tape: Tape, { ledger, sender }: Scene): EscrowJobId {
  const own = [...ledger.job]
    .filter(([, { provider, evaluator }]) => provider === sender || evaluator === sender)
    .map(([id]) => id as EscrowJobId);
  const all = ledger.job.keys() as Iterable<EscrowJobId>;
  return tape.oneOf(NOBODYS as EscrowJobId, ...own, ...own, ...own, ...own, ...all);
}

function balanceIn({ ledger, sender }: Scene, tokenId: TokenId): bigint {
  return ledger.balance.get(balanceKey(sender, tokenId)) ?? 0n;
}

function amountOf(tape: Tape, scene: Scene, tokenId: TokenId): bigint {
  const held = balanceIn(scene, tokenId);
  const left = held - scene.fee;
  return possible(tape.oneOf(0n, 1n, 1n, held, held + 1n, left, left + 1n));
}

/** The nearest amount that a transaction can name. */
function possible(amount: bigint): bigint {
  if (amount < 0n) return 0n;
  return amount > AMOUNT_MAX ? AMOUNT_MAX : amount;
}

/** Some of a list, perhaps one of them twice. */
function someOf(tape: Tape, all: readonly Address[]): readonly Address[] {
  const some = all.filter(() => tape.isOneIn(2));
  return tape.isOneIn(6) ? [...some, ...some.slice(0, 1)] : some;
}
