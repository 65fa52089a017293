import {
  type Committee,
  claimsFault,
  committeeConfig,
  type Ledger,
  limitFault,
  openEnvelope,
  quorumSize,
} from '@quorate/core';
import {
  DecodeError,
  factsOf,
  multiSigAddress,
  type Operation,
  type Transaction,
  type TransactionEnvelope,
  type ValidatorConfig,
} from '@quorate/protocol';
import { forgeryIn } from './authentic.ts';
import { hasHistory } from './keys-of.ts';
import { newlySigned } from './newly-signed.ts';
import type { Oracle, OracleContext } from './oracle.ts';

/**
 * What a correct validator signs came in canonical bytes, is within the limits and for this network,
 * bears the signatures that it needs, pays more than nothing, names no mint twice, and changes no
 * committee for anybody but a quorum of its operators, nor for a key with a history or an operator with two seats.
 *
 * An addition of ours to the ledger document: rules V1, V2, V3, V6, C2 and C3, of whose breach no ledger shows
 * a trace.
 */
export function signedWellFormed(context: Pick<OracleContext, 'genesis' | 'verifier'>): Oracle {
  // Messages are frozen, so what was found in order once is in order wherever it turns up.
  const good = new WeakSet<object>();
  return {
    name: 'signed-well-formed',
    kind: 'safety',
    afterStep: (step) => {
      const given = newlySigned(step);
      if (given === undefined || good.has(given)) return undefined;
      const { committees, ledger } = step.observation.before;
      const fault = faultOf(given, { ...context, committees, ledger });
      if (fault === undefined) {
        if (!hangsOnLedger(given)) good.add(given);
        return undefined;
      }
      const { validator } = step;
      return {
        message: `${validator} signed what it had to refuse: ${fault}`,
        facts: { validator, fault },
      };
    },
  };
}

interface Standards extends Pick<OracleContext, 'genesis' | 'verifier'> {
  /** Those that whoever signs knows of. */
  readonly committees: readonly Committee[];
  /** What whoever signs has settled. */
  readonly ledger: Ledger;
}

function faultOf(
  given: Parameters<typeof openEnvelope>[0],
  { genesis: { networkId }, verifier, committees, ledger }: Standards,
): string | undefined {
  const envelope = canonical(given);
  if (typeof envelope === 'string') return envelope;
  const facts = factsOf(envelope.transaction);
  const { transaction } = facts;
  if (transaction.networkId !== null && transaction.networkId !== networkId) {
    return `it is for ${transaction.networkId}`;
  }
  const fault = limitFault(facts, envelope.signature);
  if (fault !== undefined) return fault.code === 'InvalidRequest' ? fault.reason : fault.code;
  const forgery = forgeryIn(envelope, verifier) ?? claimsFault(facts, verifier);
  if (forgery !== undefined) return forgery;
  if (isIdle(transaction)) return 'it moves nothing';
  if (!isAuthorised(transaction, committees)) return 'no quorum of operators changes the committee';
  if (transaction.operations.some(isRepetitive)) return 'it names a mint twice';
  return seatFault(seatsIn(transaction), ledger);
}

function canonical(given: Parameters<typeof openEnvelope>[0]): TransactionEnvelope | string {
  try {
    return openEnvelope(given);
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

function isAuthorised(
  { sender, operations }: Transaction,
  committees: readonly Committee[],
): boolean {
  const change = operations.find((each) => each.kind === 'ChangeCommittee');
  if (change === undefined) return true;
  const ended = committees.find(({ epoch }) => epoch === change.epoch - 1);
  return ended !== undefined && sender === multiSigAddress(committeeConfig(ended, quorumSize));
}

// Of a history each validator knows what it has settled.
function hangsOnLedger(given: Parameters<typeof openEnvelope>[0]): boolean {
  return seatsIn(factsOf(openEnvelope(given).transaction).transaction).length > 0;
}

function seatsIn({ operations }: Transaction): readonly ValidatorConfig[] {
  // What is signed has one change at most, which stands alone (rule C3).
  const change = operations.find((each) => each.kind === 'ChangeCommittee');
  return change?.newCommittee.validators ?? [];
}

function seatFault(seats: readonly ValidatorConfig[], ledger: Ledger): string | undefined {
  if (seats.some(({ address }) => hasHistory(address, ledger))) {
    return 'it gives a seat to a key with a history';
  }
  if (seats.length < 2) return undefined;
  const asked = [...ledger.request.values()];
  const operators = seats.flatMap(({ address }) => {
    const join = asked.find((each) => each.kind === 'Join' && each.config.address === address);
    return join === undefined ? [] : [join.operator];
  });
  return new Set(operators).size < operators.length ? 'it gives an operator two seats' : undefined;
}

function isIdle({ operations }: Transaction): boolean {
  return operations.length === 0 || operations.some(isOfNothing);
}

function isOfNothing(operation: Operation): boolean {
  switch (operation.kind) {
    case 'TokenTransfer':
    case 'Mint':
    case 'Burn':
      return operation.amount === 0n;
    default:
      return false;
  }
}

function isRepetitive(operation: Operation): boolean {
  return (
    operation.kind === 'TokenCreation' && new Set(operation.mints).size < operation.mints.length
  );
}
