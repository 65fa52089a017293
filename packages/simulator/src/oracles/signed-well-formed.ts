import { openEnvelope } from '@quorate/core';
import {
  DecodeError,
  factsOf,
  type Operation,
  type Transaction,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { excessIn } from './admission/limits-opinion.ts';
import { areClaimsSound } from './admission/operation-opinions.ts';
import type { Standing } from './admission/place.ts';
import { changeFault } from './admission/seat-opinions.ts';
import { forgeryIn } from './authentic.ts';
import { newlySigned } from './newly-signed.ts';
import type { Oracle, OracleContext } from './oracle.ts';

/**
 * What a correct validator signs came in canonical bytes, is within the limits and for this network,
 * bears the signatures that it needs, pays more than nothing, names no mint twice, and changes no
 * committee but for a quorum of its operators and by the rules for its seats.
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
      const fault = faultOf(given, { ...context, state: step.observation.before });
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
  /** How whoever signs stood. */
  readonly state: Standing['state'];
}

function faultOf(
  given: Parameters<typeof openEnvelope>[0],
  { genesis: { networkId }, verifier, state }: Standards,
): string | undefined {
  const envelope = canonical(given);
  if (typeof envelope === 'string') return envelope;
  const facts = factsOf(envelope.transaction);
  const { transaction } = facts;
  if (transaction.networkId !== null && transaction.networkId !== networkId) {
    return `it is for ${transaction.networkId}`;
  }
  const excess = excessIn(facts, envelope.signature);
  if (excess !== undefined) return `it has too many ${excess}`;
  const forgery = forgeryIn(envelope, verifier);
  if (forgery !== undefined) return forgery;
  if (!areClaimsSound(facts, verifier)) return 'it claims what no quorum of verifiers vouches for';
  if (isIdle(transaction)) return 'it moves nothing';
  if (transaction.operations.some(isRepetitive)) return 'it names a mint twice';
  const change = transaction.operations.find((each) => each.kind === 'ChangeCommittee');
  return change && changeFault(change, { facts, verifier, state })?.fault;
}

function canonical(given: Parameters<typeof openEnvelope>[0]): TransactionEnvelope | string {
  try {
    return openEnvelope(given);
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}

// Of who asked for a seat each validator knows what it has settled.
function hangsOnLedger(given: Parameters<typeof openEnvelope>[0]): boolean {
  const { operations } = factsOf(openEnvelope(given).transaction).transaction;
  return operations.some(({ kind }) => kind === 'ChangeCommittee');
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
