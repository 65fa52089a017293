import type { Signer } from '@quorate/crypto';
import {
  type Address,
  type EscrowConfigId,
  type EscrowOperation,
  LIMITS,
  type Operation,
  operationId,
} from '@quorate/protocol';
import type { LimitKind } from '../../scenario/byzantine/words.ts';
import { cellOperation } from '../bare-transaction.ts';
import { terms, tokenCreation, tokenUpdate, unsignedClaim } from './plain-operations.ts';

/** The client that exceeds a limit, and the nonce that it uses. */
export interface Exceeding {
  readonly signer: Signer;
  readonly nonce: bigint;
  /** Gives this many distinct addresses. */
  readonly addresses: (count: number) => readonly Address[];
}

// Two and four bytes in UTF-8: code that counts letters or code units, or assumes at most three
// bytes, computes less.
const WIDE = 'é𝄞';
const WIDE_BYTES = 6;

/** Gives operations that exceed a limit by one item or one byte (rule V1). */
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
    case 'empty-new-name':
      return [tokenCreation('gold'), tokenUpdate(by, { newTokenName: '' })];
    case 'control-in-name':
      return [tokenCreation('go\u0085ld')];
    case 'too-many-mints':
      return [tokenCreation('mints', mints())];
    case 'too-many-mint-changes': {
      const added = mints().map((mint) => ['Add', mint] as const);
      return [tokenCreation('gold'), tokenUpdate(by, { mints: added })];
    }
    case 'too-many-verifiers':
      return [unsignedClaim(by.addresses(LIMITS.verifiers + 1), '00')];
    case 'long-claim':
      return [unsignedClaim([], '00'.repeat(LIMITS.claimDataBytes + 1))];
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
  return WIDE.repeat(Math.floor(bytes / WIDE_BYTES)) + 'n'.repeat((bytes % WIDE_BYTES) + 1);
}

// Free terms of its own, and a job that it gives itself.
function jobDescribedAs(description: string, { signer, nonce }: Exceeding): readonly Operation[] {
  const { address } = signer;
  const configId = operationId(address, nonce, 0) as EscrowConfigId;
  const job = { kind: 'CreateJob', configId, provider: address, providerFee: 0n, description };
  return [
    terms(address, { kind: 'Fixed', amount: 0n }),
    { kind: 'Escrow', escrow: job as EscrowOperation },
  ];
}
