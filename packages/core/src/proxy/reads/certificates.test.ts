import {
  type EscrowJobId,
  factsOf,
  NATIVE_TOKEN_ID,
  operationId,
  type Rejection,
  type TransactionCertificate,
  type TransactionId,
} from '@quorate/protocol';
import { addressOf, committeeOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acted } from '../../../test/acts.ts';
import {
  type Conduct,
  createTestNetwork,
  honestly,
  silent,
  submission,
  type TestNetwork,
} from '../../../test/network.ts';
import { decide, deliver, hire, offer } from '../../../test/operations.ts';
import { certified, payment, rejectionOf } from '../../../test/payments.ts';
import type { GetCertificates } from '../../message.ts';

function bySender(fromNonce = 0n, limit = 200): GetCertificates {
  const select = { by: 'Sender', sender: addressOf('alice'), fromNonce, limit } as const;
  return { type: 'GetCertificates', requestId: 'q', select };
}

function byId(transactionId: TransactionId): GetCertificates {
  return { type: 'GetCertificates', requestId: 'q', select: { by: 'Id', transactionId } };
}

function read(network: TestNetwork, query: GetCertificates): readonly TransactionCertificate[] {
  network.send('user', query);
  const result = network.answers.at(-1)?.result;
  if (result?.type !== 'Certificates') throw new Error(`got ${result?.type}`);
  return result.certificates;
}

function noncesOf(certificates: readonly TransactionCertificate[]): readonly bigint[] {
  return certificates.map(({ envelope }) => factsOf(envelope.transaction).transaction.nonce);
}

const showing =
  (...certificates: readonly TransactionCertificate[]): Conduct =>
  (message, honest) =>
    message.type === 'GetCertificates' ? [{ type: 'Certificates', certificates }] : [honest()];

const HISTORY = [0n, 1n, 2n].map((nonce) => certified(payment({ nonce })));

