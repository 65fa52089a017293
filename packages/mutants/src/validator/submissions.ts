import { type Submission, signatureFault, VALIDATOR_RULES } from '@quorate/core';
import { DecodeError, type HexBytes } from '@quorate/protocol';
import { type Mutant, wrongValidator } from '../mutant.ts';

const { decode, submission } = VALIDATOR_RULES;
const pass = () => undefined;

/** How many surplus bytes are tolerated. */
const TRAILING_MAX = 8;

function decodesPrefix(text: HexBytes, given: Parameters<typeof decode>[0]) {
  try {
    return decode({ ...given, transaction: text });
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** Gives a submission with only some of its operations, to ask a right rule about it. */
function about(given: Submission, operations: Submission['transaction']['operations']): Submission {
  return { ...given, transaction: { ...given.transaction, operations } };
}

/** Validators that sign what they must refuse (rules V1, V2, V3, V5, V6). */
export const SUBMISSIONS: readonly Mutant[] = [
  wrongValidator(
    {
      id: 'trailing-bytes-accepted',
      rule: 'V1',
      title: 'accepts a transaction with surplus bytes after it',
    },
    {
      decode: (encoded) => {
        const { transaction } = encoded;
        for (let cut = 1; cut <= TRAILING_MAX; cut += 1) {
          const shorter = decodesPrefix(transaction.slice(0, -2 * cut) as HexBytes, encoded);
          if (shorter !== undefined) return shorter;
        }
        return decode(encoded);
      },
    },
  ),
  wrongValidator(
    { id: 'limits-unchecked', rule: 'V1', title: 'checks no size and no count' },
    { submission: { V1: pass } },
  ),
  wrongValidator(
    {
      id: 'network-unchecked',
      rule: 'V2',
      title: 'signs transactions of another network',
      isHard: true,
    },
    { submission: { V2: pass } },
  ),
  wrongValidator(
    { id: 'sender-unchecked', rule: 'V3', title: 'signs whatever bears any signature' },
    { submission: { V3: pass } },
  ),
  wrongValidator(
    {
      id: 'validator-key-sends',
      rule: 'V3',
      title: 'takes a validator key as sender, signer or verifier',
    },
    {
      submission: {
        V3: ({ envelope, facts, env }) => {
          const fault = signatureFault(envelope.signature, facts, env.verifier);
          return fault === undefined
            ? undefined
            : {
                type: 'Rejected',
                rejection: { code: 'InvalidSignature', rule: 'V3', reason: fault },
              };
        },
      },
    },
  ),
  wrongValidator(
    {
      id: 'former-validator-key-sends',
      rule: 'V3',
      title: 'takes the key of a committee that has ended as sender, signer or verifier',
      isHard: true,
    },
    {
      submission: {
        V3: (given) => {
          const committees = given.state.committees.slice(-1);
          return submission.V3({ ...given, state: { ...given.state, committees } });
        },
      },
    },
  ),
  wrongValidator(
    { id: 'nonce-unchecked', rule: 'V5', title: 'signs at any nonce' },
    { submission: { V5: pass } },
  ),
  wrongValidator(
    { id: 'nonce-one-ahead', rule: 'V5', title: 'signs at the nonce after the next one, too' },
    {
      submission: {
        V5: (given) =>
          given.transaction.nonce === given.account.nextNonce + 1n
            ? undefined
            : submission.V5(given),
      },
    },
  ),
  wrongValidator(
    { id: 'nonce-one-behind', rule: 'V5', title: 'signs at the nonce that settled last, too' },
    {
      submission: {
        V5: (given) =>
          given.transaction.nonce === given.account.nextNonce - 1n
            ? undefined
            : submission.V5(given),
      },
    },
  ),
  wrongValidator(
    { id: 'operations-unchecked', rule: 'V6', title: 'checks no operation' },
    { submission: { V6: pass } },
  ),
  wrongValidator(
    {
      id: 'no-operation-admitted',
      rule: 'V6',
      title: 'signs a transaction without operations',
      isHard: true,
    },
    {
      submission: {
        V6: (given) =>
          given.transaction.operations.length === 0 ? undefined : submission.V6(given),
      },
    },
  ),
  wrongValidator(
    {
      id: 'first-operation-checked',
      rule: 'V6',
      title: 'checks only the first operation of a batch',
    },
    {
      submission: {
        V6: (given) => submission.V6(about(given, given.transaction.operations.slice(0, 1))),
      },
    },
  ),
  wrongValidator(
    {
      id: 'batch-on-a-bare-ledger',
      rule: 'V6',
      title: 'checks payments of a batch as if each were the only one',
    },
    {
      submission: {
        V6: (given) => {
          const { operations } = given.transaction;
          if (!operations.every(({ kind }) => kind === 'TokenTransfer'))
            return submission.V6(given);
          for (const operation of operations) {
            const answer = submission.V6(about(given, [operation]));
            if (answer !== undefined) return answer;
          }
          return undefined;
        },
      },
    },
  ),
];
