import type { Message } from '@quorate/core';
import {
  factsOf,
  type NamedSignature,
  type TransactionEnvelope,
  type TransactionId,
} from '@quorate/protocol';
import type { NodeName } from '@quorate/transport';
import { byText } from '../../shapes/by-text.ts';
import type { QuorumAmong } from '../../world/quorum-among.ts';
import { directRequestId } from '../../world/users/direct-sender.ts';
import type { Sent } from './machine.ts';

/**
 * What a party has sent to validators without a proxy, and the signatures that it has got for it.
 */
export type Pools = Readonly<Record<TransactionId, Pool>>;

interface Pool {
  readonly envelope: TransactionEnvelope;
  /** The validators that get the certificate. */
  readonly deliver: readonly NodeName[];
  /**
   * In the order of the signers, so that the order of answers makes no difference; empty once it is
   * certified.
   */
  readonly signatures: readonly NamedSignature[];
  readonly isCertified: boolean;
}

/** Who sends, and what forms a certificate. */
export interface PoolsGround {
  readonly name: NodeName;
  readonly quorumAmong: QuorumAmong;
}

/** The result of a step with pools. */
interface PoolsStep {
  readonly pools: Pools;
  readonly sent: readonly Sent[];
}

/** Sends a transaction to validators, as a direct sender of a run does. */
export function handOut(
  pools: Pools,
  envelope: TransactionEnvelope,
  { validators, deliver }: Readonly<Record<'validators' | 'deliver', readonly NodeName[]>>,
  { name }: PoolsGround,
): PoolsStep {
  const { id } = factsOf(envelope.transaction);
  const requestId = directRequestId(id);
  const fresh: Pool = { envelope, deliver, signatures: [], isCertified: false };
  return {
    pools: { ...pools, [id]: pools[id] ?? fresh },
    sent: validators.map((to) => ({
      from: name,
      to,
      message: { type: 'SubmitTransaction', requestId, envelope },
    })),
  };
}

/** Handles an answer; the first quorum of signatures is certified and delivered. */
export function collect(
  pools: Pools,
  message: Message,
  { name, quorumAmong }: PoolsGround,
): PoolsStep {
  const result = message.type === 'Response' ? message.result : undefined;
  if (result?.type !== 'Signed') return { pools, sent: [] };
  const { transactionId: id, validator, signature } = result;
  const pool = pools[id];
  if (pool === undefined || pool.isCertified) return { pools, sent: [] };
  if (pool.signatures.some(([signer]) => signer === validator)) return { pools, sent: [] };
  const signatures = [...pool.signatures, [validator, signature] as const].sort(bySigner);
  const enough = quorumAmong(signatures);
  if (enough === undefined) {
    return { pools: { ...pools, [id]: { ...pool, signatures } }, sent: [] };
  }
  const certificate = { envelope: pool.envelope, signatures: enough };
  const requestId = directRequestId(id);
  return {
    pools: { ...pools, [id]: { ...pool, signatures: [], isCertified: true } },
    sent: pool.deliver.map((to) => ({
      from: name,
      to,
      message: { type: 'SubmitCertificate', requestId, certificate },
    })),
  };
}

function bySigner([a]: NamedSignature, [b]: NamedSignature): number {
  return byText(a, b);
}
