import {
  LIMITS,
  type Operation,
  type SignatureOrMultiSig,
  type TransactionFacts,
} from '@quorate/protocol';

/** What is wrong beyond the limit, the count, and the limit. */
type Measure = readonly [excess: string, count: number | bigint, most: number | bigint];

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
    ['it has too many bytes', size, LIMITS.transactionBytes],
    ['it has too many transactions before it', nonce, LIMITS.nonce],
    ['it has too many operations', operations.length, LIMITS.operations],
    ['it has too many authorised signers', signers, LIMITS.multiSigSigners],
  ];
  const [excess] = [...measures, ...operations.flatMap(measuresOf)].find(isExceeded) ?? [];
  return excess;
}

function isExceeded([, count, most]: Measure): boolean {
  return count > most;
}

function measuresOf(operation: Operation): readonly Measure[] {
  switch (operation.kind) {
    case 'TokenCreation':
      return [
        ...measuresOfName(operation.tokenName),
        ['it has too many mints', operation.mints.length, LIMITS.mints],
      ];
    case 'TokenManagement': {
      const { newTokenName: name, mints } = operation;
      return [
        ...(name === null ? [] : measuresOfName(name)),
        ['it has too many changes of mints', mints.length, LIMITS.mints],
      ];
    }
    case 'ExternalClaim': {
      const { claim, signatures } = operation;
      return [
        ['it has too many verifiers', claim.verifierCommittee.length, LIMITS.verifiers],
        ['it has too many signatures of verifiers', signatures.length, LIMITS.verifiers],
        [
          'it has too many digits of claimed data',
          claim.claimData.length,
          2 * LIMITS.claimDataBytes,
        ],
      ];
    }
    case 'JoinCommittee':
      return [
        ['it has too many bytes of a host', bytesOf(operation.config.host), LIMITS.hostBytes],
        ['it names a port that is too high', operation.config.rpcPort, LIMITS.rpcPort],
      ];
    case 'ChangeCommittee':
      return [
        [
          'it has too many members',
          operation.newCommittee.validators.length,
          LIMITS.committeeMembers,
        ],
      ];
    case 'Escrow': {
      const { escrow } = operation;
      if (escrow.kind !== 'CreateJob') return [];
      return [
        [
          'it has too many bytes of a description',
          bytesOf(escrow.description),
          LIMITS.descriptionBytes,
        ],
      ];
    }
    default:
      return [];
  }
}

function measuresOfName(name: string): readonly Measure[] {
  return [
    ['it gives an empty name', name === '' ? 1 : 0, 0],
    ['it has too many control characters in a name', [...name].filter(isControl).length, 0],
    ['it has too many bytes of a name', bytesOf(name), LIMITS.tokenNameBytes],
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
