import type { AccountInfo, Result } from '@quorate/core';
import type {
  Address,
  Rejection,
  Signature,
  State,
  TransactionCertificate,
} from '@quorate/protocol';

/** Gives a signature that verifies under no key: the genuine one with its first bit flipped. */
function spoiled(signature: Signature): Signature {
  const digit = Number.parseInt(signature.slice(0, 1), 16) ^ 8;
  return (digit.toString(16) + signature.slice(1)) as Signature;
}

/**
 * Answers signing requests with an invalid signature, and shows an invalid one in every certificate
 * and in what is pending.
 */
export function forged(result: Result): readonly Result[] | undefined {
  switch (result.type) {
    case 'Signed':
      return [{ ...result, signature: spoiled(result.signature) }];
    case 'Certificates':
      return result.certificates.length === 0
        ? undefined
        : [{ ...result, certificates: result.certificates.map(withSpoiledSignature) }];
    case 'AccountInfo': {
      const { pending } = result;
      if (pending?.kind !== 'pending' || pending.signature === undefined) return undefined;
      return [{ ...result, pending: { ...pending, signature: spoiled(pending.signature) } }];
    }
    default:
      return undefined;
  }
}

/** Answers signing requests in the name of another validator, or of another key of its own. */
export function inTheNameOf(validator: Address): (result: Result) => readonly Result[] | undefined {
  return (result) =>
    result.type === 'Signed' && result.validator !== validator
      ? [{ ...result, validator }]
      : undefined;
}

/** Answers each signing request twice, and repeats a signer in every certificate. */
export function duplicated(result: Result): readonly Result[] | undefined {
  switch (result.type) {
    case 'Signed':
      return [result, result];
    case 'Certificates':
      return result.certificates.length === 0
        ? undefined
        : [{ ...result, certificates: result.certificates.map(withRepeatedSigner) }];
    default:
      return undefined;
  }
}

/** Adds to every balance in an answer. */
export function balancesRaised(by: bigint): (result: Result) => readonly Result[] | undefined {
  return (result) => {
    if (result.type === 'AccountInfo') return [withBalances(result, by)];
    if (result.type === 'Admissible' && result.balance !== undefined) {
      return [{ ...result, balance: result.balance + by }];
    }
    if (result.type !== 'Rejected' || result.rejection.code !== 'InsufficientFunding') {
      return undefined;
    }
    const { rejection } = result;
    const currentBalance = rejection.currentBalance + by;
    return [{ type: 'Rejected', rejection: { ...rejection, currentBalance } }];
  };
}

/** Adds to every nonce of an account in an answer; a negative result becomes 0. */
export function noncesRaised(by: bigint): (result: Result) => readonly Result[] | undefined {
  const raised = (nonce: bigint) => (nonce + by > 0n ? nonce + by : 0n);
  return (result) => {
    switch (result.type) {
      case 'AccountInfo':
      case 'Signed':
        return [{ ...result, nextNonce: raised(result.nextNonce) }];
      case 'Rejected': {
        const rejection = withNonce(result.rejection, raised);
        return rejection === undefined ? undefined : [{ type: 'Rejected', rejection }];
      }
      default:
        return undefined;
    }
  };
}

/** Adds to every state cell in an answer, read as a number modulo 2^256. */
export function statesRaised(by: bigint): (result: Result) => readonly Result[] | undefined {
  const raised = (state: State) => {
    const sum = BigInt.asUintN(256, BigInt(`0x${state}`) + by);
    return sum.toString(16).padStart(64, '0') as State;
  };
  return (result) => {
    if (result.type !== 'AccountInfo' || result.stateCells.length === 0) return undefined;
    return [
      {
        ...result,
        stateCells: result.stateCells.map(([key, state]) => [key, raised(state)] as const),
      },
    ];
  };
}

/** Adds to every epoch that an answer states of the validator; a negative result becomes 0. */
export function epochsRaised(by: bigint): (result: Result) => readonly Result[] | undefined {
  const raised = (epoch: number) => {
    const sum = BigInt(epoch) + by;
    return sum > 0n ? Number(sum < EPOCH_MAX ? sum : EPOCH_MAX) : 0;
  };
  return (result) => {
    if (result.type === 'EpochStatus') {
      return [{ ...result, known: raised(result.known), served: raised(result.served) }];
    }
    if (result.type !== 'Rejected') return undefined;
    const { rejection } = result;
    if (rejection.code !== 'EpochEnding' && rejection.code !== 'InvalidCertificate') {
      return undefined;
    }
    const epoch = raised(rejection.epoch);
    return [{ type: 'Rejected', rejection: { ...rejection, epoch } }];
  };
}

/** The largest epoch that messages can carry. */
const EPOCH_MAX = 2n ** 32n - 1n;

function withBalances(info: AccountInfo, by: bigint): Result {
  return {
    ...info,
    balance: info.balance + by,
    tokenBalances: info.tokenBalances.map(([token, balance]) => [token, balance + by]),
  };
}

function withNonce(rejection: Rejection, raised: (nonce: bigint) => bigint): Rejection | undefined {
  switch (rejection.code) {
    case 'UnexpectedNonce':
      return { ...rejection, expectedNonce: raised(rejection.expectedNonce) };
    case 'MissingEarlierConfirmations':
      return { ...rejection, currentNonce: raised(rejection.currentNonce) };
    default:
      return undefined;
  }
}

function withRepeatedSigner({
  envelope,
  signatures,
}: TransactionCertificate): TransactionCertificate {
  return { envelope, signatures: [...signatures.slice(0, 1), ...signatures] };
}

function withSpoiledSignature({
  envelope,
  signatures: [first, ...others],
}: TransactionCertificate): TransactionCertificate {
  if (first === undefined) return { envelope, signatures: [] };
  const [signer, signature] = first;
  return { envelope, signatures: [[signer, spoiled(signature)], ...others] };
}
