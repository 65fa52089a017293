import { factsOf, LIMITS, type VersionedTransaction } from '@quorate/protocol';
import { addressOf, signerOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { START, VERIFIER } from '../../test/genesis.ts';
import { changeTo, operatedBy } from '../../test/operators.ts';
import { nodeNameOf } from '../committee.ts';
import { quorumSize } from '../quorum.ts';
import { signatureFault } from '../verification/sender-signature.ts';
import { authorisedChange, buildChange, changeFault } from './change.ts';
import { OPERATOR_RULES } from './rules.ts';

const committee = operatedBy(4);
const change = changeTo(committee, 0);

type Change = Extract<VersionedTransaction, { readonly release: 'Release20260407' }>;

function faultOf(changed: Partial<Change['transaction']>): string | undefined {
  const { transaction } = change as Change;
  const proposal: Change = {
    release: 'Release20260407',
    transaction: { ...transaction, ...changed },
  };
  return changeFault(proposal, { networkId: 'fast:localnet', committee }, quorumSize);
}

function signaturesOf(operators: readonly string[]) {
  const { signingBytes } = factsOf(change);
  return operators.map((name) => [addressOf(name), signerOf(name).sign(signingBytes)] as const);
}

describe('a proposed change', () => {
  it('C3 is the ChangeCommittee of the committee account, alone', () => {
    expect(faultOf({})).toBeUndefined();
  });

  it.each<readonly [string, Partial<Change['transaction']>, string]>([
    ['for another network', { networkId: 'fast:testnet' }, 'fast:testnet'],
    ['of another account', { sender: addressOf('alice') }, 'not the committee account of epoch 3'],
    ['at another nonce', { nonce: 1n }, 'its nonce is 1'],
    ['with nothing in it', { claims: [] }, 'something else'],
    [
      'with something else beside it',
      { claims: [...(change as Change).transaction.claims, { kind: 'LeaveCommittee' }] },
      'something else',
    ],
    ['with something else in it', { claims: [{ kind: 'LeaveCommittee' }] }, 'something else'],
    [
      'to an epoch that is not the next',
      { claims: [{ kind: 'ChangeCommittee', epoch: 5, newCommittee: { validators: [] } }] },
      'begins epoch 5',
    ],
    [
      'to nobody',
      { claims: [{ kind: 'ChangeCommittee', epoch: 4, newCommittee: { validators: [] } }] },
      'it names 0',
    ],
  ])('C3 is refused %s', (_, changed, reason) => {
    expect(faultOf(changed)).toContain(reason);
  });

  it('C3 is refused exactly where two of its members are at one endpoint', () => {
    const anyEndpoint = fc.record({
      host: fc.constantFrom('a', 'b', 'a:1', 'a:2'),
      rpcPort: fc.nat({ max: 2 }),
    });
    fc.assert(
      fc.property(fc.array(anyEndpoint, { minLength: 1, maxLength: 6 }), (endpoints) => {
        const validators = endpoints.map((endpoint, index) => ({
          address: addressOf(`member ${index}`),
          ...endpoint,
        }));
        const claims = [
          { kind: 'ChangeCommittee', epoch: 4, newCommittee: { validators } },
        ] as const;
        const isShared = new Set(validators.map(nodeNameOf)).size < validators.length;
        expect(faultOf({ claims })?.includes('the same host and rpc_port') ?? false).toBe(isShared);
      }),
    );
  });

  it('C3 is refused with more members than the limit, and with a member twice', () => {
    const members = Array.from({ length: LIMITS.committeeMembers + 1 }, (_, index) => ({
      address: addressOf(`member ${index}`),
      host: `w${index}`,
      rpcPort: 0,
    }));
    const naming = (validators: typeof members) =>
      faultOf({ claims: [{ kind: 'ChangeCommittee', epoch: 4, newCommittee: { validators } }] });
    expect(naming(members)).toContain(`it names ${members.length}`);
    expect(naming(members.slice(1))).toBeUndefined();
    expect(naming([...members.slice(0, 2), ...members.slice(0, 1)])).toContain('twice');
  });

  it('C3 is authorised by a quorum of operators, in any order, and by no other signatures', () => {
    const env = { committee, verifier: VERIFIER, rules: OPERATOR_RULES };
    const authorise = (names: readonly string[]) =>
      authorisedChange(change, signaturesOf(names), env);
    expect(authorise(['operator 3', 'operator 0'])).toBeUndefined();
    expect(authorise(['operator 3', 'operator 0', 'operator 0', 'alice'])).toBeUndefined();
    const [forged] = signaturesOf(['alice']);
    const stolen = [addressOf('operator 1'), forged?.[1]] as never;
    expect(
      authorisedChange(change, [...signaturesOf(['operator 3', 'operator 0']), stolen], env),
    ).toBeUndefined();
    const envelope = authorise(['operator 3', 'alice', 'operator 0', 'operator 1']);
    if (envelope === undefined) throw new Error('a quorum has signed');
    expect(signatureFault(envelope.signature, factsOf(change), VERIFIER)).toBeUndefined();
  });

  it('C3 is one transaction for each timestamp and list of members', () => {
    const intent = { networkId: 'fast:localnet', committee, timestampNanos: START } as const;
    const validators = [{ address: addressOf('next 0'), host: 'w', rpcPort: 0 }];
    expect(factsOf(buildChange({ ...intent, validators }, quorumSize)).id).toBe(factsOf(change).id);
    const later = { ...intent, validators, timestampNanos: START + 1n };
    expect(factsOf(buildChange(later, quorumSize)).id).not.toBe(factsOf(change).id);
  });
});
