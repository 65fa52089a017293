import { recoverValidator, type ValidatorState } from '@quorate/core';
import { createSigner, createVerifier, loadEd25519 } from '@quorate/crypto';
import {
  type Address,
  AMOUNT_MAX,
  type EscrowJobId,
  type Operation,
  type TokenId,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { violationsOf } from '../../../test/oracle-findings.ts';
import { scenarioOf } from '../../../test/scenarios.ts';
import { runScenario } from '../../run-scenario.ts';
import { buildGenesis } from '../../world/genesis.ts';
import { createParties, operatorOf } from '../../world/parties.ts';
import { nothingInVain } from './nothing-in-vain.ts';

const parties = createParties((seed) => createSigner(loadEd25519(), seed));
const genesis = buildGenesis({ validators: ['v1'], clients: [], accounts: [] }, parties, 0n);
const [alice, bob, carol] = ['alice', 'bob', 'carol'].map(
  (name) => parties.signer(name).address,
) as [Address, Address, Address];
const GOLD = '07'.repeat(32) as TokenId;
const JOB = '08'.repeat(32) as EscrowJobId;

const LEAVE: Operation = { kind: 'LeaveCommittee' };
const SUBMIT: Operation = {
  kind: 'Escrow',
  escrow: { kind: 'Submit', jobId: JOB, deliverable: '00'.repeat(32) },
};

function mint(amount: bigint): Operation {
  return { kind: 'Mint', tokenId: GOLD, recipient: alice, amount };
}

function join(name: string): Operation {
  const { address } = parties.signer(name);
  return { kind: 'JoinCommittee', config: { address, host: name, rpcPort: 0 } };
}

/** Carol waits for a seat, and bob has asked for one under a key that already has one. */
const WAITING = [
  { ...join('dave'), kind: 'Join', operator: carol },
  { ...join('v1'), kind: 'Join', operator: bob },
];

/** A validator for which gold is all but at its greatest supply, a job has ended, and bob has sent something. */
function stateWith(status: 'Completed' | 'Submitted'): ValidatorState {
  const { state } = recoverValidator(genesis, []);
  const ledger = {
    ...state.ledger,
    token: new Map([[GOLD, { supply: AMOUNT_MAX - 5n, description: undefined }]]),
    job: new Map([[JOB, { status }]]),
    request: new Map(WAITING.entries()),
    account: new Map([[bob, { nextNonce: 1n, lock: undefined, creditCount: 0n }]]),
  };
  return { ...state, ledger } as unknown as ValidatorState;
}

/** Has v1 call an operation admissible. */
function findingOf(
  operation: Operation,
  { sender = alice, status = 'Completed' as const as 'Completed' | 'Submitted' } = {},
) {
  const envelope = envelopeOf(sender as Address, operation);
  const message = { type: 'CheckTransaction', requestId: 'r', envelope } as const;
  const input = { type: 'Message', from: 'p1', message } as const;
  const step = { observation: { input, before: stateWith(status) } } as never;
  const result = { type: 'Admissible', transactionId: '' } as never;
  const oracle = nothingInVain({ nameOf: parties.nameOf, verifier: createVerifier(loadEd25519()) });
  return oracle.afterAnswer?.({ validator: 'v1', result, step, at: 0n });
}

describe('nothing-in-vain', () => {
  it.each<[string, Operation, string, Parameters<typeof findingOf>[1]?]>([
    ['a mint past the greatest supply', mint(6n), 'a mint to a supply of'],
    ['a request to leave of a stranger', LEAVE, 'of who runs no member'],
    [
      'one of a candidate that waits for what is taken',
      LEAVE,
      'waits for no seat',
      { sender: bob },
    ],
    ['a request for the key of a member', join('v1'), 'a key that is taken'],
    ['a request for a key that has sent something', join('bob'), 'a key that is taken'],
    ['a delivery for a job that has ended', SUBMIT, 'a job that is Completed'],
  ])('finds %s', (_, operation, fault, more) => {
    expect(findingOf(operation, more)?.message).toContain(fault);
  });

  it.each<[string, Operation, Parameters<typeof findingOf>[1]]>([
    ['a mint to the greatest supply', mint(5n), {}],
    ['a request to leave of an operator', LEAVE, { sender: operatorOf(parties, 'v1').address }],
    ['one of a candidate that waits for a seat', LEAVE, { sender: carol }],
    ['a request for a key of which nobody has heard', join('carol'), {}],
    ['a delivery for a job that goes on', SUBMIT, { status: 'Submitted' }],
  ])('has nothing against %s', (_, operation, more) => {
    expect(findingOf(operation, more)).toBeUndefined();
  });

  it('looks at what validators answer in a run, and is silent about correct ones', () => {
    const steps = {
      alice: [
        { op: 'create-token', as: 'gold', amount: String(AMOUNT_MAX), mints: ['alice'] },
        { op: 'mint', token: 'gold', to: 'alice', amount: 1 },
        { op: 'leave-committee' },
        { op: 'join-committee' },
      ],
    };
    const result = runScenario(scenarioOf({ clients: { alice: {} }, steps }));
    const outcomes = result.operations.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['final', 'refused', 'refused', 'final']);
    expect(violationsOf('nothing-in-vain', result)).toBe(0);
  });
});
