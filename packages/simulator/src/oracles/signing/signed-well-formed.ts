import { openEnvelope, readableFacts, type SubmitTransaction } from '@quorate/core';
import {
  type Address,
  BURN_ADDRESS,
  DecodeError,
  type EscrowOperation,
  factsOf,
  NATIVE_TOKEN_ID,
  type Operation,
  type Transaction,
  type TransactionEnvelope,
} from '@quorate/protocol';
import { excessIn } from '../admission/limits-opinion.ts';
import { areClaimsSound } from '../admission/operation-opinions.ts';
import { changeFault } from '../admission/seat-opinions.ts';
import { forgeryIn } from '../authentic.ts';
import { newlySigned } from '../following/newly-signed.ts';
import type { Finding, Oracle, OracleContext, ValidatorStep } from '../oracle.ts';

type Envelope = SubmitTransaction['envelope'];

/**
 * What a correct validator signs came in canonical bytes, is within the limits, is for this
 * network, has the signatures that it needs, pays more than nothing, is consistent as far as that
 * can be judged without a ledger, and changes the committee only with a quorum of its operators and
 * by the rules for seats.
 *
 * Our addition to ledger.md, for rules V1, V2, V3, V6, C2 and C3, whose violation leaves no trace
 * in a ledger. For a validator whose steps cannot be seen, only its signature is known: then
 * something must be wrong with everything submitted under that id.
 */
export function signedWellFormed(
  context: Pick<OracleContext, 'genesis' | 'verifier' | 'unseen'>,
): Oracle {
  const { unseen = [] } = context;
  // Messages are frozen, so what was well formed once is well formed wherever it appears.
  const good = new WeakSet<object>();
  // Each validator knows only the join requests that it has settled.
  const changing = new WeakSet<object>();

  function flawIn(given: Envelope): string | undefined {
    if (good.has(given)) return undefined;
    const flaw = flawOf(given, context);
    if (flaw === undefined) good.add(given);
    if (changeIn(given) !== undefined) changing.add(given);
    return flaw;
  }

  return {
    name: 'signed-well-formed',
    kind: 'safety',
    afterStep: (step) => {
      const given = newlySigned(step);
      if (given === undefined) return undefined;
      const flaw = flawIn(given);
      const fault = flaw ?? (changing.has(given) ? faultOfChange(given, step, context) : undefined);
      return fault === undefined ? undefined : findingOf(step.validator, fault);
    },
    ...(unseen.length > 0 && {
      afterSigning: ({ validator, isCorrect, submitted }) => {
        if (!isCorrect || !unseen.includes(validator)) return undefined;
        const flaws = [...submitted].map(flawIn);
        const [flaw] = flaws;
        const isFound = flaw !== undefined && !flaws.includes(undefined);
        return isFound ? findingOf(validator, flaw) : undefined;
      },
    }),
  };
}

function findingOf(validator: string, fault: string): Finding {
  return {
    message: `${validator} signed what it had to refuse: ${fault}`,
    facts: { validator, fault },
  };
}

type Standards = Pick<OracleContext, 'genesis' | 'verifier'>;

/** Says what is wrong with an envelope, wherever it appears; undefined when nothing is. */
function flawOf(
  given: Envelope,
  { genesis: { networkId }, verifier }: Standards,
): string | undefined {
  const envelope = canonical(given);
  if (typeof envelope === 'string') return envelope;
  const facts = factsOf(envelope.transaction);
  const { transaction } = facts;
  if (transaction.networkId !== null && transaction.networkId !== networkId) {
    return `it is for ${transaction.networkId}`;
  }
  const excess = excessIn(facts, envelope.signature);
  if (excess !== undefined) return excess;
  const forgery = forgeryIn(envelope, verifier);
  if (forgery !== undefined) return forgery;
  if (transaction.operations.filter(isClaim).length > 1) return 'it has more than one claim';
  if (!areClaimsSound(facts, verifier)) return 'it claims what no quorum of verifiers vouches for';
  if (isIdle(transaction)) return 'it moves nothing';
  const faults = transaction.operations.map((each) => faultOf(each, transaction.sender));
  return faults.find((fault) => fault !== undefined);
}

function isClaim({ kind }: Operation): boolean {
  return kind === 'ExternalClaim';
}

function changeIn(given: Envelope): Extract<Operation, { kind: 'ChangeCommittee' }> | undefined {
  const operations = readableFacts(given)?.transaction.operations ?? [];
  return operations.find((each) => each.kind === 'ChangeCommittee');
}

function faultOfChange(
  given: Envelope,
  { observation: { before: state } }: ValidatorStep,
  { verifier }: Standards,
): string | undefined {
  const change = changeIn(given);
  if (change === undefined) return undefined;
  const facts = factsOf(openEnvelope(given).transaction);
  return changeFault(change, { facts, verifier, state })?.fault;
}

function canonical(given: Envelope): TransactionEnvelope | string {
  try {
    return openEnvelope(given);
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
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

/** Says why rule V6 admits an operation in no ledger at all. */
function faultOf(operation: Operation, sender: Address): string | undefined {
  switch (operation.kind) {
    case 'TokenCreation': {
      const isRepetitive = new Set(operation.mints).size < operation.mints.length;
      return isRepetitive ? 'it names a mint twice' : undefined;
    }
    case 'TokenManagement':
      if (operation.newAdmin === BURN_ADDRESS) return 'it hands a token to nobody';
      return operation.tokenId === NATIVE_TOKEN_ID ? 'it manages the native token' : undefined;
    case 'Mint':
      return operation.tokenId === NATIVE_TOKEN_ID ? 'it mints the native token' : undefined;
    case 'Escrow':
      return termsFault(operation.escrow, sender);
    default:
      return undefined;
  }
}

/** Rule E1. */
function termsFault(escrow: EscrowOperation, sender: Address): string | undefined {
  if (escrow.kind !== 'CreateConfig') return undefined;
  if (escrow.evaluator !== sender) return 'its terms are those of another evaluator';
  const { evaluationFee: fee } = escrow;
  return fee.kind === 'Bps' && fee.bps > WHOLE
    ? 'its terms ask for more than the whole'
    : undefined;
}

/** 100 percent, in basis points. */
const WHOLE = 10_000;
