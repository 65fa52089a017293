import { hexToBytes, keccak256 } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { committee } from '../test/genesis.ts';
import {
  committeeAccount,
  committeeOf,
  memberOf,
  namedOperator,
  nodeNameOf,
  withOperator,
} from './committee.ts';
import { quorumSize } from './quorum.ts';

describe('a committee', () => {
  it('C1 is changed by the multisig account of its operators, in order, with its quorum and epoch', () => {
    const operators = [1, 2, 3, 4].map((index) => addressOf(`operator${index}`));
    const little = (number: string) => `${number}00000000000000`;
    // BCS: how many signers, each with its 32 bytes, then quorum and nonce.
    const config = `04${operators.join('')}${little('03')}${little('07')}`;
    const account = committeeAccount({ ...committee(4), epoch: 7 }, quorumSize);
    expect(account).toBe(keccak256(hexToBytes(config)));
  });

  it('C9 finds the one committee that a validator key is a member of', () => {
    const later = { epoch: 1, members: committee(7).members.slice(4) };
    const committees = [committee(4), later];
    expect(committeeOf(committees, addressOf('v4'))?.epoch).toBe(0);
    expect(committeeOf(committees, addressOf('v5'))?.epoch).toBe(1);
    expect(committeeOf(committees, addressOf('alice'))).toBe(undefined);
    expect(memberOf(later, addressOf('v6'))?.operator).toBe(addressOf('operator6'));
    expect(memberOf(later, addressOf('v1'))).toBe(undefined);
  });

  it('names a node by host, and by port where there is one', () => {
    const [member] = committee(1).members;
    if (member === undefined) throw new Error('expected a member');
    expect(nodeNameOf(member.validator)).toBe('v1');
    expect(nodeNameOf({ ...member.validator, host: '127.0.0.1', rpcPort: 8080 })).toBe(
      '127.0.0.1:8080',
    );
  });

  it('C2 takes a valid address before the host for its operator, and not for a part of its name', () => {
    const config = { address: addressOf('w1'), host: 'h', rpcPort: 7 };
    const named = withOperator(config, addressOf('operator1'));
    expect(named.host).toMatch(/^fast1[0-9a-z]+@h$/);
    expect(namedOperator(named)).toBe(addressOf('operator1'));
    expect(nodeNameOf(named)).toBe('h:7');
    expect(withOperator(named, addressOf('operator2'))).toEqual(
      withOperator(config, addressOf('operator2')),
    );
    for (const host of ['h', '@h', 'fast1qq@h', 'someone@h', `${named.host.slice(0, -2)}@`]) {
      const other = { ...config, host };
      expect(namedOperator(other)).toBe(undefined);
      expect(nodeNameOf(other)).toBe(`${host}:7`);
    }
  });
});
