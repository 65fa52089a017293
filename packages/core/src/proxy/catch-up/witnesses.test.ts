import {
  encodeSignature,
  factsOf,
  LIMITS,
  type TransactionCertificate,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { addressOf, committeeOf, signerOf } from '@quorate/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acted, acting } from '../../../test/acts.ts';
import { nativeFee } from '../../../test/genesis.ts';
import { idOf } from '../../../test/ledger.ts';
import {
  createTestNetwork,
  honestly,
  silent,
  submission,
  type TestNetwork,
} from '../../../test/network.ts';
import {
  creation,
  decide,
  deliver,
  hire,
  management,
  mintOf,
  offer,
} from '../../../test/operations.ts';
import { certified, payment, rejectionOf } from '../../../test/payments.ts';
import type { ProxyRules } from '../rule-types.ts';
import { PROXY_RULES } from '../rules.ts';

const TOKEN = idOf('alice', 0n);
const JOB = idOf('alice', 1n);
const WORK = [
  acted('alice', 0n, creation()),
  acted('carol', 0n, offer(TOKEN)),
  acted('alice', 1n, hire(idOf('carol', 0n))),
];

/** What transactions build on, and such a transaction. */
const CASES: readonly (readonly [readonly TransactionCertificate[], ReturnType<typeof payment>])[] =
  [
    [[certified(payment({ to: 'dave', amount: 5n }))], payment({ from: 'dave' })],
    [
      [0n, 1n, 2n].map((nonce) => certified(payment({ nonce, to: nonce === 2n ? 'dave' : 'bob' }))),
      payment({ from: 'dave' }),
    ],
    [[certified(payment())], payment({ nonce: 1n })],
    [[acted('alice', 0n, creation())], acting('bob', 0n, mintOf(TOKEN, 1n))],
    [
      [
        acted('alice', 0n, creation()),
        acted('alice', 1n, management(TOKEN, 0n, { mints: [['Add', addressOf('dave')]] })),
      ],
      acting('dave', 0n, mintOf(TOKEN, 1n)),
    ],
    [[...WORK], acting('bob', 0n, deliver(JOB))],
    [[...WORK, acted('bob', 0n, deliver(JOB))], acting('carol', 1n, decide('Complete', JOB))],
  ];

/** Certificates that nobody would settle, and some that have nothing to do with anything. */
const NOISE: readonly TransactionCertificate[] = [
  certified(payment({ to: 'dave', amount: 7n }), []),
  {
    ...certified(payment({ to: 'dave', amount: 8n })),
    signatures: certified(payment()).signatures,
  },
  {
    ...certified(payment()),
    envelope: { ...payment(), signature: payment({ from: 'bob' }).signature },
  },
  certified(payment({ from: 'mallory', to: 'carol', amount: 3n })),
  certified(payment({ from: 'trudy', to: 'trudy', amount: 0n })),
];

function outcomes({ answers }: TestNetwork): readonly string[] {
  return answers.map(({ result }) => result.type);
}

function settle(
  validators: TestNetwork['validators'],
  history: readonly TransactionCertificate[],
): void {
  for (const validator of validators) {
    for (const certificate of history) validator.deliver(certificate);
  }
}

/** Gives the first answer; what nobody has is looked for some time before it is believed lost. */
function endingOf(network: TestNetwork): string | undefined {
  network.advanceWhile(() => network.answers.length === 0);
  const result = network.answers[0]?.result;
  return result?.type === 'Rejected' ? result.rejection.code : result?.type;
}

function broughtTo({ sent }: TestNetwork, name: string): number {
  return sent.filter(({ to, message }) => to === name && message.type === 'SubmitCertificate')
    .length;
}

describe('witness certificates', () => {
  it('P2 stop nothing where strangers signed them, and a validator lacks what they would provide', () => {
    const forged = certified(acting('alice', 0n, creation()), ['x', 'y', 'z'].map(signerOf));
    const network = createTestNetwork({ conduct: { v3: silent } });
    for (const validator of network.validators.slice(0, 3)) {
      validator.deliver(acted('alice', 0n, creation()));
    }
    const mint = acting('bob', 0n, mintOf(TOKEN, 1n));
    network.send('bob', submission(mint, 'r1', [forged]));
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });

  it('P6 settle what builds on certificates that only the client holds, in any order', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CASES).chain(([history, envelope]) =>
          fc.record({
            envelope: fc.constant(envelope),
            count: fc.constant(history.length),
            witnesses: fc.subarray([...NOISE]).chain((noise) =>
              fc.shuffledSubarray([...history, ...noise], {
                minLength: history.length + noise.length,
              }),
            ),
          }),
        ),
        ({ envelope, count, witnesses }) => {
          const network = createTestNetwork();
          network.send('client', submission(envelope, 'r1', witnesses));
          expect(outcomes(network)).toEqual(['Success']);
          for (const { state } of network.validators) {
            expect(state().ledger.settled.size).toBeGreaterThanOrEqual(count + 1);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('P6 do no harm when they are wrong: whatever they are, the answer is the same', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CASES),
        fc.integer({ min: 0, max: 4 }),
        fc.subarray([...NOISE]),
        ([history, envelope], holders, noise) => {
          const [plain, noisy] = [[], noise].map((witnesses) => {
            const network = createTestNetwork();
            settle(network.validators.slice(0, holders), history);
            network.send('client', submission(envelope, 'r1', witnesses));
            return endingOf(network);
          });
          expect(noisy).toBe(plain);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('P6 are brought to nobody who does not lack them', () => {
    const network = createTestNetwork();
    const credit = certified(payment({ to: 'bob' }));
    network.send('bob', submission(payment({ from: 'bob' }), 'r1', [credit]));
    expect(outcomes(network)).toEqual(['Success']);
    expect(['v1', 'v2', 'v3', 'v4'].map((name) => broughtTo(network, name))).toEqual([1, 1, 1, 1]);
  });

  it('P6 are brought to nobody if they credit others alone: a stranger may send a hundred', () => {
    const network = createTestNetwork();
    const genuine = Array.from({ length: LIMITS.witnessCertificates - 1 }, (_, nonce) =>
      certified(payment({ nonce: BigInt(nonce), to: 'bob' })),
    );
    const credit = certified(payment({ from: 'erin', to: 'dave', amount: 5n }));
    settle(network.validators, genuine);
    const spent = payment({ from: 'dave', amount: 6n });
    network.send('dave', submission(spent, 'r1', [...genuine, credit]));
    expect(endingOf(network)).toBe('InsufficientFunding');
    expect(['v1', 'v2', 'v3', 'v4'].map((name) => broughtTo(network, name))).toEqual([1, 1, 1, 1]);
  });

  it('P6 show what the account of fees was paid, though no transaction names it', () => {
    const paying = [0n, 1n].map((nonce) => certified(payment({ nonce, to: 'bob' })));
    const spent = submission(payment({ from: 'fees' }), 'r1', paying);
    const network = createTestNetwork({ fees: nativeFee(5n) });
    network.send('fees', spent);
    expect(outcomes(network)).toEqual(['Success']);
  });

  it('P2 are brought to nobody unless a quorum has signed them', () => {
    const creationAlone = certified(acting('alice', 0n, creation()), []);
    const network = createTestNetwork();
    network.send('bob', submission(acting('bob', 0n, mintOf(TOKEN, 1n)), 'r1', [creationAlone]));
    expect(['v1', 'v2', 'v3', 'v4'].map((name) => broughtTo(network, name))).toEqual([0, 0, 0, 0]);
  });

  it('P6 settle once each, though a later one is tried first and waits for an earlier', () => {
    const chain = [0n, 1n, 2n].map((nonce) => certified(payment({ nonce, to: 'dave' })));
    const network = createTestNetwork({ size: 1 });
    const signed = chain.map(({ envelope }) => certified(envelope, committeeOf(1)));
    const witnesses = signed.toReversed();
    network.send('dave', submission(payment({ from: 'dave', amount: 3n }), 'r1', witnesses));
    expect(outcomes(network)).toEqual(['Success']);
    // The last is refused once, the others and the payment are settled at once.
    expect(broughtTo(network, 'v1')).toBe(5);
  });

  it('P6 help an attempt that is under way', () => {
    const network = createTestNetwork({ conduct: { v1: silent, v2: silent } });
    const envelope = payment({ from: 'dave' });
    network.send('dave', submission(envelope, 'r1'));
    const credit = certified(payment({ to: 'dave' }));
    network.send('dave', submission(envelope, 'r2', [credit]));
    expect(outcomes(network)).toEqual([]);
    for (const name of ['v1', 'v2']) network.conduct(name, honestly);
    network.advance();
    expect(outcomes(network)).toEqual(['Success', 'Success']);
  });

  it('P6 that a repetition brings are kept beside the others, each once', () => {
    const network = createTestNetwork({ conduct: { v1: silent, v2: silent } });
    const envelope = payment({ from: 'dave' });
    const credit = certified(payment({ to: 'dave' }));
    const worthless = { ...credit, signatures: credit.signatures.slice(1) };
    for (const [index, witness] of [credit, worthless, worthless, credit].entries()) {
      network.send('dave', submission(envelope, `r${index}`, [witness]));
    }
    const { id } = factsOf(envelope.transaction);
    const kept = network.proxy.state().submissions.get(id)?.witnesses;
    expect(kept?.map(({ certificate }) => certificate)).toEqual([credit, worthless]);
  });

  it('P2 are verified once each, however many validators refuse and are compared', () => {
    const members = committeeOf(7);
    const credit = certified(payment({ from: 'erin', to: 'dave', amount: 5n }), members);
    const { signatures: others } = certified(payment({ from: 'mallory' }), members);
    const worthless = Array.from({ length: LIMITS.witnessCertificates - 1 }, (_, nonce) => {
      const { envelope, signatures } = certified(payment({ nonce: BigInt(nonce) }), members);
      return { envelope, signatures: [...signatures.slice(1), ...others.slice(0, 1)] };
    });
    for (const [amount, outcome] of [
      [5n, 'Success'],
      [6n, 'Rejected'],
    ] as const) {
      let refused = 0;
      const verifiedFacts: ProxyRules['verifiedFacts'] = (...given) => {
        const facts = PROXY_RULES.verifiedFacts(...given);
        if (facts === undefined) refused += 1;
        return facts;
      };
      const network = createTestNetwork({ size: 7, rules: { ...PROXY_RULES, verifiedFacts } });
      const paid = payment({ from: 'dave', amount });
      network.send('dave', submission(paid, 'r1', [...worthless, credit]));
      expect(outcomes(network)).toEqual([outcome]);
      expect(refused).toBe(worthless.length);
    }
  });
});

describe('the limits of witness certificates', () => {
  const { signatures } = certified(payment());
  const bytesOf = (envelope: TransactionEnvelope) =>
    factsOf(envelope.transaction).size + encodeSignature(envelope.signature).length;
  /**
   * A certificate as large as all witnesses together may be; each validator's signature has 96
   * bytes.
   */
  const filling = (): TransactionCertificate => {
    const envelope = Array.from({ length: 96 }, (_, length) =>
      acting('alice', 0n, creation({ tokenName: 'x'.repeat(length) })),
    ).find((each) => (LIMITS.witnessBytes - bytesOf(each)) % 96 === 0);
    if (envelope === undefined) throw new Error('no envelope fits');
    const count = (LIMITS.witnessBytes - bytesOf(envelope)) / 96;
    return { envelope, signatures: Array(count).fill(signatures[0]) };
  };
  const undecodable = { ...payment(), signature: { kind: 'Signature', signature: 'zz' as never } };

  it.each([
    [`${LIMITS.witnessCertificates} of them`, Array(LIMITS.witnessCertificates).fill(NOISE[0])],
    ['as many bytes as fit', [filling()]],
  ])('V1 allow %s', (_, witnesses) => {
    const network = createTestNetwork();
    network.send('alice', submission(payment(), 'r1', witnesses));
    expect(outcomes(network)).toEqual(['Success']);
  });

  it.each([
    [
      'witness_certificates has 101 entries, at most 100',
      Array(LIMITS.witnessCertificates + 1).fill(NOISE[0]),
    ],
    [
      `witness_certificates has ${LIMITS.witnessBytes + bytesOf(payment())} bytes, at most`,
      [filling(), { envelope: payment(), signatures: [] }],
    ],
    ['witness_certificates[1]: ', [NOISE[0], { ...certified(payment()), envelope: undecodable }]],
  ])('V1 refuse, naming the field: %s', (reason, witnesses) => {
    const network = createTestNetwork();
    const before = network.proxy.state();
    network.send('alice', submission(payment(), 'r1', witnesses as TransactionCertificate[]));
    expect(network.answers.map(({ result }) => rejectionOf(result))).toEqual([
      { code: 'InvalidRequest', rule: 'V1', reason: expect.stringContaining(reason) },
    ]);
    expect([network.proxy.state(), network.sent]).toEqual([before, []]);
  });
});
