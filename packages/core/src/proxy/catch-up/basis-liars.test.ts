import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createTestNetwork,
  refusing,
  refusingToSign,
  silent,
  submission,
  type TestNetwork,
} from '../../../test/network.ts';
import { certified, payment, shortOf } from '../../../test/payments.ts';
import { faultyMax } from '../../quorum.ts';

const CREDIT = certified(payment({ to: 'dave', amount: 5n }));

function basesAsked({ sent }: TestNetwork): number {
  return sent.filter(
    ({ message }) => message.type === 'GetCertificates' && message.select.by === 'Basis',
  ).length;
}

function outcomes({ answers }: TestNetwork): readonly string[] {
  return answers.map(({ result }) => result.type);
}

interface Course {
  readonly size: number;
  readonly liars: readonly number[];
  readonly lie: typeof refusing;
  readonly picks: readonly number[];
}

const courses: fc.Arbitrary<Course> = fc.integer({ min: 4, max: 10 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    liars: fc.uniqueArray(fc.integer({ min: 1, max: size }), { maxLength: faultyMax(size) }),
    lie: fc.constantFrom(refusing, refusingToSign),
    picks: fc.array(fc.nat(), { minLength: 1, maxLength: 20 }),
  }),
);

describe('P6', () => {
  it('P6 reads nobody’s basis because f liars find too little', () => {
    fc.assert(
      fc.property(courses, ({ size, liars, lie, picks }) => {
        let turn = 0;
        const network = createTestNetwork({
          size,
          conduct: Object.fromEntries(liars.map((index) => [`v${index}`, lie(shortOf(5n))])),
          pick: (waiting) => (picks[turn++ % picks.length] ?? 0) % waiting,
        });
        network.send('user', submission(payment({ amount: 5n })));
        expect([outcomes(network), basesAsked(network)]).toEqual([['Success'], 0]);
      }),
      { numRuns: 50 },
    );
  });

  it('P6 reads it at the first repetition where another is silent', () => {
    const network = createTestNetwork({ conduct: { v3: silent } });
    for (const validator of network.validators.slice(0, 3)) validator.deliver(CREDIT);
    network.send('user', submission(payment({ from: 'dave', amount: 5n })));
    expect([outcomes(network), basesAsked(network)]).toEqual([[], 0]);
    network.advance();
    expect(outcomes(network)).toEqual(['Success']);
  });

  it('P6 reads it at once where too many refuse, whatever the last of them says', () => {
    const reason = 'no';
    const network = createTestNetwork({
      conduct: { v4: refusing({ code: 'InvalidRequest', rule: 'V1', reason }) },
    });
    for (const validator of network.validators) {
      if (validator !== network.validators[2]) validator.deliver(CREDIT);
    }
    network.send('user', submission(payment({ from: 'dave', amount: 5n })));
    expect(outcomes(network)).toEqual(['Success']);
  });
});
