import {
  type CommitteeRequest,
  committeeConfig,
  quorumSize,
  recoverValidator,
  withOperator,
} from '@quorate/core';
import { createSigner, createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  type Address,
  BURN_ADDRESS,
  factsOf,
  LIMITS,
  multiSigAddress,
  type Operation,
  type ValidatorConfig,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { buildGenesis } from '../../world/genesis.ts';
import { createParties, operatorOf } from '../../world/parties.ts';
import { changeFault, seatFault } from './seat-opinions.ts';

type Change = Extract<Operation, { readonly kind: 'ChangeCommittee' }>;
type Join = Extract<CommitteeRequest, { readonly kind: 'Join' }>;

const parties = createParties((seed) => createSigner(loadEd25519(), seed));
const genesis = buildGenesis({ validators: ['v1'], clients: [], accounts: [] }, parties, 0n);
const { state: begun } = recoverValidator(genesis, []);
const keyOf = (name: string): Address => parties.signer(name).address;
const [running] = begun.committees;
if (running === undefined) throw new Error('genesis has a committee');
const ACCOUNT = multiSigAddress(committeeConfig(running, quorumSize));

const seat = (name: string, host = name): ValidatorConfig => ({
  address: keyOf(name),
  host,
  rpcPort: 0,
});

const join = (config: ValidatorConfig, operator: string) =>
  ({ kind: 'Join', config, operator: keyOf(operator), timestampNanos: 0n }) as Join;

/** What a validator knows: who asked for seats, whose key has sent something, and whose has signed. */
interface Known {
  readonly asked?: readonly Join[];
  readonly sent?: readonly string[];
  readonly signed?: readonly string[];
}

function standing({ asked = [], sent = [], signed = [] }: Known, sender: Address, change: Change) {
  const ledger = {
    ...begun.ledger,
    request: new Map(asked.map((request, index) => [`${index}`, request])),
    account: new Map(sent.map((name) => [keyOf(name), { nextNonce: 1n }])),
    signer: new Map(signed.map((name) => [keyOf(name), true])),
  };
  const { transaction } = envelopeOf(sender, change);
  const state = { ...begun, ledger } as unknown as typeof begun;
  return { facts: factsOf(transaction), verifier: createVerifier(loadEd25519()), state };
}

function change(validators: readonly ValidatorConfig[], epoch = 1): Change {
  return { kind: 'ChangeCommittee', newCommittee: { validators }, epoch };
}

const ASKED = [join(seat('w1'), 'one'), join(seat('w2'), 'two')];
const BOTH = [seat('w1'), seat('w2')];

describe('what is to be answered to a change of committee (C3)', () => {
  it.each<[string, Change, Known]>([
    ['who asked', change(BOTH), { asked: ASKED }],
    ['fewer of them', change([seat('w2')]), { asked: ASKED }],
    [
      'who asked where another names somebody else',
      change([withOperator(seat('w1'), keyOf('one'))]),
      { asked: ['one', 'thief'].map((who) => join(withOperator(seat('w1'), keyOf('one')), who)) },
    ],
    [
      'who asked where one who gets a seat himself asked for another before',
      change([withOperator(seat('w1'), keyOf('one')), seat('w2')]),
      {
        asked: [
          ...['two', 'one'].map((who) => join(withOperator(seat('w1'), keyOf('one')), who)),
          join(seat('w2'), 'two'),
        ],
      },
    ],
    [
      'who asked again elsewhere',
      change([seat('w1')]),
      { asked: [join(seat('w1', 'old'), 'one'), ...ASKED] },
    ],
  ])('has nothing against %s', (_, operation, known) => {
    expect(changeFault(operation, standing(known, ACCOUNT, operation))).toBe(undefined);
  });

  it.each<[string, Change, Known]>([
    ['its epoch has begun', change(BOTH, 0), { asked: ASKED }],
    ['it makes a committee of 0', change([]), {}],
    [
      `it makes a committee of ${LIMITS.committeeMembers + 1}`,
      change(Array.from({ length: LIMITS.committeeMembers + 1 }, () => seat('w1'))),
      {},
    ],
    ['it seats a key twice', change([seat('w1'), seat('w1', 'w2')]), { asked: ASKED }],
    ['it seats two at one place', change([seat('w1'), seat('w2', 'w1')]), { asked: ASKED }],
    ['it seats a member again', change([seat('v1')]), { asked: [join(seat('v1'), 'one')] }],
    [
      'two operators asked for a seat of it',
      change(BOTH),
      { asked: [...ASKED, join(seat('w2', 'elsewhere'), 'thief')] },
    ],
    ['it grants a request for a key that is taken', change(BOTH), { asked: ASKED, signed: ['w2'] }],
    [
      'it gives an operator two seats',
      change(BOTH),
      { asked: [join(seat('w1'), 'one'), join(seat('w2'), 'one')] },
    ],
  ])('refuses it for good: %s', (fault, operation, known) => {
    expect(changeFault(operation, standing(known, ACCOUNT, operation))).toEqual({
      code: 'NonSubmittableOperation',
      fault,
    });
  });

  it('refuses it for good from anybody but a quorum of the operators', () => {
    const operation = change(BOTH);
    const fault = changeFault(operation, standing({ asked: ASKED }, keyOf('one'), operation));
    expect(fault?.fault).toBe('no quorum of operators changes the committee');
  });

  it.each<[string, Change, Known]>([
    ['the epoch before has not begun', change(BOTH, 2), { asked: ASKED }],
    ['nobody asked for a seat of it', change(BOTH), { asked: ASKED.slice(0, 1) }],
    ['nobody asked for a seat of it', change([seat('w1', 'elsewhere')]), { asked: ASKED }],
    [
      'nobody asked for a seat of it',
      change([withOperator(seat('w1'), keyOf('one'))]),
      { asked: [join(withOperator(seat('w1'), keyOf('one')), 'thief')] },
    ],
  ])('waits for what it depends on: %s', (fault, operation, known) => {
    expect(changeFault(operation, standing(known, ACCOUNT, operation))).toEqual({
      code: 'MissingDependency',
      fault,
    });
  });
});

describe('which key can become a validator’s (C2)', () => {
  const asks = (config: ValidatorConfig, known: Known = {}) =>
    seatFault(config, keyOf('one'), standing(known, ACCOUNT, change([config])));
  const operator = operatorOf(parties, 'v1').address;

  it.each<[string, ValidatorConfig, Known]>([
    ['a request for a key that is taken', seat('v1'), {}],
    ['a request for a key that is taken', seat('w1'), { sent: ['w1'] }],
    ['a request for a key that is taken', seat('w1'), { signed: ['w1'] }],
    ['a request for a key that is taken', { ...seat('w1'), address: operator }, {}],
    ['a request for the requester’s own key', seat('one'), {}],
    ['a request for an invalid key', { ...seat('w1'), address: BURN_ADDRESS }, {}],
    ['a request in the name of another', withOperator(seat('w1'), keyOf('two')), {}],
  ])('names %s', (fault, config, known) => {
    expect(asks(config, known)).toBe(fault);
  });

  it.each<[string, ValidatorConfig]>([
    ['of which nobody has heard', seat('w1')],
    ['whose host names its requester', withOperator(seat('w1'), keyOf('one'))],
    ['whose host only looks as if it named somebody', seat('w1', 'fast1qqqq@w1')],
  ])('has nothing against a key %s', (_, config) => {
    expect(asks(config)).toBe(undefined);
  });
});
