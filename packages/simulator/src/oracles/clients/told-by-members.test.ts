import type {
  EscrowJob,
  GetCertificates,
  GetEscrowJobs,
  GetTokenInfo,
  Result,
  Token,
} from '@quorate/core';
import { openCrypto } from '@quorate/crypto';
import {
  type Address,
  type EscrowJobId,
  factsOf,
  type Rejection,
  type TokenId,
  type TransactionCertificate,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../test/envelopes.ts';
import { buildGenesis } from '../../world/genesis.ts';
import { createParties } from '../../world/parties.ts';
import { createCommitteeBook } from '../committee-book.ts';
import { toldFault } from './told-by-members.ts';

const { signer, witness } = openCrypto('stub');
const parties = createParties(signer);
const validators = ['v1', 'v2', 'v3', 'v4'];
const genesis = buildGenesis({ validators, clients: [], accounts: [] }, parties, 0n);
const context = { committees: createCommitteeBook(genesis.committee), verifier: witness };
const [GOLD, LEAD] = ['07'.repeat(32), '08'.repeat(32)] as [TokenId, TokenId];
const [LOGO, SITE] = ['09'.repeat(32), '0a'.repeat(32)] as [EscrowJobId, EscrowJobId];
const { address: alice, sign } = parties.signer('alice');
const origin = { sender: alice, nonce: 0n };

function tokenOf(supply: bigint, updateCount: bigint | undefined): Token {
  const fields = { admin: alice, name: 'gold', decimals: 0, mints: [], origin };
  return {
    supply,
    description: updateCount === undefined ? undefined : { ...fields, updateCount },
  };
}

function jobOf(status: EscrowJob['status'], client = alice): EscrowJob {
  const people = { client, provider: alice, evaluator: alice };
  const sums = { providerFee: 1n, evaluatorFee: 1n };
  const rest = { configId: '02' as never, tokenId: GOLD, description: '', deliverable: undefined };
  return { ...people, ...sums, ...rest, status, origin };
}

const tokens = (...list: (readonly [TokenId, Token])[]): Result => ({
  type: 'TokenInfo',
  tokens: list,
});
const jobs = (...list: (readonly [EscrowJobId, EscrowJob])[]): Result => ({
  type: 'EscrowJobs',
  jobs: list,
});
const gold = (supply: bigint, updates?: bigint) => tokens([GOLD, tokenOf(supply, updates)]);
const logo = (status: EscrowJob['status']) => jobs([LOGO, jobOf(status)]);

const ofGold: GetTokenInfo = { type: 'GetTokenInfo', requestId: 'r', tokenIds: [GOLD] };
const ofLogo: GetEscrowJobs = {
  type: 'GetEscrowJobs',
  requestId: 'r',
  select: { by: 'Id', jobIds: [LOGO] },
};
const ofAlice: GetEscrowJobs = {
  type: 'GetEscrowJobs',
  requestId: 'r',
  select: { by: 'Party', role: 'client', party: alice },
};
const ofSender: GetCertificates = {
  type: 'GetCertificates',
  requestId: 'r',
  select: { by: 'Sender', sender: alice, fromNonce: 0n, limit: 2 },
};

/** Gives what is wrong with an answer after v1, v2, … have said these. */
function faultOf(
  query: GetTokenInfo | GetEscrowJobs | GetCertificates,
  said: readonly Result[],
  told: Result,
) {
  const named = new Map(said.map((result, index) => [`v${index + 1}`, result]));
  return toldFault({ query, said: named, told }, context);
}

describe('read-quorum, of what is told of tokens', () => {
  it('P7 is the newest description that f + 1 give, and the supply that they vouch for', () => {
    const said = [gold(5n, 0n), gold(7n, 1n), gold(6n, 1n)];
    expect(faultOf(ofGold, said, gold(6n, 1n))).toBeUndefined();
    expect(faultOf(ofGold, said, gold(7n, 1n))).toContain('supply that too few');
    expect(faultOf(ofGold, said, gold(5n, 1n))).toContain('supply below');
    expect(faultOf(ofGold, said, gold(6n, 0n))).toContain('too few');
    expect(faultOf(ofGold, said, gold(6n))).toContain('older');
    expect(faultOf(ofGold, said, tokens())).toContain('nothing of what');
    expect(faultOf(ofGold, said, logo('Funded'))).toContain('another question');
    expect(faultOf(ofGold, said.slice(1), gold(6n, 1n))).toContain('too few validators have said');
  });

  it('P7 is the newest of two that f + 1 give', () => {
    const said = [gold(5n, 0n), gold(5n, 0n), gold(5n, 1n), gold(5n, 1n)];
    expect(faultOf(ofGold, said, gold(5n, 1n))).toBeUndefined();
    expect(faultOf(ofGold, said, gold(5n, 0n))).toContain('older');
  });

  it('P7 is of those that were asked for', () => {
    const both = tokens([GOLD, tokenOf(5n, 0n)], [LEAD, tokenOf(5n, 0n)]);
    expect(faultOf(ofGold, [both, both, both], both)).toContain('not asked for');
  });
});

describe('read-quorum, of what is told of jobs', () => {
  it('P7 is of each the newest record that f + 1 give', () => {
    const said = [logo('Funded'), logo('Submitted'), logo('Submitted'), logo('Funded')];
    expect(faultOf(ofLogo, said, logo('Submitted'))).toBeUndefined();
    expect(faultOf(ofLogo, said, logo('Funded'))).toContain('older');
    expect(faultOf(ofLogo, said, logo('Completed'))).toContain('too few');
    expect(faultOf(ofLogo, said, jobs())).toContain('nothing of what');
  });

  it('P7 is of all jobs of the party, in the order of their ids, and of none else', () => {
    const both = jobs([LOGO, jobOf('Funded')], [SITE, jobOf('Funded')]);
    const said = [both, both, both];
    expect(faultOf(ofAlice, said, both)).toBeUndefined();
    expect(faultOf(ofAlice, said, logo('Funded'))).toContain('nothing of what');
    const turned = jobs([SITE, jobOf('Funded')], [LOGO, jobOf('Funded')]);
    expect(faultOf(ofAlice, said, turned)).toContain('order');
    const strange = jobs([LOGO, jobOf('Funded', '03'.repeat(32) as Address)]);
    expect(faultOf(ofAlice, [strange, strange, strange], strange)).toContain('not asked for');
  });
});

describe('read-quorum, of a job about which no f + 1 say the same', () => {
  const said = [logo('Funded'), logo('Submitted'), logo('Completed')];

  it('P7 may be left out of a list: otherwise a liar could hold the list up', () => {
    expect(faultOf(ofAlice, said, jobs())).toBeUndefined();
    expect(faultOf(ofAlice, said, logo('Submitted'))).toContain('too few');
  });

  it('P7 is not said to be absent to somebody who asks for it', () => {
    expect(faultOf(ofLogo, said, jobs())).toContain('nothing of what');
  });
});

describe('read-quorum, of jobs in one status', () => {
  const funded = { ...ofAlice.select, status: 'Funded' } as GetEscrowJobs['select'];
  const asked: GetEscrowJobs = { ...ofAlice, select: funded };

  it.each<EscrowJob['status']>(['Funded', 'Submitted', 'Refunded'])(
    'P7 may be one that is %s since validators have read which there are',
    (status) => {
      const said = [logo(status), logo(status), logo(status)];
      expect(faultOf(asked, said, logo(status))).toBeUndefined();
    },
  );

  it('P7 leaves out jobs that have not come so far, or have ended otherwise', () => {
    const said = [logo('Completed'), logo('Completed'), logo('Completed')];
    const refunded = { ...asked, select: { ...funded, status: 'Refunded' } } as GetEscrowJobs;
    expect(faultOf(refunded, said, logo('Completed'))).toContain('not asked for');
    const early = [logo('Funded'), logo('Funded'), logo('Funded')];
    expect(faultOf(refunded, early, logo('Funded'))).toContain('not asked for');
  });
});

describe('read-quorum, of a refusal to tell', () => {
  const refusal = (code: 'InvalidRequest' | 'NonSubmittableOperation'): Result => ({
    type: 'Rejected',
    rejection: { code, rule: 'V1', reason: 'made up' } as Rejection,
  });

  it.each<[string, GetTokenInfo | GetEscrowJobs | GetCertificates, Result]>([
    ['tokens', ofGold, gold(5n, 0n)],
    ['jobs', ofAlice, logo('Funded')],
    ['certificates', ofSender, { type: 'Certificates', certificates: [] }],
  ])('P7 is what f + 1 have said alike: of %s', (_, query, answer) => {
    const told = refusal('InvalidRequest');
    expect(faultOf(query, [told, told, answer], told)).toBeUndefined();
    expect(faultOf(query, [told, answer, answer], told)).toContain('too few');
    const unlike = refusal('NonSubmittableOperation');
    expect(faultOf(query, [told, unlike, answer], told)).toContain('too few');
  });

  it('P8 is the own word of a proxy that reaches no quorum', () => {
    const rejection = {
      code: 'QuorumUnreachable',
      rule: 'P8',
      reason: '',
      refusals: [],
      silent: [],
    } as const;
    const told: Result = { type: 'Rejected', rejection: { ...rejection, unsettled: false } };
    expect(faultOf(ofGold, [], told)).toBeUndefined();
  });
});

describe('read-quorum, of what is told of certificates', () => {
  const certificates = (...list: TransactionCertificate[]): Result => ({
    type: 'Certificates',
    certificates: list,
  });
  const at = (nonce: bigint, ...signers: string[]): TransactionCertificate => {
    const { transaction } = envelopeOf(alice, { kind: 'LeaveCommittee' }, nonce);
    const { signingBytes } = factsOf(transaction);
    return {
      envelope: { transaction, signature: { kind: 'Signature', signature: sign(signingBytes) } },
      signatures: signers.map((name) => {
        const validator = parties.signer(name);
        return [validator.address, validator.sign(signingBytes)];
      }),
    };
  };
  const ALL = ['v1', 'v2', 'v3'];

  it('P7 are all that validators show, with all signatures that they show', () => {
    const said = [
      certificates(at(0n, 'v1', 'v2', 'v3')),
      certificates(at(0n, 'v2', 'v3', 'v4')),
      certificates(),
    ];
    const whole = at(0n, 'v1', 'v2', 'v3', 'v4');
    expect(faultOf(ofSender, said, certificates(whole))).toBeUndefined();
    expect(faultOf(ofSender, said, certificates())).toContain('nothing of a certificate');
    expect(faultOf(ofSender, said, certificates(at(0n, 'v1', 'v2', 'v3')))).toContain('without');
    expect(faultOf(ofSender, said.slice(1), certificates(whole))).toContain('too few');
    const none = [certificates(), certificates(), certificates()];
    expect(faultOf(ofSender, none, certificates(whole))).toContain('no validator');
    const fewer = [certificates(at(0n, 'v1')), certificates(), certificates()];
    expect(faultOf(ofSender, fewer, certificates(whole))).toContain('a signature that no');
  });

  it('P7 may leave out what proves nothing, and what was not asked for, whoever shows it', () => {
    const first = certificates(at(0n, ...ALL));
    const fewer = [first, first, certificates(at(0n, ...ALL), at(1n, 'v4'))];
    expect(faultOf(ofSender, fewer, first)).toBeUndefined();
    const more = certificates(at(0n, ...ALL, 'v4'));
    const spoilt = certificates(at(0n, ...ALL, 'v4'), at(1n, 'v4'));
    expect(faultOf(ofSender, [first, first, spoilt], first)).toBeUndefined();
    expect(faultOf(ofSender, [first, first, more], first)).toContain('without');
    const later = { ...ofSender, select: { ...ofSender.select, fromNonce: 1n } } as GetCertificates;
    const second = certificates(at(1n, ...ALL));
    const page = certificates(at(0n, ...ALL), at(1n, ...ALL));
    expect(faultOf(later, [second, second, page], second)).toBeUndefined();
    expect(faultOf(later, [certificates(), certificates(), page], certificates())).toContain(
      'nothing of',
    );
  });

  it('P7 may leave out what is beyond the limit, and nothing before', () => {
    const all = certificates(at(0n, ...ALL), at(1n, ...ALL), at(2n, ...ALL));
    const said = [all, all, all];
    expect(faultOf(ofSender, said, certificates(at(0n, ...ALL), at(1n, ...ALL)))).toBeUndefined();
    expect(faultOf(ofSender, said, certificates(at(1n, ...ALL), at(2n, ...ALL)))).toContain(
      'nothing of',
    );
  });

  it('P7 are reported as pruned where f + 1 say so', () => {
    const pruned: Result = { type: 'Certificates', certificates: [], pruned: [{} as never] };
    const told = { code: 'CertificatePruned', rule: 'P7', pruned: [] } as const;
    const refused: Result = { type: 'Rejected', rejection: told };
    expect(faultOf(ofSender, [pruned, pruned, certificates()], refused)).toBeUndefined();
    expect(faultOf(ofSender, [pruned, certificates(), certificates()], refused)).toContain(
      'pruned',
    );
  });
});
