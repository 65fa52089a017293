import { applyChanges, EMPTY_LEDGER, nonceKey } from '@quorate/core';
import {
  factsOf,
  type MissingDependency,
  type Operation,
  type Rejection,
  type TransactionCertificate,
  type TransactionId,
} from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import {
  certificateAt,
  committee,
  context,
  LEAVE,
  parties,
  sender,
} from '../../../test/certificates.ts';
import { CREATE_GOLD } from '../../../test/envelopes.ts';
import { settledWhenDue } from './settled-when-due.ts';

const { verifier } = context;
const ID = 'ab'.repeat(32);
const JOIN = {
  kind: 'JoinCommittee',
  config: { address: parties.signer('v9').address, host: 'v9', rpcPort: 1 },
} as Operation;
const escrow = (kind: string, of: object) => ({ kind: 'Escrow', escrow: { kind, ...of } }) as never;
const UPDATE: Operation = {
  ...{ kind: 'TokenManagement', tokenId: ID as never, updateId: 0n, newAdmin: null, mints: [] },
  ...{ userData: null, newTokenName: null },
};
const TERMS = { tokenId: ID, evaluator: sender, minEvaluatorFee: 0n };
const CONFIG = escrow('CreateConfig', { ...TERMS, evaluationFee: { kind: 'Fixed', amount: 1n } });
const JOB = escrow('CreateJob', {
  ...{ configId: ID, provider: sender, providerFee: 1n, description: 'a job' },
});
const SUBMIT = escrow('Submit', { jobId: ID, deliverable: ID });
const CHANGE = {
  ...{ kind: 'ChangeCommittee', epoch: 9 },
  newCommittee: { validators: [{ address: sender, host: 'h', rpcPort: 1 }] },
} as never;

/** What v1 holds of the sender of all certificates. */
interface Held {
  readonly nextNonce?: bigint;
  readonly settled?: TransactionId;
  readonly lock?: object;
  readonly status?: string;
  readonly networkId?: string;
  readonly served?: number;
  readonly committees?: readonly object[];
}

function stateOf({ nextNonce = 0n, settled, lock, ...more }: Held) {
  const { status = 'active', networkId = 'fast:localnet', served = 0 } = more;
  const account = { nextNonce, lock, creditCount: 0 };
  const ledger = applyChanges(EMPTY_LEDGER, [
    { table: 'account', key: sender, value: account as never },
    ...(settled === undefined
      ? []
      : [{ table: 'settled', key: nonceKey(sender, 0n), value: settled } as const]),
  ]);
  const { committees = [committee] } = more;
  return { genesis: { networkId }, ledger, status, handover: { served }, committees };
}

/** Tells whether it is found that v1, which holds this, refuses a certificate so. */
function isFound(
  rejection: object,
  certificate: TransactionCertificate,
  held: Held = {},
  type = 'SubmitCertificate',
): boolean {
  const input = { type: 'Message', from: 'p1', message: { type, certificate } };
  const step = { observation: { input, before: stateOf(held) } };
  const result = { type: 'Rejected', rejection };
  const answer = { validator: 'v1', result, step, at: 0n };
  return settledWhenDue({ verifier }).afterAnswer?.(answer as never) !== undefined;
}

const FIRST = certificateAt(0n);
const { id: FIRST_ID } = factsOf(FIRST.envelope.transaction);
const refusing = (code: Rejection['code'], rule?: string) => ({ code, rule });
const CONFLICT = refusing('ConflictingCertificate', 'S2');
const EARLIER = refusing('MissingEarlierConfirmations', 'S3');
const INVALID = refusing('InvalidCertificate', 'S1');
const FORGED = refusing('InvalidSignature', 'V3');
const YOUNG = refusing('CertificateTooYoung', 'C2');
const OUTDATED = refusing('InvalidCertificate', 'C8');
const unsigned = { ...FIRST, envelope: { ...FIRST.envelope, signature: forged() } };

function forged() {
  const signature = parties.signer('bob').sign(factsOf(FIRST.envelope.transaction).signingBytes);
  return { kind: 'Signature', signature } as const;
}

const lacking = (...missing: readonly Pick<MissingDependency, 'kind' | 'id'>[]) => ({
  ...refusing('MissingDependency', 'S4'),
  missing,
});

type Case = readonly [words: string, rejection: object, TransactionCertificate, held?: Held];

function casesOf(cases: readonly Case[]) {
  return cases.map(
    ([words, rejection, certificate, held = {}]) => [words, rejection, certificate, held] as const,
  );
}

