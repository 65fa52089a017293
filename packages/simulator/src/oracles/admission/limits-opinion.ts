import {
  LIMITS,
  type Operation,
  type SignatureOrMultiSig,
  type TransactionFacts,
} from '@quorate/protocol';

/** What is counted, the count, and its limit. */
type Measure = readonly [what: string, count: number | bigint, most: number | bigint];

/**
 * Says which limit a transaction exceeds; undefined when none (rule V1).
 *
 * Written from ledger.md alone: the validators' own check may be the bug.
 */
export function excessIn(
  { size, transaction: { nonce, operations } }: Pick<TransactionFacts, 'size' | 'transaction'>,
  signature: SignatureOrMultiSig,
): string | undefined {
  const signers = signature.kind === 'MultiSig' ? signature.config.authorizedSigners.length : 0;
  const measures: readonly Measure[] = [
    ['bytes', size, LIMITS.transactionBytes],
    ['transactions before it', nonce, LIMITS.nonce],
    ['operations', operations.length, LIMITS.operations],
    ['authorised signers', signers, LIMITS.multiSigSigners],
  ];
  const [what] = [...measures, ...operations.flatMap(measuresOf)].find(isExceeded) ?? [];
  return what;
}

function isExceeded([, count, most]: Measure): boolean {
  return count > most;
}

function measuresOf(operation: Operation): readonly Measure[] {
  switch (operation.kind) {
    case 'TokenCreation':
      return [
        ...measuresOfName(operation.tokenName),
        ['mints', operation.mints.length, LIMITS.mints],
      ];
    case 'TokenManagement': {
      const { newTokenName: name, mints } = operation;
      return [
        ...(name === null ? [] : measuresOfName(name)),
        ['changes of mints', mints.length, LIMITS.mints],
      ];
    }
    case 'ExternalClaim': {
      const { claim, signatures } = operation;
      return [
        ['verifiers', claim.verifierCommittee.length, LIMITS.verifiers],
        ['signatures of verifiers', signatures.length, LIMITS.verifiers],
        ['digits of claimed data', claim.claimData.length, 2 * LIMITS.claimDataBytes],
      ];
    }
    case 'JoinCommittee':
      return [
        ['bytes of a host', bytesOf(operation.config.host), LIMITS.hostBytes],
        ['ports', operation.config.rpcPort, LIMITS.rpcPort],
      ];
    case 'ChangeCommittee':
      return [['members', operation.newCommittee.validators.length, LIMITS.committeeMembers]];
    case 'Escrow': {
      const { escrow } = operation;
      if (escrow.kind !== 'CreateJob') return [];
      return [['bytes of a description', bytesOf(escrow.description), LIMITS.descriptionBytes]];
    }
    default:
      return [];
  }
}

function measuresOfName(name: string): readonly Measure[] {
  return [
    ['emptiness in a name', name === '' ? 1 : 0, 0],
    ['control characters in a name', [...name].filter(isControl).length, 0],
    ['bytes of a name', bytesOf(name), LIMITS.tokenNameBytes],
  ];
}

/** The C0, DEL and C1 control characters. */
function isControl(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
