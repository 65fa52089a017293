import type { Address, Operation, State, StateKey } from '@quorate/protocol';
import { cellPlace } from '../model/cell-place.ts';
import type { Finding, Oracle, OracleContext, Settled } from '../oracle.ts';
import { settlementOracle } from '../settlement.ts';

/** The history of each state cell is a chain from previous to next state, except for resets. */
export function cellChain({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  return settlementOracle('cell-chain', (settled) => {
    const { sender, operations } = settled.transaction;
    const cells = new Map<string, State>();
    for (const operation of operations) {
      const write = writeOf(operation);
      if (write === undefined) continue;
      const key = cellPlace(sender, write.key);
      const held = cells.get(key) ?? settled.before.cell.get(key);
      if (!follows(operation, held)) return found(settled, nameOf, write.key, held);
      cells.set(key, write.state);
    }
    for (const [key, state] of cells) {
      const held = settled.after.cell.get(key);
      if (held !== state) return found(settled, nameOf, key, held);
    }
    return undefined;
  });
}

function writeOf(operation: Operation): { key: StateKey; state: State } | undefined {
  switch (operation.kind) {
    case 'StateInitialization':
      return { key: operation.key, state: operation.initialState };
    case 'StateUpdate':
      return { key: operation.key, state: operation.nextState };
    case 'StateReset':
      return { key: operation.key, state: operation.resetState };
    default:
      return undefined;
  }
}

function follows(operation: Operation, held: State | undefined): boolean {
  switch (operation.kind) {
    case 'StateInitialization':
      return held === undefined;
    case 'StateUpdate':
      return held === operation.previousState;
    default:
      return held !== undefined;
  }
}

function found(
  { validator, facts }: Settled,
  nameOf: (address: Address) => string,
  cell: string,
  held: State | undefined,
): Finding {
  const owner = nameOf(facts.transaction.sender);
  return {
    message: `${validator} broke the chain of a state cell of ${owner}`,
    facts: { validator, owner, cell, held: held ?? 'nothing', transaction: facts.id },
  };
}
