import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkSteps } from './check-steps.ts';

const NAMES = { validators: ['v1'], clients: ['alice'], accounts: [], nodes: ['v1', 'alice'] };

const word = fc.constantFrom('gold', 'silver', 'iron');
const single = fc.oneof(
  fc.record({ op: fc.constant('create-token'), as: word }),
  fc.record({ op: fc.constant('burn'), token: word }),
  fc.record({ op: fc.constant('sign'), as: word }),
  fc.record({ op: fc.constant('send'), transaction: word }),
);
type Step = { readonly op: string; readonly as?: string; readonly steps?: readonly Step[] };
const step: fc.Arbitrary<Step> = fc.oneof(
  single,
  fc.record({ op: fc.constant('batch'), steps: fc.array(single, { maxLength: 3 }) }),
);
const workload = fc.array(fc.record({ steps: fc.array(step, { maxLength: 5 }) }), { maxLength: 3 });

/** The most straightforward way to say the same: goes through all steps for each of them. */
function naively(entries: readonly { readonly steps: readonly Step[] }[]): readonly string[] {
  const places = entries.flatMap(({ steps }, entry) =>
    steps.flatMap((outer, index) => [
      { step: outer, entry, path: `${entry}.${index}` },
      ...(outer.steps ?? []).map((inner, at) => ({
        step: inner,
        entry,
        path: `${entry}.${index}.${at}`,
      })),
    ]),
  );
  return places.flatMap(({ step: each, entry, path }, at) => {
    const makes = (op: string, label: unknown, isSeen: (maker: number) => boolean) =>
      places.some(
        (maker, index) => maker.step.op === op && maker.step.as === label && isSeen(index),
      );
    const isEarlier = (maker: number) => maker < at;
    const isOwn = (maker: number) => isEarlier(maker) && places[maker]?.entry === entry;
    const isSeen = (maker: number) => isEarlier(maker) || places[maker]?.entry !== entry;
    const { token, transaction } = each as { token?: string; transaction?: string };
    switch (each.op) {
      case 'create-token':
        return makes('create-token', each.as, isEarlier) ? [`${path}.as`] : [];
      case 'sign':
        return makes('sign', each.as, isOwn) ? [`${path}.as`] : [];
      case 'burn':
        return makes('create-token', token, isSeen) ? [] : [`${path}.token`];
      case 'send':
        return makes('sign', transaction, isOwn) ? [] : [`${path}.transaction`];
      default:
        return [];
    }
  });
}

describe('checkSteps', () => {
  it('knows the labels that others create, and what each client has signed itself, and takes each label once', () => {
    fc.assert(
      fc.property(workload, (entries) => {
        const found = checkSteps(entries, NAMES).map(({ path }) =>
          path.filter((part) => part !== 'workload' && part !== 'steps').join('.'),
        );
        expect(found).toEqual(naively(entries));
      }),
    );
  });

  it('offers the labels that a step sees, in the order of the file', () => {
    const entries = [
      { steps: [{ op: 'burn', token: 'lead' }] },
      {
        steps: [
          { op: 'create-token', as: 'gold' },
          { op: 'create-token', as: 'tin' },
        ],
      },
    ];
    expect(checkSteps(entries, NAMES).map(({ message }) => message)).toEqual([
      'unknown token "lead"; expected one of gold, tin',
    ]);
  });
});