describe('settled-when-due, of a certificate that is refused', () => {
  it.each(
    casesOf([
      ['it lacks a signature (S1)', INVALID, certificateAt(0n, LEAVE, ['v1', 'v2'])],
      ['it is for another network (S1)', INVALID, FIRST, { networkId: 'fast:mainnet' }],
      ['nobody here knows who signed it (S1)', INVALID, FIRST, { committees: [] }],
      ['its sender has not signed it (V3)', FORGED, unsigned],
      ['another has settled there (S2)', CONFLICT, FIRST, { nextNonce: 1n, settled: ID as never }],
      ['an earlier one is missing (S3)', EARLIER, certificateAt(1n)],
      ['its request is too young (C2)', YOUNG, FIRST],
      ['its request is too young (C2)', YOUNG, certificateAt(0n, JOIN)],
      ['its epoch has ended and nothing is locked (C8)', OUTDATED, FIRST, { served: 1 }],
      [
        'its epoch has ended and the lock holds another (C8)',
        OUTDATED,
        FIRST,
        { served: 1, lock: pending(certificateAt(0n, CREATE_GOLD), true) },
      ],
      [
        'its epoch has ended and no handover has left the lock (C8)',
        OUTDATED,
        FIRST,
        { served: 1, lock: pending(FIRST) },
      ],
    ]),
  )('is silent where it is true that %s', (_, rejection, certificate, held) => {
    expect(isFound(rejection, certificate, held)).toBe(false);
  });

  it.each(
    casesOf([
      ['it proves nothing (S1)', INVALID, FIRST],
      ['its sender has not signed it (V3)', FORGED, FIRST],
      ['another has settled there (S2)', CONFLICT, FIRST, { nextNonce: 1n, settled: FIRST_ID }],
      ['another has settled there (S2)', CONFLICT, FIRST],
      ['an earlier one is missing (S3)', EARLIER, FIRST],
      ['an earlier one is missing (S3)', EARLIER, FIRST, { nextNonce: 1n, settled: FIRST_ID }],
      ['its request is too young (C2)', YOUNG, certificateAt(0n, CREATE_GOLD)],
      ['its request is too young (C2)', YOUNG, FIRST, { status: 'merging' }],
      ['its epoch has ended (C8)', OUTDATED, FIRST],
      [
        'the handover has not left it (C8)',
        OUTDATED,
        FIRST,
        { served: 1, lock: pending(FIRST, true) },
      ],
      [
        'the handover has not left it (C8)',
        OUTDATED,
        FIRST,
        { served: 1, lock: { kind: 'contest' } },
      ],
      ['the handover has left another (C8)', OUTDATED, certificateAt(1n), { served: 1 }],
      ['money is missing', refusing('InsufficientFunding', 'V7'), FIRST],
    ]),
  )('finds it where it is not true that %s', (_, rejection, certificate, held) => {
    expect(isFound(rejection, certificate, held)).toBe(true);
  });

  it('C8 goes by the epoch whose committee has signed', () => {
    const names = ['w1', 'w2', 'w3', 'w4'];
    const members = names.map((host) => ({
      validator: { address: parties.signer(host).address, host, rpcPort: 0 },
      operator: undefined,
    }));
    const held = { served: 1, committees: [committee, { epoch: 1, members }] };
    expect(isFound(OUTDATED, certificateAt(0n, LEAVE, names), held)).toBe(true);
    expect(isFound(OUTDATED, FIRST, held)).toBe(false);
  });

  it.each<readonly [MissingDependency['kind'], Operation, string]>([
    ['Token', UPDATE, ID],
    ['TokenUpdate', UPDATE, `${ID}/5`],
    ['EscrowConfig', JOB, ID],
    ['EscrowJob', SUBMIT, ID],
    ['Epoch', CHANGE, '8'],
    ['Request', CHANGE, sender],
  ])(
    'S4 takes a lacking %s for a cause of what builds on that, and of nothing else',
    (kind, operation, id) => {
      const certificate = certificateAt(0n, operation);
      const true_ = { kind, id };
      expect(isFound(lacking(true_), certificate)).toBe(false);
      expect(isFound(lacking(), certificate)).toBe(true);
      expect(isFound(lacking(true_, { kind: 'EscrowSubmit', id }), certificate)).toBe(true);
      for (const other of [LEAVE, CREATE_GOLD, CONFIG]) {
        expect(isFound(lacking(true_), certificateAt(0n, other))).toBe(true);
      }
    },
  );

  it('S4 finds that what is not lacking is named', () => {
    expect(isFound(lacking({ kind: 'Epoch', id: '0' }), certificateAt(0n, CHANGE))).toBe(true);
  });

  it('is not about what nobody can read, and what is no certificate', () => {
    expect(isFound(refusing('InvalidRequest'), FIRST)).toBe(false);
    expect(isFound(CONFLICT, FIRST, {}, 'SubmitTransaction')).toBe(false);
  });
});

/** A lock on what a certificate certifies, as a handover leaves it if so marked. */
function pending({ envelope }: TransactionCertificate, isHandedOver?: true): object {
  return { kind: 'pending', envelope, signature: undefined, isHandedOver };
}
