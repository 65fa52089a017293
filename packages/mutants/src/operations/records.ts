import { VALIDATOR_RULES } from '@quorate/core';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { StateInitialization, StateReset, StateUpdate } = VALIDATOR_RULES.operations;
const admit = () => undefined;

/** Validators that are wrong about cells, claims and requests (ledger.md section 5). */
export const RECORDS: readonly Mutant[] = [
  wrongValidator(
    { id: 'cell-created-again', rule: 'V6', title: 'signs the creation of a cell that exists' },
    { operations: { StateInitialization: { validate: admit } } },
  ),
  wrongValidator(
    { id: 'cell-created-empty', rule: 'S5', title: 'creates a cell with another content' },
    {
      operations: {
        StateInitialization: {
          apply: (operation, scratch, context) =>
            StateInitialization.apply(
              { ...operation, initialState: operation.key as never },
              scratch,
              context,
            ),
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'any-previous-state',
      rule: 'V6',
      title: 'signs the update of a cell that holds something else',
    },
    { operations: { StateUpdate: { validate: admit } } },
  ),
  wrongValidator(
    {
      id: 'cell-update-lost',
      rule: 'S5',
      title: 'settles the update of a cell and keeps the cell',
    },
    {
      operations: {
        StateUpdate: {
          apply: (operation, scratch, context) =>
            StateUpdate.apply(
              { ...operation, nextState: operation.previousState },
              scratch,
              context,
            ),
        },
      },
    },
  ),
  wrongValidator(
    { id: 'absent-cell-reset', rule: 'V6', title: 'signs the reset of a cell that does not exist' },
    { operations: { StateReset: { validate: admit } } },
  ),
  wrongValidator(
    { id: 'reset-deletes-the-cell', rule: 'S5', title: 'deletes a cell that is reset' },
    {
      operations: {
        StateReset: {
          apply: ({ key }, scratch, { transaction }) =>
            scratch.put('cell', `${transaction.sender}/${key}`, undefined),
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'reset-keeps-the-greater',
      rule: 'S5',
      title: 'does not reset a cell whose content is greater than the new one',
    },
    {
      operations: {
        StateReset: {
          apply: (operation, scratch, context) => {
            const key = `${context.transaction.sender}/${operation.key}`;
            const held = scratch.get('cell', key);
            StateReset.apply(operation, scratch, context);
            if (held !== undefined && held > operation.resetState) scratch.put('cell', key, held);
          },
        },
      },
    },
  ),
  wrongValidator(
    { id: 'claim-unrecorded', rule: 'S5', title: 'settles an external claim and records nothing' },
    { operations: { ExternalClaim: { apply: admit } } },
  ),
  wrongValidator(
    {
      id: 'claim-unchecked',
      rule: 'V6',
      title: 'signs external claims whatever verifiers say, and however many there are',
    },
    { operations: { ExternalClaim: { validate: admit } } },
  ),
  wrongValidator(
    { id: 'join-unrecorded', rule: 'C2', title: 'settles a request to join and records nothing' },
    { operations: { JoinCommittee: { apply: admit } } },
  ),
  wrongValidator(
    { id: 'leave-unrecorded', rule: 'C2', title: 'settles a request to leave and records nothing' },
    { operations: { LeaveCommittee: { apply: admit } } },
  ),
];
