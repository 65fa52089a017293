import { utf8 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { bytesToHex } from '../hex.ts';
import type { Address, Bytes32, TransactionId } from '../primitives.ts';
import {
  type CommitteeVote,
  readinessSigningBytes,
  type SeatReadiness,
  voteSigningBytes,
} from './committee-vote.ts';

const hexOf = (text: string) => bytesToHex(utf8.decode(text));
const localnet = `0d${hexOf('fast:localnet')}`;

const VOTE: CommitteeVote = {
  networkId: 'fast:localnet',
  epoch: 258,
  round: 3,
  isConfirmation: true,
  proposalId: 'aa'.repeat(32) as TransactionId,
  operator: 'bb'.repeat(32) as Address,
};

const READINESS: SeatReadiness = {
  networkId: 'fast:localnet',
  epoch: 258,
  challenge: 'cc'.repeat(32) as Bytes32,
  validator: 'dd'.repeat(32) as Address,
  isCaughtUp: true,
};

describe('what is signed about a change of committee', () => {
  it('C3 of a vote: its domain, then network, epoch, round, stage, proposal and operator', () => {
    expect(bytesToHex(voteSigningBytes(VOTE))).toBe(
      [hexOf('CommitteeVote::'), localnet, '02010000', '03000000', '01']
        .concat('aa'.repeat(32), 'bb'.repeat(32))
        .join(''),
    );
  });

  it('C3 of a readiness: its domain, then network, epoch, challenge, key and answer', () => {
    expect(bytesToHex(readinessSigningBytes(READINESS))).toBe(
      [hexOf('SeatReadiness::'), localnet, '02010000']
        .concat('cc'.repeat(32), 'dd'.repeat(32), '01')
        .join(''),
    );
  });

  it('refuses an epoch and a round that do not fit their fields', () => {
    const outOfRange = expect.objectContaining({ code: 'OutOfRange' });
    expect(() => voteSigningBytes({ ...VOTE, round: 2 ** 32 })).toThrow(outOfRange);
    expect(() => voteSigningBytes({ ...VOTE, epoch: -1 })).toThrow(outOfRange);
  });
});
