import { type Submission, VALIDATOR_RULES } from '@quorate/core';
import { LIMITS, type Operation } from '@quorate/protocol';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { submission } = VALIDATOR_RULES;

type Update = Extract<Operation, { readonly kind: 'TokenManagement' }>;

/**
 * Replaces V1 by a rule that does not see this part of a transaction, and is right about the rest.
 */
function blindTo(unseen: (given: Submission) => Submission) {
  return { submission: { V1: (given: Submission) => submission.V1(unseen(given)) } };
}

/** Makes a right rule see other operations. */
function operationsAs(as: (operation: Operation) => Operation) {
  return blindTo((given) => {
    const { facts } = given;
    const operations = facts.transaction.operations.map(as);
    return { ...given, facts: { ...facts, transaction: { ...facts.transaction, operations } } };
  });
}

function updatesAs(part: Partial<Update>) {
  return operationsAs((each) => (each.kind === 'TokenManagement' ? { ...each, ...part } : each));
}

/** Validators that forget one of the limits (rule V1). */
export const LIMITLESS: readonly Mutant[] = [
  wrongValidator(
    {
      id: 'description-counted-in-letters',
      rule: 'V1',
      title: 'counts the letters of a description instead of its bytes',
      isHard: true,
    },
    operationsAs((each) => {
      if (each.kind !== 'Escrow' || each.escrow.kind !== 'CreateJob') return each;
      const isLong = each.escrow.description.length > LIMITS.descriptionBytes;
      return isLong ? each : { ...each, escrow: { ...each.escrow, description: '' } };
    }),
  ),
  wrongValidator(
    {
      id: 'new-name-unchecked',
      rule: 'V1',
      title: 'looks at the name of a token when it is created, and not when it is changed',
      isHard: true,
    },
    updatesAs({ newTokenName: null }),
  ),
  wrongValidator(
    {
      id: 'empty-new-name-admitted',
      rule: 'V1',
      title: 'takes an empty new name of a token for none',
      isHard: true,
    },
    operationsAs((each) =>
      each.kind === 'TokenManagement' && each.newTokenName === ''
        ? { ...each, newTokenName: null }
        : each,
    ),
  ),
  wrongValidator(
    {
      id: 'mint-changes-uncounted',
      rule: 'V1',
      title: 'counts the mints of a new token, and not those that an update names',
      isHard: true,
    },
    updatesAs({ mints: [] }),
  ),
  wrongValidator(
    {
      id: 'signers-uncounted',
      rule: 'V1',
      title: 'lets an account have any number of signers',
      isHard: true,
    },
    blindTo((given) => {
      const { transaction, signature } = given.envelope;
      if (signature.kind === 'Signature') return given;
      const config = { ...signature.config, authorizedSigners: [] };
      return { ...given, envelope: { transaction, signature: { ...signature, config } } };
    }),
  ),
];
