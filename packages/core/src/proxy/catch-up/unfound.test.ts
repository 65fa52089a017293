import type { MissingDependency } from '@quorate/protocol';
import { describe, expect, it } from 'vitest';
import { acting } from '../../../test/acts.ts';
import { idOf } from '../../../test/ledger.ts';
import { type Conduct, createTestNetwork, silent, submission } from '../../../test/network.ts';
import { creation, mintOf } from '../../../test/operations.ts';
import { certified, payment, rejectionOf } from '../../../test/payments.ts';

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
    [
      'taken not to exist also if it is the second that they lack',
      second,
      second,
      'MissingDependency',
    ],
  ] as const)('P4 is %s', (_, ofV4 = [], ofV5 = [], code) => {
    expect(refusalWith(ofV4, ofV5)).toEqual([code]);
  });

  it('P2 is brought to it, one by one, though somebody shows forged certificates of it first', () => {
    const makers = ['alice', 'carol'].map((name) => acting(name, 0n, creation()));
    const forged = makers.map((maker) => certified(maker, []));
    const v1: Conduct = (message, honest) =>
      message.type === 'GetCertificates'
        ? [{ type: 'Certificates', certificates: forged }]
        : [honest()];
    const tokens = ['alice', 'carol'].map((name) => idOf(name, 0n));
    const missing = tokens.map((id) => ({ kind: 'Token', id }) as const);
    const v4: Conduct = (message, honest) => {
      const answer = honest();
      const isLacking = answer.type === 'Rejected' && answer.rejection.code === 'MissingDependency';
      const isFirst = message.type === 'CheckTransaction' && isLacking;
      const rejection = { code: 'MissingDependency', rule: 'V6', missing } as const;
      return [isFirst ? { type: 'Rejected', rejection } : answer];
    };
    const network = createTestNetwork({ conduct: { v1, v3: silent, v4 } });
    for (const validator of network.validators.slice(0, 3)) {
      for (const maker of makers) validator.deliver(certified(maker));
    }
    const mints = tokens.map((id) => mintOf(id, 1n));
    network.send('bob', submission(acting('bob', 0n, ...mints)));
    expect(network.answers.map(({ result }) => result.type)).toEqual(['Success']);
  });

  it('P6 stays as it is after an answer about a validator that there is not', () => {
    const conduct = { v1: silent, v2: silent, v3: silent, v4: lacking(MISSING) };
    const network = createTestNetwork({ conduct });
    network.send('alice', submission(payment()));
    const [asked] = network.sent.flatMap(({ message }) =>
      message.type === 'GetCertificates' ? [message.requestId] : [],
    );
    const requestId = asked?.replace(/^(depend:\w+):3:/, '$1:9:');
    expect(requestId).not.toBe(asked);
    const before = network.proxy.state();
    const result = { type: 'Certificates', certificates: [certified(payment())] } as const;
    network.send('v1', { type: 'Response', requestId: requestId ?? '', result });
    expect(network.proxy.state()).toBe(before);
  });
});
