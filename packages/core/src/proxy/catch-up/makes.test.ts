import { factsOf, type MissingDependency, type TransactionEnvelope } from '@quorate/protocol';
import { addressOf } from '@quorate/testkit';
import { describe, expect, it } from 'vitest';
import { acting } from '../../../test/acts.ts';
import { idOf } from '../../../test/ledger.ts';
import {
  burnOf,
  creation,
  decide,
  deliver,
  hire,
  management,
  mintOf,
  offer,
  transferOf,
} from '../../../test/operations.ts';
import { updateKey } from '../../ledger/ledger.ts';
import { decides, decidesMinters, makes, mayCredit } from './makes.ts';

const TOKEN = idOf('alice', 0n);
const OTHER = idOf('bob', 0n);
const DAVE = addressOf('dave');

/** A burn comes first everywhere, so that nothing is taken for what another operation makes. */
const act = (from: string, ...operations: Parameters<typeof acting>[2][]) =>
  acting(from, 0n, burnOf(TOKEN, 1n), ...operations);

const factsIn = ({ transaction }: TransactionEnvelope) => factsOf(transaction);

describe('what a transaction makes', () => {
  const made: readonly (readonly [MissingDependency, TransactionEnvelope])[] = [
    ...['alice', 'bob'].flatMap((from) => {
      const id = idOf(from, 0n, 1);
      return [
        [{ kind: 'Token', id }, act(from, creation())],
        [{ kind: 'EscrowConfig', id }, act(from, offer(TOKEN))],
        [{ kind: 'EscrowJob', id }, act(from, hire(OTHER))],
      ] as const;
    }),
    ...[0n, 1n].map(
      (updateId) =>
        [
          { kind: 'TokenUpdate', id: updateKey(TOKEN as never, updateId) },
          act('alice', management(TOKEN, updateId)),
        ] as const,
    ),
    ...[TOKEN, OTHER].map((id) => [{ kind: 'EscrowSubmit', id }, act('bob', deliver(id))] as const),
  ];

  it.each(made)('P6 is %j, and nothing of what another one makes', (dependency) => {
    const makers = made.filter(([, envelope]) => makes(factsIn(envelope), dependency));
    expect(makers.map(([each]) => each)).toEqual([dependency]);
  });

  it('E5 is the end of one job', () => {
    const ends = (['Complete', 'Reject'] as const).map((kind) => act('carol', decide(kind, TOKEN)));
    for (const envelope of ends) {
      const of = [TOKEN, OTHER].map((id) => decides(factsIn(envelope), id as never));
      expect(of).toEqual([true, false]);
    }
    expect(decides(factsIn(act('bob', deliver(TOKEN))), TOKEN as never)).toBe(false);
  });

  it('P6 may be a credit of its sender, of who receives, and of anybody where a job ends', () => {
    const credits = [
      transferOf(TOKEN, DAVE, 1n),
      mintOf(TOKEN, 1n),
      decide('Complete', TOKEN),
      decide('Reject', TOKEN),
    ];
    const others = [transferOf(TOKEN, addressOf('bob'), 1n), creation(), deliver(TOKEN)];
    const isOfDave = (from: string) => (operation: (typeof credits)[number]) =>
      mayCredit(factsIn(act(from, operation)), DAVE);
    expect(credits.map(isOfDave('alice'))).toEqual(credits.map(() => true));
    expect(others.map(isOfDave('alice'))).toEqual(others.map(() => false));
    expect(others.map(isOfDave('dave'))).toEqual(others.map(() => true));
  });

  it('P6 is who may mint the tokens that it creates or updates', () => {
    const created = idOf('alice', 0n, 1);
    const minters = (operation: Parameters<typeof acting>[2]) =>
      [created, TOKEN].map((id) => decidesMinters(factsIn(act('alice', operation)), [id as never]));
    expect(minters(creation())).toEqual([true, false]);
    expect(minters(management(TOKEN, 0n))).toEqual([false, true]);
    expect(minters(mintOf(TOKEN, 1n))).toEqual([false, false]);
  });
});
