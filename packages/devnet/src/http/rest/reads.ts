import type { CertificateSelection, GetEscrowJobs, NodeName, Result } from '@quorate/core';
import type { EscrowJobRecord, Rejection, TransactionCertificate } from '@quorate/protocol';
import type { Asker, Request } from '../../nodes/asker.ts';
import { escrowJobRecord } from '../../rpc/answers.ts';
import { RestFailure, refusal } from './rest-failure.ts';

/** The node that REST asks, and the asker it uses. */
export interface RestGround {
  readonly asker: Asker;
  readonly proxy: NodeName;
}

/** How failures are written. */
export interface FailureWords {
  readonly refused?: (rejection: Rejection) => RestFailure;
  /** For a proxy that is down, or gave no answer in time. */
  readonly silent?: () => RestFailure;
}

/** The message if nothing more is known. */
export const NO_ANSWER = 'the proxy gave no answer';

/**
 * Asks the proxy.
 *
 * @throws RestFailure if it refuses, is down, or gives no answer in time
 */
export async function askProxy<T extends Exclude<Result['type'], 'Rejected'>>(
  { asker, proxy }: RestGround,
  request: Request,
  expected: readonly T[],
  { refused = refusal, silent = unavailable }: FailureWords = {},
): Promise<Extract<Result, { readonly type: T }>> {
  const result = await asker.ask(proxy, request);
  if (result === undefined) throw silent();
  if (result.type === 'Rejected') throw refused(result.rejection);
  if ((expected as readonly string[]).includes(result.type)) {
    return result as Extract<Result, { readonly type: T }>;
  }
  throw new TypeError(`${proxy} answered ${request.type} with ${result.type}`);
}

function unavailable(): RestFailure {
  return new RestFailure(503, 'SERVICE_UNAVAILABLE', NO_ANSWER);
}

/** Requests certificates. */
export async function readCertificates(
  ground: RestGround,
  select: CertificateSelection,
): Promise<readonly TransactionCertificate[]> {
  const { certificates } = await askProxy(ground, { type: 'GetCertificates', select }, [
    'Certificates',
  ]);
  return certificates;
}

/**
 * Requests certificates that are only a part of an answer; those that no node has any more are left
 * out.
 */
export async function readCertificatesLeft(
  ground: RestGround,
  select: CertificateSelection,
): Promise<readonly TransactionCertificate[]> {
  try {
    return await readCertificates(ground, select);
  } catch (failure) {
    if (failure instanceof RestFailure && failure.code === 'CERTIFICATE_PRUNED') return [];
    throw failure;
  }
}

/** Requests escrow jobs. */
export async function readJobs(
  ground: RestGround,
  select: GetEscrowJobs['select'],
): Promise<readonly EscrowJobRecord[]> {
  const { jobs } = await askProxy(ground, { type: 'GetEscrowJobs', select }, ['EscrowJobs']);
  return jobs.map(([id, job]) => escrowJobRecord(id, job));
}
