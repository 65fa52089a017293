import { type Committee, committeeOf, type Ledger, type ValidatorState } from '@quorate/core';
import {
  type Address,
  AMOUNT_MAX,
  type Operation,
  type Transaction,
  type TransactionFacts,
  transactionId,
} from '@quorate/protocol';
import type { GivenAnswer, Oracle, OracleContext } from './oracle.ts';
import { readableFacts } from './readable-facts.ts';

/**
 * A correct validator calls nothing admissible that it would sign and that cannot come to anything: a mint past
 * the greatest supply, a request to leave of nobody's operator or to join under a key that is taken, a delivery
 * for a job that has ended.
 *
 * An addition of ours to the ledger document: rule P5. What was locked already, somebody signed before.
 */
export function nothingInVain({ nameOf }: Pick<OracleContext, 'nameOf'>): Oracle {
  return {
    name: 'nothing-in-vain',
    kind: 'safety',
    afterAnswer: (answer) => {
      const facts = admitted(answer);
      if (facts === undefined) return undefined;
      const { validator, step } = answer;
      const fault = faultIn(facts.transaction, step.observation.before);
      if (fault === undefined) return undefined;
      const sender = nameOf(facts.transaction.sender);
      return {
        message: `${validator} called admissible what is in vain: ${fault}`,
        facts: { validator, sender, transaction: facts.id, fault },
      };
    },
  };
}

/** Gives what an answer calls admissible; undefined for other answers, and for what the validator holds. */
function admitted({ result, step }: GivenAnswer): TransactionFacts | undefined {
  const { input, before } = step.observation;
  if (result.type !== 'Admissible' || input.type !== 'Message') return undefined;
  if (input.message.type !== 'CheckTransaction') return undefined;
  const facts = readableFacts(input.message.envelope);
  const lock = facts && before.ledger.account.get(facts.transaction.sender)?.lock;
  const isHeld = lock?.kind === 'pending' && transactionId(lock.envelope.transaction) === facts?.id;
  return isHeld ? undefined : facts;
}

function faultIn(
  { sender, operations }: Transaction,
  { ledger, committees }: Pick<ValidatorState, 'ledger' | 'committees'>,
): string | undefined {
  const minted = new Map<string, bigint>();
  for (const operation of operations) {
    const fault =
      operation.kind === 'Mint' || operation.kind === 'Burn'
        ? supplyFault(operation, minted, ledger)
        : requestFault(operation, sender, { ledger, committees });
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** `minted` is what earlier operations of the transaction have added to the supplies of tokens. */
function supplyFault(
  { kind, tokenId, amount }: Extract<Operation, { readonly kind: 'Mint' | 'Burn' }>,
  minted: Map<string, bigint>,
  { token }: Ledger,
): string | undefined {
  const supply = (token.get(tokenId)?.supply ?? 0n) + (minted.get(tokenId) ?? 0n);
  const change = kind === 'Mint' ? amount : -amount;
  minted.set(tokenId, (minted.get(tokenId) ?? 0n) + change);
  return kind === 'Mint' && supply + amount > AMOUNT_MAX
    ? `a mint to a supply of ${supply + amount}`
    : undefined;
}

function requestFault(
  operation: Operation,
  sender: Address,
  { ledger, committees }: Pick<ValidatorState, 'ledger' | 'committees'>,
): string | undefined {
  switch (operation.kind) {
    case 'JoinCommittee':
      return isTaken(operation.config.address, ledger, committees)
        ? 'a request for a key that is taken'
        : undefined;
    case 'LeaveCommittee': {
      const members = committees.at(-1)?.members ?? [];
      const isOperator = members.some(({ operator }) => operator === sender);
      return isOperator ? undefined : 'a request to leave of who runs no member';
    }
    case 'Escrow': {
      const { escrow } = operation;
      const status = escrow.kind === 'Submit' ? ledger.job.get(escrow.jobId)?.status : undefined;
      const isOver = status === 'Completed' || status === 'Refunded';
      return isOver ? `a delivery for a job that is ${status}` : undefined;
    }
    default:
      return undefined;
  }
}

function isTaken(
  key: Address,
  { account, signer }: Ledger,
  committees: readonly Committee[],
): boolean {
  const hasHistory = (account.get(key)?.nextNonce ?? 0n) > 0n || signer.get(key) === true;
  return hasHistory || committeeOf(committees, key) !== undefined;
}
