import { factsOf, type Rejection, type TransactionId } from '@quorate/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payment } from '../../../test/payments.ts';
import type { StoreWrite } from '../../effect.ts';
import { isOpenRefusal } from '../../open-refusal.ts';
import type { ProxyState } from '../state.ts';
import { withoutRefused, withRefused, withStoredRefused } from './refused.ts';

const ALL = Array.from({ length: 40 }, (_, nonce) => payment({ nonce: BigInt(nonce) }));

const FINAL: Rejection = {
  code: 'UnexpectedNonce',
  rule: 'V5',
  nonce: 0n,
  expectedNonce: 1n,
};

const OPEN: Rejection = {
  code: 'QuorumUnreachable',
  rule: 'P8',
  reason: 'the deadline has passed',
  refusals: [],
  silent: [],
  unsettled: true,
};

const anyAct = fc.oneof(
  { weight: 12, arbitrary: fc.record({ which: fc.nat(39), isFinal: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ lifted: fc.nat(39) }) },
);

/** Only the refused requests of the state are read. */
function stateOf(refused: ProxyState['refused']): ProxyState {
  return { refused } as ProxyState;
}

function idOf(index: number): TransactionId {
  return factsOf((ALL[index] ?? payment()).transaction).id;
}

describe('refused requests', () => {
  it('P3 survive a restart where they were refused for good, the latest last', () => {
    fc.assert(
      fc.property(fc.array(anyAct, { maxLength: 250, size: 'max' }), (acts) => {
        let state = stateOf([]);
        const store = new Map<string, unknown>();
        const write = (writes: readonly StoreWrite[]) => {
          for (const { key, value } of writes) {
            if (value === undefined) store.delete(key);
            else store.set(key, value);
          }
        };
        for (const [index, act] of acts.entries()) {
          if ('lifted' in act) {
            const lifted = withoutRefused(state, idOf(act.lifted));
            state = lifted.state;
            write(lifted.writes);
          } else {
            const facts = factsOf((ALL[act.which] ?? payment()).transaction);
            const waiting = [{ client: 'alice', requestId: `r${index}` }];
            const rejection = act.isFinal ? FINAL : OPEN;
            const remembered = withRefused(state.refused, { facts, waiting }, rejection);
            state = stateOf(remembered.refused);
            write(remembered.writes);
          }
        }
        // A store gives its rows by key, so those of the latest round come before older ones.
        const rows = [...store].sort(([one], [other]) => (one < other ? -1 : 1));
        const restored = rows.reduce(
          (found, [key, value]) => withStoredRefused(found, { key, value }),
          stateOf([]),
        );
        const final = state.refused.filter(({ rejection }) => !isOpenRefusal(rejection));
        expect(restored.refused).toEqual(final);
        expect(state.refused.length).toBeLessThanOrEqual(64);
      }),
      { numRuns: 200 },
    );
  });
});
