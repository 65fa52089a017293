import {
  type Address,
  BURN_ADDRESS,
  LIMITS,
  type Operation,
  type ValidatorConfig,
} from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { committee, START } from '../../../test/genesis.ts';
import { createTestLedger, type TestLedger } from '../../../test/ledger.ts';
import { lacking, notSubmittable } from '../../../test/operations.ts';
import { transfer } from '../../../test/payments.ts';
import { committeeAccount, withOperator } from '../../committee.ts';
import { quorumSize } from '../../quorum.ts';
import { byText } from './token-creation.ts';

const ACCOUNT = committeeAccount(committee(4), quorumSize);
const NEXT = ['w1', 'w2', 'w3', 'w4'].map((name) => configOf(addressOf(name)));

function configOf(address: Address): ValidatorConfig {
  return { address, host: `of-${address.slice(0, 8)}`, rpcPort: 1 };
}

function change(validators: readonly ValidatorConfig[], epoch = 1): Operation {
  return { kind: 'ChangeCommittee', newCommittee: { validators }, epoch };
}

function join(config: ValidatorConfig): Operation {
  return { kind: 'JoinCommittee', config };
}

/** A ledger in which operators ask for the next committee. */
function createLedgerWithJoins(): TestLedger {
  const ledger = createTestLedger();
  for (const [index, config] of NEXT.entries()) ledger.execute(`next${index}`, join(config));
  return ledger;
}

function refusalOf(validators: readonly ValidatorConfig[], ledger = createLedgerWithJoins()) {
  return ledger.refusal(ACCOUNT, [change(validators)]);
}

function notEligible(address: Address) {
  return notSubmittable(`no eligible request asks for ${address} as given`);
}

