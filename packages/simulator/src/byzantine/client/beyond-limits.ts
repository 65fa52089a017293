import type { Signer } from '@quorate/crypto';
import {
  type Address,
  type EscrowConfigId,
  type EscrowOperation,
  type HexBytes,
  LIMITS,
  NATIVE_TOKEN_ID,
  type Operation,
  operationId,
  type TokenId,
} from '@quorate/protocol';
import type { LimitKind } from '../../scenario/byzantine/client-act.ts';
import { cellOperation } from '../bare-transaction.ts';

/** Who exceeds a limit, and at which nonce. */
export interface Exceeding {
  readonly signer: Signer;
  readonly nonce: bigint;
  /** Gives as many addresses as are asked for, no two the same. */
  readonly addresses: (count: number) => readonly Address[];
}

// In UTF-8 two bytes: whoever counts letters finds half of them.
const WIDE = 'é';

/** Gives operations that are one more, or one byte or two longer, than a limit allows (rule V1). */
export function beyondLimit(kind: LimitKind, by: Exceeding): readonly Operation[] {
  const mints = () => by.addresses(LIMITS.mints + 1);
  switch (kind) {
    case 'too-many-operations':
      return Array.from({ length: LIMITS.operations + 1 }, (_, at) => cellOperation(at));
    case 'long-name':
      return [tokenCreation('n'.repeat(LIMITS.tokenNameBytes + 1))];
    case 'long-new-name':
      return [
        tokenCreation('gold'),
        tokenUpdate(by, { newTokenName: wider(LIMITS.tokenNameBytes) }),
      ];
    case 'control-in-name':
      return [tokenCreation('go\u0085ld')];
    case 'too-many-mints':
      return [tokenCreation('mints', mints())];
    case 'too-many-mint-changes': {
      const added = mints().map((mint) => ['Add', mint] as const);
      return [tokenCreation('gold'), tokenUpdate(by, { mints: added })];
    }
    case 'too-many-verifiers':
      return [claim(by.addresses(LIMITS.verifiers + 1), 1)];
    case 'long-claim':
      return [claim([], LIMITS.claimDataBytes + 1)];
    case 'long-host': {
      const [address] = by.addresses(1) as readonly [Address];
      const config = { address, host: wider(LIMITS.hostBytes), rpcPort: 0 };
      return [{ kind: 'JoinCommittee', config }];
    }
    case 'long-description':
      return jobDescribedAs(wider(LIMITS.descriptionBytes), by);
  }
}

function wider(bytes: number): string {
  return WIDE.repeat(Math.floor(bytes / 2) + 1);
}

/** Creates a token. */
export function tokenCreation(tokenName: string, mints: readonly Address[] = []): Operation {
  const rest = { decimals: 0, initialAmount: 0n, mints, userData: null };
  return { kind: 'TokenCreation', tokenName, ...rest };
}

type Update = Omit<Extract<Operation, { readonly kind: 'TokenManagement' }>, 'kind' | 'tokenId'>;

/** Updates the token that the first operation of the same transaction creates. */
export function tokenUpdate(
  { signer, nonce }: Pick<Exceeding, 'signer' | 'nonce'>,
  update: Partial<Update>,
): Operation {
  const tokenId = operationId(signer.address, nonce, 0) as TokenId;
  const nothing = { updateId: 0n, newAdmin: null, newTokenName: null, mints: [], userData: null };
  return { kind: 'TokenManagement', tokenId, ...nothing, ...update };
}

function claim(verifierCommittee: readonly Address[], bytes: number): Operation {
  const claimData = '00'.repeat(bytes) as HexBytes;
  const asked = { verifierCommittee, verifierQuorum: 0n, claimData };
  return { kind: 'ExternalClaim', claim: asked, signatures: [] };
}

// Terms of its own that cost nothing, and a job of nobody's.
function jobDescribedAs(description: string, { signer, nonce }: Exceeding): readonly Operation[] {
  const { address } = signer;
  const terms: EscrowOperation = {
    kind: 'CreateConfig',
    tokenId: NATIVE_TOKEN_ID,
    evaluator: address,
    evaluationFee: { kind: 'Fixed', amount: 0n },
    minEvaluatorFee: 0n,
  };
  const configId = operationId(address, nonce, 0) as EscrowConfigId;
  const job = { kind: 'CreateJob', configId, provider: address, providerFee: 0n, description };
  return [terms, job as EscrowOperation].map((escrow) => ({ kind: 'Escrow', escrow }));
}
