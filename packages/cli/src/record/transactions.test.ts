import {
  type Address,
  type EvaluationFee,
  factsOf,
  type HexBytes,
  type MultiSigConfig,
  multiSigAddress,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  type State,
  type StateKey,
  type TokenId,
  type VersionedTransaction,
} from '@quorate/protocol';
import { addressOf, envelopeBy, multiSigEnvelopeBy, signerOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import type { DevnetHistory, RecordedEntry } from './read-devnet.ts';
import { record } from './record.ts';

const ALICE = signerOf('alice');
const BOB = signerOf('bob');
const CAROL = signerOf('carol');
const NAMES = new Map(['alice', 'bob', 'carol'].map((name) => [addressOf(name), name]));

/** A submitted envelope, and how it ended. */
type Handed = Pick<RecordedEntry, 'envelope' | 'outcome'> &
  Partial<Pick<RecordedEntry, 'at' | 'code'>>;

/** Records what was submitted, by default a second apart; in the end everybody holds 100. */
function recording(handed: readonly Handed[], since = 0n) {
  const history: DevnetHistory = {
    validators: 4,
    names: NAMES,
    operators: new Map([[BOB.address, 'v2']]),
    entries: handed.map((each, index) => ({
      code: undefined,
      at: BigInt(index + 1) * 1_000_000_000n,
      ...each,
    })),
    faults: [],
    holdingsOf: async () => ({ balance: 100n, tokens: new Map() }),
    cellsOf: async () => new Map(),
    suppliesOf: async () => new Map(),
    jobStatusOf: async () => undefined,
  };
  return record(history, since);
}

function transaction(nonce: bigint, claims: readonly Operation[]): VersionedTransaction {
  return {
    release: 'Release20260407',
    transaction: {
      networkId: 'fast:localnet',
      sender: ALICE.address,
      nonce,
      timestampNanos: 1n,
      claims,
      archival: false,
      feeToken: null,
    },
  };
}

const pay = (recipient: Address, amount: bigint): Operation => ({
  kind: 'TokenTransfer',
  tokenId: NATIVE_TOKEN_ID,
  recipient,
  amount,
  userData: null,
});

const JOINT: MultiSigConfig = {
  authorizedSigners: [BOB.address, CAROL.address],
  quorum: 2n,
  nonce: 0n,
};

const GOLD: Operation = {
  kind: 'TokenCreation',
  tokenName: 'Gold',
  decimals: 0,
  initialAmount: 5n,
  mints: [BOB.address],
  userData: null,
};

const same = { verdict: 'pass', failedExpectations: [] };

it('a recording says all that an operation says', async () => {
  const tokenId = operationId(ALICE.address, 0n, 0) as TokenId;
  const change = { kind: 'TokenManagement', tokenId, updateId: 0n, userData: null } as const;
  const terms = (fee: EvaluationFee, minEvaluatorFee: bigint): Operation => ({
    kind: 'Escrow',
    escrow: {
      kind: 'CreateConfig',
      tokenId,
      evaluator: ALICE.address,
      evaluationFee: fee,
      minEvaluatorFee,
    },
  });
  const mints = [['Add', CAROL.address] as const];
  const operations: readonly Operation[] = [
    GOLD,
    { kind: 'Burn', tokenId, amount: 2n },
    { ...change, mints, newAdmin: BOB.address, newTokenName: null },
    terms({ kind: 'Bps', bps: 1005 }, 7n),
    terms({ kind: 'Fixed', amount: 3n }, 0n),
  ];
  const handed = operations.map(
    (operation, nonce): Handed => ({
      envelope: envelopeBy(ALICE, transaction(BigInt(nonce), [operation])),
      outcome: 'final',
    }),
  );
  const { text, result, leftOut } = await recording(handed);
  expect(leftOut).toEqual([]);
  for (const said of [
    'op: create-token, as: token-1, name: Gold, amount: 5, mints: [bob]',
    'op: burn, token: token-1, amount: 2',
    'op: manage-token, token: token-1, admin: bob, add: [carol]',
    'op: escrow-terms, as: terms-2, token: token-1, fee: 10.05 %, minimum: 7',
    'op: escrow-terms, as: terms-3, token: token-1, fee: 3',
  ]) {
    expect(text).toContain(said);
  }
  expect(result).toMatchObject(same);
});

it('a recording goes on until the last transaction has settled, however late it was', async () => {
  const hours = 3_600_000_000_000n;
  const pays = (nonce: bigint): Handed => ({
    envelope: envelopeBy(ALICE, transaction(nonce, [pay(BOB.address, 1n)])),
    outcome: 'final',
    at: (nonce + 1n) * hours,
  });
  const { result } = await recording([pays(0n), pays(1n)]);
  expect(result).toMatchObject(same);
  expect(result.certificates).toHaveLength(2);
});

describe('a recording of what came in parts', () => {
  const claim = {
    verifierCommittee: [BOB.address, CAROL.address, addressOf('dave')],
    verifierQuorum: 2n,
    claimData: 'c1' as HexBytes,
  };
  const bare = { kind: 'ExternalClaim', claim, signatures: [] } as const;

  /** Gives what alice submits with the signatures of these verifiers. */
  function claimed(verifiers: readonly (typeof BOB)[], others: readonly Operation[] = []) {
    const { signature, transaction: signed } = envelopeBy(
      ALICE,
      transaction(0n, [bare, ...others]),
    );
    const { signingBytes } = factsOf(signed);
    const signatures = verifiers.map((each) => ({
      verifierAddr: each.address,
      sig: each.sign(signingBytes),
    }));
    return { transaction: transaction(0n, [{ ...bare, signatures }, ...others]), signature };
  }

  it('has a claim with all signatures, whoever submitted them, and whatever came later', async () => {
    const { text, result, leftOut } = await recording([
      { envelope: claimed([BOB]), outcome: 'incomplete' },
      { envelope: claimed([CAROL]), outcome: 'final' },
      { envelope: claimed([]), outcome: 'final' },
    ]);
    expect(leftOut).toEqual([]);
    expect(text).toContain('signers: [bob, carol]');
    expect(result).toMatchObject(same);
  });

  it('has a claim with all its signatures also in a transaction refused for lack of funds', async () => {
    const paid = pay(BOB.address, 1000n);
    const { result } = await recording([
      { envelope: claimed([BOB], [paid]), outcome: 'incomplete' },
      { envelope: claimed([CAROL], [paid]), outcome: 'refused', code: 'InsufficientFunding' },
    ]);
    expect(result).toMatchObject({ ...same, certificates: [] });
    expect(result.operations.map(({ outcome }) => outcome)).toEqual(['refused']);
  });

  it.each([
    ['settled', 1n, { outcome: 'final' }],
    ['was refused for want of money', 1000n, { outcome: 'refused', code: 'InsufficientFunding' }],
  ] as const)(
    'leaves out what was signed in part before and %s, and says so',
    async (_, amount, end) => {
      const config = JOINT;
      const paid = transaction(0n, [pay(ALICE.address, amount)]);
      const share = (member: typeof BOB) => multiSigEnvelopeBy({ config, members: [member] }, paid);
      const others = [pay(BOB.address, amount)];
      const { result, leftOut } = await recording(
        [
          { envelope: claimed([BOB], others), outcome: 'incomplete' },
          { envelope: share(BOB), outcome: 'incomplete' },
          { envelope: claimed([CAROL], others), ...end },
          { envelope: share(CAROL), ...end },
          {
            envelope: envelopeBy(CAROL, transaction(0n, [pay(BOB.address, 5n)])),
            outcome: 'final',
          },
        ],
        3_000_000_000n,
      );
      expect(leftOut).toEqual([
        'alice, nonce 0: some of its signatures were submitted earlier',
        'shared-1, nonce 0: some of its signatures were submitted earlier',
      ]);
      expect(result).toMatchObject(same);
      expect(result.operations).toHaveLength(1);
    },
  );
});

describe('a recording of what builds on something', () => {
  it.each([
    ['one', undefined],
    ['several', JOINT],
  ])(
    'has what was refused of %s at first, because it came before what it builds on',
    async (_, config) => {
      const tokenId = operationId(ALICE.address, 0n, 0) as TokenId;
      const mint: Operation = { kind: 'Mint', tokenId, recipient: CAROL.address, amount: 3n };
      const unsigned = transaction(0n, [mint]);
      const members = [BOB, CAROL];
      const minted =
        config === undefined
          ? envelopeBy(BOB, unsigned)
          : multiSigEnvelopeBy({ config, members }, unsigned);
      const mints = [config === undefined ? BOB.address : multiSigAddress(config)];
      const { result, leftOut } = await recording([
        { envelope: minted, outcome: 'refused', code: 'MissingDependency' },
        { envelope: envelopeBy(ALICE, transaction(0n, [{ ...GOLD, mints }])), outcome: 'final' },
        { envelope: minted, outcome: 'final' },
      ]);
      expect(leftOut).toEqual([]);
      expect(result).toMatchObject(same);
      expect(result.certificates).toHaveLength(2);
    },
  );

  it('gives no label twice, though an id comes again after a refused creation', async () => {
    const [refused, first, second] = [[GOLD, pay(BOB.address, 1000n)], [GOLD], [GOLD]].map(
      (operations, index) => envelopeBy(ALICE, transaction(index === 2 ? 1n : 0n, operations)),
    ) as [Handed['envelope'], Handed['envelope'], Handed['envelope']];
    const { result, leftOut } = await recording([
      { envelope: refused, outcome: 'refused', code: 'InsufficientFunding' },
      { envelope: first, outcome: 'final' },
      { envelope: second, outcome: 'final' },
    ]);
    expect(leftOut).toEqual([]);
    expect(result).toMatchObject(same);
    expect(result.certificates).toHaveLength(2);
  });

  it('leaves out what the first of several signed before its dependency existed', async () => {
    const tokenId = operationId(ALICE.address, 0n, 0) as TokenId;
    const mint: Operation = { kind: 'Mint', tokenId, recipient: CAROL.address, amount: 3n };
    const share = (member: typeof BOB) =>
      multiSigEnvelopeBy({ config: JOINT, members: [member] }, transaction(0n, [mint]));
    const mints = [multiSigAddress(JOINT)];
    const { result, leftOut } = await recording([
      { envelope: share(BOB), outcome: 'incomplete' },
      { envelope: envelopeBy(ALICE, transaction(0n, [{ ...GOLD, mints }])), outcome: 'final' },
      { envelope: share(CAROL), outcome: 'final' },
    ]);
    expect(leftOut).toEqual(['shared-1, nonce 0: it depends on what is not in the recording']);
    expect(result).toMatchObject(same);
    expect(result.certificates).toHaveLength(1);
  });

  it('leaves out what several members sign and no replay repeats, and keeps what they create together', async () => {
    const share = (nonce: bigint, operations: readonly Operation[]) =>
      multiSigEnvelopeBy({ config: JOINT, members: [BOB, CAROL] }, transaction(nonce, operations));
    const tokenId = operationId(multiSigAddress(JOINT), 0n, 0) as TokenId;
    const mint: Operation = { kind: 'Mint', tokenId, recipient: CAROL.address, amount: 3n };
    const much = [pay(ALICE.address, 1000n)];
    const { scenario, result, leftOut } = await recording([
      { envelope: share(0n, much), outcome: 'refused', code: 'InsufficientFunding' },
      { envelope: share(0n, [GOLD]), outcome: 'final' },
      { envelope: envelopeBy(BOB, transaction(0n, [mint])), outcome: 'final' },
      { envelope: share(1n, [pay(ALICE.address, 1n)]), outcome: 'final' },
    ]);
    expect(leftOut).toEqual([
      'shared-1, nonce 0: refused (InsufficientFunding), and signed by several members',
    ]);
    // The account holds 100 in the end.
    expect(scenario.cluster.accounts).toMatchObject([{ name: 'shared-1', balance: 101n }]);
    expect(result).toMatchObject(same);
    expect(result.certificates).toHaveLength(3);
  });

  it('has nobody sign the next transaction before the others have signed, though it was submitted first', async () => {
    const burn: Operation = { kind: 'Burn', tokenId: NATIVE_TOKEN_ID, amount: 2n };
    const share = (member: typeof BOB, nonce: bigint) =>
      multiSigEnvelopeBy(
        { config: JOINT, members: [member] },
        transaction(nonce, [nonce === 0n ? pay(ALICE.address, 1n) : burn]),
      );
    const { result, leftOut } = await recording([
      { envelope: share(BOB, 1n), outcome: 'incomplete' },
      { envelope: share(BOB, 0n), outcome: 'incomplete' },
      { envelope: share(CAROL, 0n), outcome: 'final' },
      { envelope: share(CAROL, 1n), outcome: 'final' },
      // An envelope that is submitted once more was signed before.
      { envelope: share(BOB, 0n), outcome: 'final' },
    ]);
    expect(leftOut).toEqual([]);
    expect(result).toMatchObject(same);
    expect(result.certificates.map(({ summary }) => summary)).toEqual([
      'shared-1 pays alice 1',
      'shared-1 burns 2',
    ]);
  });

  it('has nobody sign once enough have, leaves out what is not decided, and says why', async () => {
    const config = { ...JOINT, quorum: 1n };
    const share = (member: typeof BOB, shown: MultiSigConfig, nonce: bigint) =>
      multiSigEnvelopeBy(
        { config: shown, members: [member] },
        transaction(nonce, [pay(ALICE.address, 1n)]),
      );
    const { result, leftOut } = await recording([
      { envelope: share(BOB, config, 0n), outcome: 'final' },
      { envelope: share(CAROL, config, 0n), outcome: 'final' },
      { envelope: share(CAROL, config, 1n), outcome: null },
      { envelope: share(CAROL, JOINT, 0n), outcome: 'incomplete' },
    ]);
    expect(leftOut).toEqual([
      'shared-1, nonce 1: it was in progress',
      'shared-2, nonce 0: it lacks signatures',
    ]);
    expect(result).toMatchObject(same);
    expect(result.certificates).toHaveLength(1);
  });

  it('leaves out updates of a state cell that is not in it, and keeps those of one that is', async () => {
    const [key, other, state] = ['01', '02', '03'].map((byte) => byte.repeat(32)) as [
      StateKey,
      StateKey,
      State,
    ];
    const creation = { kind: 'StateInitialization', key, initialState: state } as const;
    const sets = (cell: StateKey): Operation => ({
      kind: 'StateReset',
      key: cell,
      resetState: state,
    });
    const final = (nonce: bigint, ...operations: Operation[]): Handed => ({
      envelope: envelopeBy(ALICE, transaction(nonce, operations)),
      outcome: 'final',
    });
    const { result, leftOut } = await recording([
      final(0n, sets(key)),
      final(1n, creation, sets(key)),
      {
        ...final(2n, { ...creation, key: other }, pay(BOB.address, 1000n)),
        outcome: 'refused',
        code: 'InsufficientFunding',
      },
      final(2n, sets(other)),
      final(3n, sets(key)),
      // A cell belongs to its sender: another sender's cell with this key is another cell.
      { envelope: envelopeBy(BOB, transaction(0n, [sets(key)])), outcome: 'final' },
    ]);
    expect(leftOut).toEqual([
      'alice, nonce 0: it depends on what is not in the recording',
      'alice, nonce 2: it depends on what is not in the recording',
      'bob, nonce 0: it depends on what is not in the recording',
    ]);
    expect(result).toMatchObject(same);
    expect(result.certificates).toHaveLength(2);
  });

  it('has operators of the same validators leave the committee, and nobody without a seat', async () => {
    const leave: Operation = { kind: 'LeaveCommittee' };
    const address = addressOf('stranger');
    const join: Operation = { kind: 'JoinCommittee', config: { address, host: 'v5', rpcPort: 1 } };
    const left = (who: typeof BOB, nonce: bigint, operation: Operation = leave): Handed => ({
      envelope: envelopeBy(who, transaction(nonce, [operation])),
      outcome: 'final',
    });
    const { scenario, result, leftOut } = await recording([
      left(BOB, 0n),
      left(CAROL, 0n),
      left(ALICE, 0n, join),
      left(ALICE, 1n),
    ]);
    expect(leftOut).toEqual(['carol, nonce 0: it depends on what is not in the recording']);
    expect(scenario.cluster.clients).toContainEqual(
      expect.objectContaining({ name: 'bob', operates: 'v2' }),
    );
    expect(result).toMatchObject(same);
    expect(result.certificates).toHaveLength(3);
  });
});