describe('ChangeCommittee', () => {
  it('C3 names the next committee, in any order and size of those who asked', () => {
    expect(refusalOf(NEXT)).toBe(undefined);
    expect(refusalOf(NEXT.slice(2).toReversed())).toBe(undefined);
  });

  it('C3 records the members under their epoch', () => {
    const ledger = createLedgerWithJoins();
    ledger.execute(ACCOUNT, change(NEXT));
    expect(ledger.state().ledger.committee.get('1')).toMatchObject({
      members: NEXT.map((validator, index) => ({ validator, operator: addressOf(`next${index}`) })),
      beganAtNanos: START,
      origin: { sender: ACCOUNT, nonce: 0n },
    });
  });

  it('C3 stands alone in its transaction', () => {
    const refusal = notSubmittable('a ChangeCommittee stands alone in its transaction');
    const ledger = createLedgerWithJoins();
    const beside = [change(NEXT), transfer(ACCOUNT, 1n)];
    expect(ledger.refusal(ACCOUNT, beside)).toEqual(refusal);
  });

  it('C3 refuses an epoch that has begun', () => {
    const refusal = notSubmittable('the next epoch is 1, got 0');
    expect(createLedgerWithJoins().refusal(ACCOUNT, [change(NEXT, 0)])).toEqual(refusal);
  });

  it('D4 waits for the epoch before', () => {
    const refusal = createLedgerWithJoins().refusal(ACCOUNT, [change(NEXT, 2)]);
    expect(refusal).toEqual(lacking('Epoch', '1'));
  });

  it('D4 settles after the epoch before and after the requests for its seats', () => {
    const ledger = createTestLedger();
    const [first, ...others] = NEXT.map(({ address: id }) => ({ kind: 'Request', id }));
    expect(ledger.missing(ACCOUNT, [change(NEXT)])).toEqual([first, ...others]);
    expect(ledger.missing(ACCOUNT, [change(NEXT, 2)])).toContainEqual({ kind: 'Epoch', id: '1' });
    ledger.execute('next0', join(NEXT[0] ?? configOf(BURN_ADDRESS)));
    expect(ledger.missing(ACCOUNT, [change(NEXT)])).toEqual(others);
    expect(createLedgerWithJoins().missing(ACCOUNT, [change(NEXT)])).toEqual([]);
  });

  it('C3 refuses a key that two operators ask for', () => {
    const ledger = createLedgerWithJoins();
    const [config] = NEXT;
    if (config !== undefined) ledger.execute('thief', join(config));
    expect(refusalOf(NEXT, ledger)).toEqual(
      notSubmittable(`two operators ask for the key ${config?.address}`),
    );
  });

  it('C3 refuses any sender but the committee account', () => {
    const refusal = notSubmittable('only the committee account of epoch 0 sends it');
    for (const from of ['alice', 'operator1', 'v1']) {
      expect(createLedgerWithJoins().refusal(from, [change(NEXT)])).toEqual(refusal);
    }
  });

  it('C3 refuses nobody, more than the limit, and a member twice', () => {
    const size = notSubmittable(`a committee has 1 to ${LIMITS.committeeMembers} members`);
    const [first = configOf(BURN_ADDRESS)] = NEXT;
    expect(refusalOf([])).toEqual(size);
    expect(refusalOf(Array.from({ length: 101 }, () => first))).toEqual(size);
    const distinct = notSubmittable('the members of a committee are distinct');
    expect(refusalOf(Array.from({ length: 100 }, () => first))).toEqual(distinct);
    expect(refusalOf([...NEXT, first])).toEqual(distinct);
  });

  it.each([
    ['host and port', { host: 'w', rpcPort: 7 }, { host: 'w', rpcPort: 7 }],
    ['name between nodes of one process', { host: 'w:7', rpcPort: 0 }, { host: 'w', rpcPort: 7 }],
  ])('C3 refuses two members with one %s, though each has asked', (_, one, other) => {
    const ledger = createTestLedger();
    const first = { address: addressOf('w1'), ...one };
    const second = { address: addressOf('w2'), ...other };
    ledger.execute('next1', join(first));
    ledger.execute('next2', join(second));
    expect(refusalOf([first, second], ledger)).toEqual(
      notSubmittable('two members have the same host and rpc_port: w:7'),
    );
    expect(refusalOf([second], ledger)).toBe(undefined);
  });

  it('C3 takes a member at the endpoint of one that sits, as of an operator that stays', () => {
    const ledger = createTestLedger();
    const [seated] = committee(4).members;
    if (seated === undefined) throw new Error('nobody sits');
    const stays = { ...seated.validator, address: addressOf('w1') };
    ledger.execute('operator1', join(stays));
    expect(refusalOf([stays], ledger)).toBe(undefined);
  });

  it('C9 refuses a key that was a member before', () => {
    const config = configOf(addressOf('v1'));
    const ledger = createLedgerWithJoins();
    ledger.execute('operator1', join(config));
    const refusal = notSubmittable(`${config.address} was a member of a committee before`);
    expect(refusalOf([...NEXT, config], ledger)).toEqual(refusal);
  });

  it('C3 lacks, and does not refuse, a request that is not there', () => {
    const config = configOf(addressOf('w5'));
    const ledger = createLedgerWithJoins();
    expect(refusalOf([...NEXT, config], ledger)).toEqual(lacking('Request', config.address));
    // To leave is not to ask.
    ledger.execute('next9', { kind: 'LeaveCommittee' });
    expect(refusalOf([...NEXT, config], ledger)).toEqual(lacking('Request', config.address));
    // Somebody else has asked for the key, to be reached elsewhere.
    ledger.execute('next8', join({ ...config, host: 'elsewhere' }));
    expect(refusalOf([...NEXT, config], ledger)).toEqual(lacking('Request', config.address));
    const named = withOperator(config, addressOf('next9'));
    expect(refusalOf([...NEXT, named], ledger)).toMatchObject({
      missing: [{ kind: 'Request', id: config.address, sender: addressOf('next9') }],
    });
    ledger.execute('next9', join(named));
    expect(refusalOf([...NEXT, named], ledger)).toBe(undefined);
  });

  it('C1 refuses two seats for one operator, whose account could never sign the next change', () => {
    const ledger = createLedgerWithJoins();
    const second = configOf(addressOf('w5'));
    ledger.execute('next0', join(second));
    expect(refusalOf([...NEXT, second], ledger)).toEqual(
      notSubmittable('an operator has one seat'),
    );
    expect(refusalOf([...NEXT.slice(1), second], ledger)).toBe(undefined);
  });

  it.each([
    ['host', { host: 'elsewhere' }],
    ['port', { rpcPort: 2 }],
  ])('C3 lacks a request for another %s than was asked for', (_, other) => {
    const [first = configOf(BURN_ADDRESS), ...rest] = NEXT;
    const refusal = refusalOf([{ ...first, ...other }, ...rest]);
    expect(refusal).toEqual(lacking('Request', first.address));
  });

  it('C3 has the operators that its hosts name, whoever else asks for the same keys, and whenever', () => {
    const named = NEXT.map((config, index) => withOperator(config, addressOf(`next${index}`)));
    const thefts = NEXT.flatMap((config, index) => [
      join(config),
      join(named[index] ?? config),
      join(withOperator(config, addressOf('thief'))),
    ]);
    fc.assert(
      fc.property(fc.subarray(thefts), fc.boolean(), (stolen, isFirst) => {
        const ledger = createTestLedger();
        const steal = () => {
          for (const each of stolen) ledger.settle('thief', [each], { timestampNanos: 1n });
        };
        if (isFirst) steal();
        for (const [index, config] of named.entries()) ledger.execute(`next${index}`, join(config));
        if (!isFirst) steal();
        expect(refusalOf(named, ledger)).toBe(undefined);
        ledger.execute(ACCOUNT, change(named));
        expect(
          ledger
            .state()
            .ledger.committee.get('1')
            ?.members.map(({ operator }) => operator),
        ).toEqual(named.map((_, index) => addressOf(`next${index}`)));
      }),
    );
  });

  it('C2 gives a seat without a named operator to the first in the queue, however requests settled', () => {
    const [config = configOf(BURN_ADDRESS)] = NEXT;
    const anyRequest = fc.record({
      from: fc.constantFrom('next0', 'next1', 'next2'),
      timestampNanos: fc.bigInt({ min: 1n, max: 2n }),
    });
    fc.assert(
      fc.property(fc.array(anyRequest, { minLength: 1, maxLength: 5 }), (requests) => {
        const ledger = createTestLedger();
        for (const { from, timestampNanos } of requests) {
          ledger.settle(from, [join(config)], { timestampNanos });
        }
        ledger.settle(ACCOUNT, [change([config])]);
        const earliest = requests.some(({ timestampNanos }) => timestampNanos === 1n) ? 1n : 2n;
        const first = requests.filter(({ timestampNanos }) => timestampNanos === earliest);
        const [operator] = first.map(({ from }) => addressOf(from)).toSorted(byText);
        expect(ledger.state().ledger.committee.get('1')?.members).toEqual([
          { validator: config, operator },
        ]);
      }),
    );
  });

  it('C2 counts no request for a seat of somebody else', () => {
    const [config = configOf(BURN_ADDRESS)] = NEXT;
    const theirs = withOperator(config, addressOf('next0'));
    const ledger = createTestLedger();
    ledger.execute('thief', join(theirs));
    // V6: the request that counts may not have come yet, and after a refusal nobody would bring it.
    expect(refusalOf([theirs], ledger)).toMatchObject({
      code: 'MissingDependency',
      missing: [{ kind: 'Request', id: theirs.address, sender: addressOf('next0') }],
    });
    ledger.execute('next0', join(theirs));
    expect(refusalOf([theirs], ledger)).toBe(undefined);
  });

  it('C3 takes the request that matches, of several for one key', () => {
    const [first = configOf(BURN_ADDRESS), ...rest] = NEXT;
    const ledger = createLedgerWithJoins();
    const moved = { ...first, host: 'elsewhere' };
    ledger.execute('next0', join(moved));
    expect(refusalOf([moved, ...rest], ledger)).toBe(undefined);
    expect(refusalOf(NEXT, ledger)).toBe(undefined);
  });
});