describe('P7', () => {
  it('P7 finds whatever a quorum settled, whichever quorum settled it and whoever is silent', () => {
    const names = ['v1', 'v2', 'v3', 'v4'];
    const anyQuorum = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 3 });
    fc.assert(
      fc.property(
        fc.tuple(anyQuorum, anyQuorum, anyQuorum),
        fc.constantFrom(...names),
        fc.boolean(),
        (settledAt, faulty, isSilent) => {
          const conduct = { [faulty]: isSilent ? silent : showing() };
          const network = createTestNetwork({ conduct });
          for (const [nonce, quorum] of settledAt.entries()) {
            const signers = committeeOf(4).filter((_, index) => quorum.includes(index));
            const certificate = certified(payment({ nonce: BigInt(nonce) }), signers);
            for (const index of quorum) network.validators[index]?.deliver(certificate);
          }
          // A validator settles in the order of nonces; only what all three quorums share is there.
          const heights = network.validators.map(({ state }) => state().ledger.settled.size);
          const settled = [0, 1, 2].filter(
            (nonce) => heights.filter((height) => height > nonce).length >= 3,
          );
          const found = noncesOf(read(network, bySender()));
          expect(found).toEqual(expect.arrayContaining(settled.map(BigInt)));
          expect(found).toEqual(found.toSorted((a, b) => (a < b ? -1 : 1)));
          for (const nonce of settled) {
            const { id } = factsOf(payment({ nonce: BigInt(nonce) }).transaction);
            expect(noncesOf(read(network, byId(id)))).toEqual([BigInt(nonce)]);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('P7 gives the union of the valid signatures, in committee order', () => {
    const network = createTestNetwork();
    const signers = committeeOf(4);
    for (const [index, validator] of network.validators.entries()) {
      const others = signers.filter((_, each) => each !== index);
      validator.deliver(certified(payment(), others));
    }
    network.conduct('v4', silent);
    const [certificate] = read(network, bySender());
    expect(certificate?.signatures.map(([name]) => name)).toEqual(
      signers.map(({ address }) => address),
    );
  });

  it('P7 gives what is asked for: from a nonce on, no more than the limit, one by its id', () => {
    const network = createTestNetwork();
    for (const certificate of HISTORY) {
      for (const validator of network.validators) validator.deliver(certificate);
    }
    expect(noncesOf(read(network, bySender(1n)))).toEqual([1n, 2n]);
    expect(noncesOf(read(network, bySender(0n, 2)))).toEqual([0n, 1n]);
    expect(noncesOf(read(network, byId('00'.repeat(32) as TransactionId)))).toEqual([]);
  });

  it.each<[string, TransactionCertificate]>([
    ['that no quorum signed', certified(payment(), committeeOf(4).slice(0, 2))],
    ['of another sender', certified(payment({ from: 'bob' }))],
    [
      'with a signature of somebody else',
      { ...certified(payment()), signatures: certified(payment({ nonce: 1n })).signatures },
    ],
  ])('P2 shows no certificate %s', (_, forged) => {
    const network = createTestNetwork({ conduct: { v1: showing(forged) } });
    expect(read(network, bySender())).toEqual([]);
  });

  it.each(['sender', 'id'])(
    'P7 takes no answer that came damaged for one that lacks something: by %s',
    (by) => {
      const [first, second] = [0n, 1n].map((nonce) =>
        certified(payment({ nonce }), committeeOf(1)),
      );
      if (first === undefined || second === undefined) throw new Error('two certificates');
      const damaged = { ...first, signatures: second.signatures };
      const network = createTestNetwork({ size: 1, conduct: { v1: showing(damaged, second) } });
      for (const certificate of [first, second]) network.validators[0]?.deliver(certificate);
      network.send(
        'user',
        by === 'sender' ? bySender() : byId(factsOf(first.envelope.transaction).id),
      );
      expect(network.answers).toEqual([]);
      network.conduct('v1', honestly);
      network.advance();
      const result = network.answers.at(-1)?.result;
      const told = result?.type === 'Certificates' ? noncesOf(result.certificates) : undefined;
      expect(told).toEqual(by === 'sender' ? [0n, 1n] : [0n]);
    },
  );

  it('P7 gives no more than was asked for, whatever one validator shows', () => {
    const network = createTestNetwork({ conduct: { v1: showing(...HISTORY) } });
    expect(noncesOf(read(network, bySender(1n, 1)))).toEqual([1n]);
  });

  it.each(['EscrowJob', 'EscrowSubmit'] as const)(
    'P7 finds what made an %s, and nothing else that is shown for it',
    (kind) => {
      const config = acted('carol', 0n, offer(NATIVE_TOKEN_ID));
      const job = acted('alice', 0n, hire(operationId(addressOf('carol'), 0n, 0)));
      const id = operationId(addressOf('alice'), 0n, 0);
      const work = acted('bob', 0n, deliver(id));
      const network = createTestNetwork({ conduct: { v1: showing(config, job, work) } });
      const select = { by: 'Dependency', dependency: { kind, id } } as const;
      const query = { type: 'GetCertificates', requestId: 'q', select } as const;
      expect(read(network, query)).toEqual([kind === 'EscrowJob' ? job : work]);
      network.conduct('v1', silent);
      expect(read(network, query)).toEqual([]);
      for (const validator of network.validators) {
        for (const certificate of [config, job, work]) validator.deliver(certificate);
      }
      expect(read(network, query)).toEqual([kind === 'EscrowJob' ? job : work]);
    },
  );

  it('P7 finds what decided a job, and nothing else that is shown for it', () => {
    const config = acted('carol', 0n, offer(NATIVE_TOKEN_ID));
    const job = acted('alice', 0n, hire(operationId(addressOf('carol'), 0n, 0)));
    const jobId = operationId(addressOf('alice'), 0n, 0) as EscrowJobId;
    const refusal = acted('carol', 1n, decide('Reject', jobId));
    const network = createTestNetwork({ conduct: { v1: showing(config, job) } });
    const query = {
      type: 'GetCertificates',
      requestId: 'q',
      select: { by: 'Decision', jobId },
    } as const;
    expect(read(network, query)).toEqual([]);
    network.conduct('v1', silent);
    for (const validator of network.validators) {
      for (const certificate of [config, job, refusal]) validator.deliver(certificate);
    }
    expect(read(network, query)).toEqual([refusal]);
  });

  it('P7 shows the certificate behind a success to everybody who asks', () => {
    const network = createTestNetwork({ conduct: { v4: silent } });
    network.send('alice', submission(payment()));
    expect(read(network, bySender())).toEqual([certified(payment())]);
  });

  it('V1 tells at once what is wrong with a query, when f + 1 validators say so', () => {
    const network = createTestNetwork({ conduct: { v1: silent } });
    network.send('user', bySender(0n, 201));
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      { code: 'InvalidRequest', rule: 'V1', reason: 'limit is 1 to 200' },
    ]);
    const refusing: Conduct = () => [
      {
        type: 'Rejected',
        rejection: { code: 'InvalidRequest', rule: 'V1', reason: 'no' },
      },
    ];
    network.conduct('v2', refusing);
    network.conduct('v1', (_, honest) => [honest()]);
    expect(read(network, bySender())).toEqual([]);
  });

  it('V1 refuses a query only if f + 1 validators give one reason, and then waits for no other', () => {
    const refusing =
      (code: 'InvalidRequest' | 'EpochEnding'): Conduct =>
      () => [{ type: 'Rejected', rejection: { code, rule: 'V1', reason: 'no' } as Rejection }];
    const conduct = { v1: refusing('InvalidRequest'), v2: refusing('EpochEnding'), v3: silent };
    const network = createTestNetwork({ conduct: { ...conduct, v4: silent } });
    network.send('user', bySender());
    expect(network.answers).toEqual([]);
    network.conduct('v3', refusing('EpochEnding'));
    network.advance();
    expect(network.answers.map(({ result }) => rejectionOf(result).code)).toEqual(['EpochEnding']);
  });

  it('V1 answers nothing that speaks of the list of one validator', () => {
    const network = createTestNetwork();
    const select = { by: 'Basis', recipient: addressOf('alice'), tokenIds: [], skip: 0, limit: 1 };
    network.send('user', { ...bySender(), select: select as GetCertificates['select'] });
    expect(network.answers.map(({ result }) => rejectionOf(result).code)).toEqual([
      'InvalidRequest',
    ]);
    expect(network.sent).toEqual([]);
  });
});
