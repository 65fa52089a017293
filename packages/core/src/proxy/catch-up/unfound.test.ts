import type { MissingDependency } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { type Conduct, createTestNetwork, submission } from '../../../test/network.ts';
import { payment, rejectionOf } from '../../../test/payments.ts';

const MISSING: readonly MissingDependency[] = ['aa', 'bb'].map((byte) => ({
  kind: 'Token',
  id: byte.repeat(32),
}));

/** Lacks both tokens. Of those that it does not know, it says so; the rest is still on its way. */
const lacking =
  (unknown: readonly MissingDependency[]): Conduct =>
  (message, honest) => {
    if (message.type === 'CheckTransaction') {
      const rejection = { code: 'MissingDependency', rule: 'V6', missing: MISSING } as const;
      return [{ type: 'Rejected', rejection }];
    }
    if (message.type !== 'GetCertificates') return [honest()];
    const { select } = message;
    const isUnknown =
      select.by === 'Dependency' && unknown.some(({ id }) => id === select.dependency.id);
    return isUnknown ? [{ type: 'Certificates', certificates: [] }] : [];
  };

/** The refusal of a payment to which six of seven validators, two of them liars, do not agree. */
function refusalWith(ofV4: readonly MissingDependency[], ofV5: readonly MissingDependency[]) {
  const late = ({ type }: { readonly type: string }, honest: () => ReturnType<Conduct>[number]) =>
    type === 'CheckTransaction' ? [honest()] : [];
  const onlyShowing =
    (unknown: readonly MissingDependency[]): Conduct =>
    (message, honest) =>
      message.type === 'GetCertificates' ? lacking(unknown)(message, honest) : [];
  const all = lacking(MISSING);
  const network = createTestNetwork({
    size: 7,
    conduct: {
      ...{ v1: all, v2: all, v3: all },
      ...{ v4: onlyShowing(ofV4), v5: onlyShowing(ofV5), v6: late, v7: late },
    },
  });
  network.send('alice', submission(payment()));
  network.advanceWhile(() => network.answers.length === 0);
  return network.answers.map(({ result }) => rejectionOf(result).code);
}

describe('what a validator lacks', () => {
  const [first, second] = MISSING.map((each) => [each]);

  it.each([
    [
      'not known to exist while no quorum lacks one and the same',
      first,
      second,
      'QuorumUnreachable',
    ],
    ['taken not to exist once a quorum lacks it', first, first, 'MissingDependency'],
  ] as const)('P4 is %s', (_, ofV4 = [], ofV5 = [], code) => {
    expect(refusalWith(ofV4, ofV5)).toEqual([code]);
  });
});
