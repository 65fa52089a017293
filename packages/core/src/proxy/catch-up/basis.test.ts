import { type Bytes32, LIMITS, operationId, type TransactionId } from '@quorate/protocol';
import { addressOf, committeeOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { acted, acting } from '../../../test/acts.ts';
import { idOf } from '../../../test/ledger.ts';
import { type Conduct, createTestNetwork, silent, submission } from '../../../test/network.ts';
import {
  creation,
  decide,
  deliver,
  hire,
  management,
  mintOf,
  offer,
} from '../../../test/operations.ts';
import { certified, payment, rejectionOf, shortOf } from '../../../test/payments.ts';
import type { Result } from '../../message.ts';
import type { ProxyRules } from '../rule-types.ts';
import { PROXY_RULES } from '../rules.ts';

// A network in which the last two of four validators lag behind the first two.
function laggingNetwork(
  history: readonly ReturnType<typeof acted>[],
  conduct: Readonly<Record<string, Conduct>> = {},
) {
  const network = createTestNetwork({ conduct });
  for (const validator of network.validators.slice(0, 2)) {
    for (const certificate of history) {
      expect(validator.deliver(certificate).type).toBe('Settled');
    }
  }
  return network;
}

const TOKEN = idOf('alice', 0n);
const JOB = idOf('alice', 1n);
const WORK = [
  acted('alice', 0n, creation()),
  acted('carol', 0n, offer(TOKEN)),
  acted('alice', 1n, hire(idOf('carol', 0n))),
];

describe('P6', () => {
  it.each([
    ['a credit', [certified(payment({ to: 'dave', amount: 5n }))], payment({ from: 'dave' })],
    [
      'a credit behind a chain of nonces',
      [0n, 1n, 2n].map((nonce) => certified(payment({ nonce, to: nonce === 2n ? 'dave' : 'bob' }))),
      payment({ from: 'dave' }),
    ],
    ['a token', [acted('alice', 0n, creation())], acting('bob', 0n, mintOf(TOKEN, 1n))],
    [
      'the update that made it a mint',
      [
        acted('alice', 0n, creation()),
        acted('alice', 1n, management(TOKEN, 0n, { mints: [['Add', addressOf('dave')]] })),
      ],
      acting('dave', 0n, mintOf(TOKEN, 1n)),
    ],
    [
      'the updates of others before its own',
      [
        acted('alice', 0n, creation()),
        acted('alice', 1n, management(TOKEN, 0n)),
        acted('alice', 2n, management(TOKEN, 1n, { newAdmin: addressOf('bob') })),
      ],
      acting('bob', 0n, management(TOKEN, 2n)),
    ],
    ['a job, its terms and the token that it pays in', WORK, acting('bob', 0n, deliver(JOB))],
    [
      'the delivery that it accepts',
      [...WORK, acted('bob', 0n, deliver(JOB))],
      acting('carol', 1n, decide('Complete', JOB)),
    ],
  ])('P6 brings lagging validators %s', (_, history, envelope) => {
    const network = laggingNetwork(history);
    network.send('client', submission(envelope));
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
    const sizes = network.validators.map(({ state }) => state().ledger.settled.size);
    expect(sizes).toEqual([0, 1, 2, 3].map(() => history.length + 1));
  });

  it('P6 pages through more credits than one answer holds', () => {
    const network = laggingNetwork([certified(payment({ to: 'dave', amount: 5n }))]);
    for (let nonce = 0n; nonce < 230n; nonce++) {
      const later = certified(payment({ from: 'bob', to: 'dave', amount: 0n, nonce }));
      for (const validator of network.validators) validator.deliver(later);
    }
    network.send('dave', submission(payment({ from: 'dave', amount: 5n })));
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });

  it.each([
    ['on one page', 40n, 40n],
    ['on one page that neither would fill', 60n, 60n],
    ['on two pages', 3n, 130n],
  ])('P6 brings the right to mint where credits and updates stand %s', (_, credits, updates) => {
    const network = createTestNetwork({ conduct: { v1: silent } });
    const right = management(TOKEN, updates - 1n, { mints: [['Add', addressOf('dave')]] });
    const made = [acted('alice', 0n, creation())];
    for (let id = 0n; id < updates - 1n; id++) {
      made.push(acted('alice', id + 1n, management(TOKEN, id)));
    }
    for (let nonce = 0n; nonce < credits; nonce++) {
      made.push(certified(payment({ from: 'bob', to: 'dave', nonce })));
    }
    for (const validator of network.validators) {
      for (const certificate of made) validator.deliver(certificate);
    }
    for (const validator of network.validators.slice(1, 3)) {
      expect(validator.deliver(acted('alice', updates, right)).type).toBe('Settled');
    }
    network.send('dave', submission(acting('dave', 0n, mintOf(TOKEN, 1n))));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });

  it.each([10, 100])('P4, P6 bring the right to mint the last of %i tokens', (count) => {
    const lying: Conduct = (message, honest) =>
      message.type === 'CheckTransaction'
        ? [
            {
              type: 'Rejected',
              rejection: { code: 'NonSubmittableOperation', rule: 'V6', reason: 'no' },
            },
          ]
        : [honest()];
    const network = createTestNetwork({ conduct: { v1: lying } });
    const tokens = Array.from({ length: count }, (_, index) =>
      operationId(addressOf('alice'), 0n, index),
    );
    const toMint = (id: string) => management(id, 0n, { mints: [['Add', addressOf('dave')]] });
    const made = [
      acted('alice', 0n, ...tokens.map(() => creation({ mints: [] }))),
      acted('alice', 1n, ...tokens.slice(0, -1).map(toMint)),
    ];
    for (const validator of network.validators) {
      for (const certificate of made) expect(validator.deliver(certificate).type).toBe('Settled');
    }
    for (const validator of network.validators.slice(1, 3)) {
      validator.deliver(acted('alice', 2n, ...tokens.slice(-1).map(toMint)));
    }
    const mints = tokens.map((id) => mintOf(id, 1n));
    network.send('dave', submission(acting('dave', 0n, ...mints)));
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });

  it('P4 counts missing funds only where all credits that a quorum knows are settled', () => {
    const credit = certified(payment({ to: 'dave', amount: 5n }));
    const network = laggingNetwork([credit], { v1: silent });
    network.send('dave', submission(payment({ from: 'dave', amount: 6n })));
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
      { code: 'InsufficientFunding', currentBalance: 5n, required: 6n },
    ]);
    const sizes = network.validators.map(({ state }) => state().ledger.settled.size);
    expect(sizes.filter((size) => size === 1).length).toBeGreaterThanOrEqual(2);
  });

  it('P4 asks again whoever refused before it showed a basis that arrived first', () => {
    const credit = certified(payment({ to: 'dave', amount: 5n }));
    const network = createTestNetwork({ size: 3 });
    const [first, ...behind] = network.validators;
    first?.deliver(credit);
    const refusals: (() => void)[] = [];
    for (const [index, validator] of behind.entries()) {
      const name = `v${index + 2}`;
      network.conduct(name, ({ requestId }, honest) => {
        const result = honest();
        if (result.type !== 'Rejected' || refusals.length === behind.length) return [result];
        refusals.push(() => network.send(name, { type: 'Response', requestId, result }));
        validator.deliver(credit);
        return [];
      });
    }
    network.send('dave', submission(payment({ from: 'dave', amount: 5n })));
    // The first has everybody asked for its basis, and those come before the second.
    for (const refuse of refusals) refuse();
    expect(refusals.length).toBe(2);
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });

  it.each([
    ['some', [true, true, true, false], { code: 'QuorumUnreachable' }],
    ['all but a few', [true, false, false, false], { code: 'InsufficientFunding' }],
  ])(
    'P4 takes no missing funds for final behind more credits than it looks through, unless a quorum refuses: %s hold them',
    (_, holding, expected) => {
      const full = certified(payment({ from: 'bob', to: 'dave' }));
      const credit = certified(payment({ to: 'dave', amount: 5n }));
      const short: Result = { type: 'Rejected', rejection: shortOf(5n) };
      const endless =
        (isLying: boolean): Conduct =>
        (message, honest) => {
          if (message.type === 'GetCertificates' && message.select.by === 'Basis') {
            const certificates = Array.from({ length: message.select.limit }, () => full);
            return [{ type: 'Certificates', certificates }];
          }
          return [isLying && message.type === 'CheckTransaction' ? short : honest()];
        };
      const conduct = {
        v1: endless(false),
        v2: endless(false),
        v3: endless(true),
        v4: endless(false),
      };
      const network = createTestNetwork({ conduct });
      for (const [index, validator] of network.validators.entries()) {
        if (holding[index] === true) validator.deliver(credit);
      }
      network.send('dave', submission(payment({ from: 'dave', amount: 5n })));
      network.advanceWhile(() => network.answers.length === 0);
      expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([expected]);
    },
  );

  it('P2 brings nobody a credit that no quorum has signed', () => {
    const forged = certified(payment({ to: 'dave', amount: 5n }), []);
    const forging: Conduct = (message, honest) =>
      message.type === 'GetCertificates'
        ? [{ type: 'Certificates', certificates: [forged] }]
        : [honest()];
    const network = createTestNetwork({ conduct: { v1: forging } });
    network.send('dave', submission(payment({ from: 'dave' })));
    expect(network.sent.filter(({ message }) => message.type === 'SubmitCertificate')).toEqual([]);
    expect(network.answers.map(({ result }) => rejectionOf(result))).toMatchObject([
      { code: 'InsufficientFunding' },
    ]);
  });

  it('P4 counts no basis with a damaged certificate, which may be the very one that is lacking', () => {
    const damaged = certified(payment({ to: 'dave', amount: 5n }), []);
    const v1: Conduct = (message, honest) =>
      message.type === 'GetCertificates'
        ? [{ type: 'Certificates', certificates: [damaged] }]
        : [honest()];
    const network = createTestNetwork({ conduct: { v1, v4: silent } });
    network.send('dave', submission(payment({ from: 'dave' })));
    network.advanceWhile(() => network.answers.length === 0);
    expect(network.answers.map(({ result }) => rejectionOf(result).code)).toEqual([
      'QuorumUnreachable',
    ]);
  });

  it('P6 asks for more where a page is full, be it of what is pruned', () => {
    const pruned = Array.from({ length: LIMITS.certificatesPerRequest }, (_, index) => ({
      sender: addressOf('carol'),
      nonce: BigInt(index),
      transactionId: idOf('carol', BigInt(index)) as TransactionId,
      settledAt: 0n,
      hash: '00'.repeat(32) as Bytes32,
    }));
    const skips: number[] = [];
    const v1: Conduct = (message, honest) => {
      if (message.type !== 'GetCertificates' || message.select.by !== 'Basis') return [honest()];
      skips.push(message.select.skip);
      return [
        { type: 'Certificates', certificates: [], pruned: pruned.slice(message.select.skip) },
      ];
    };
    const network = createTestNetwork({ conduct: { v1 } });
    network.send('dave', submission(payment({ from: 'dave' })));
    expect(skips).toEqual([0, pruned.length]);
  });

  it('P2 stops verifying what a validator shows at the first forged certificate', () => {
    const credit = certified(payment({ to: 'dave', amount: 5n }));
    const forged = Array.from({ length: 50 }, (_, index) =>
      certified(payment({ nonce: BigInt(index), to: 'dave' }), committeeOf(4).slice(0, 1)),
    );
    const forging: Conduct = (message, honest) =>
      message.type === 'GetCertificates'
        ? [{ type: 'Certificates', certificates: forged }]
        : [honest()];
    let refused = 0;
    const verifiedFacts: ProxyRules['verifiedFacts'] = (...given) => {
      const facts = PROXY_RULES.verifiedFacts(...given);
      if (facts === undefined) refused += 1;
      return facts;
    };
    const rules = { ...PROXY_RULES, verifiedFacts };
    const network = createTestNetwork({ conduct: { v1: forging }, rules });
    for (const validator of network.validators.slice(1, 3)) validator.deliver(credit);
    network.send('dave', submission(payment({ from: 'dave', amount: 5n })));
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
    expect(refused).toBe(1);
  });

  it('P2 brings nobody a certificate that does not create what is missing', () => {
    const other = certified(payment({ from: 'carol' }));
    const misleading: Conduct = (message, honest) =>
      message.type === 'GetCertificates'
        ? [{ type: 'Certificates', certificates: [other] }]
        : [honest()];
    const network = laggingNetwork([acted('alice', 0n, creation())], { v1: misleading });
    network.send('bob', submission(acting('bob', 0n, mintOf(TOKEN, 1n))));
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
    const sizes = network.validators.map(({ state }) => state().ledger.settled.size);
    expect(sizes).toEqual([2, 2, 2, 2]);
  });
});