describe('the key of a new member', () => {
  it('C2 is another than its operator account', () => {
    const config = configOf(addressOf('w5'));
    const ledger = createLedgerWithJoins();
    ledger.settle('w5', [join(config)]);
    expect(refusalOf([config], ledger)).toEqual(notEligible(config.address));
  });

  it('C2 is acceptable: of no small order', () => {
    const config = configOf(BURN_ADDRESS);
    const ledger = createLedgerWithJoins();
    ledger.execute('next9', join(config));
    expect(refusalOf([config], ledger)).toEqual(notEligible(config.address));
  });

  it('C2 has sent nothing', () => {
    const config = configOf(addressOf('alice'));
    const ledger = createLedgerWithJoins();
    ledger.execute('next9', join(config));
    expect(refusalOf([config], ledger)).toBe(undefined);
    ledger.execute('alice', transfer(addressOf('bob'), 1n));
    expect(refusalOf([config], ledger)).toEqual(notEligible(config.address));
  });

  it('C2 has signed for no other account', () => {
    const config = configOf(addressOf('w5'));
    const ledger = createLedgerWithJoins();
    ledger.execute('next9', join(config));
    const claim = {
      verifierCommittee: [config.address],
      verifierQuorum: 0n,
      claimData: '' as never,
    };
    const sig = '00'.repeat(64) as never;
    const signatures = [{ verifierAddr: config.address, sig }];
    ledger.settle('alice', [{ kind: 'ExternalClaim', claim, signatures }]);
    expect(refusalOf([config], ledger)).toEqual(notEligible(config.address));
  });

  it('C2 is not an operator account', () => {
    const config = configOf(addressOf('operator2'));
    const ledger = createLedgerWithJoins();
    ledger.execute('next9', join(config));
    expect(refusalOf([config], ledger)).toEqual(notEligible(config.address));
  });
});
