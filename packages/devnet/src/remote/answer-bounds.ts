import type { CertificateSelection } from '@quorate/core';
import { LIMITS } from '@quorate/protocol';
import type { ValidatorRequest } from './request-types.ts';

/** The most that is read of an answer. */
export interface AnswerBounds {
  readonly bytes: number;
  /** Values of JSON: to build millions of tiny ones takes seconds, and a hundred times the bytes. */
  readonly values: number;
}

const KIB = 1024;
const MIB = 1024 * KIB;

/**
 * Room for a refusal with two of the largest envelopes, or for an account with as many balances and
 * state cells as an answer lists.
 */
const PLAIN: AnswerBounds = { bytes: MIB, values: 10_000 };
/** Room for one of the largest certificates. */
const CERTIFICATE: AnswerBounds = { bytes: 192 * KIB, values: 400 };
/** Room for as many jobs as an answer lists, with the longest descriptions, all of them escaped. */
const JOBS: AnswerBounds = { bytes: 8 * MIB, values: 25 * LIMITS.listEntries };
/** No rule limits how many may mint a token. */
const TOKENS: AnswerBounds = { bytes: 16 * MIB, values: 200_000 };
/** Room for a page of accounts that are all contested, written out. */
const SNAPSHOT: AnswerBounds = { bytes: 64 * MIB, values: 500_000 };

/** Tells how much a validator may have to say to a request: all that goes beyond it is a lie. */
export function boundsOf(request: ValidatorRequest): AnswerBounds {
  switch (request.type) {
    case 'GetCertificates':
      return certificateBounds(limitOf(request.select));
    case 'GetEscrowJobs':
      return JOBS;
    case 'GetTokenInfo':
      return TOKENS;
    case 'GetSnapshot':
      return SNAPSHOT;
    default:
      return PLAIN;
  }
}

function certificateBounds(count: number): AnswerBounds {
  return {
    bytes: PLAIN.bytes + count * CERTIFICATE.bytes,
    values: PLAIN.values + count * CERTIFICATE.values,
  };
}

function limitOf(select: CertificateSelection): number {
  switch (select.by) {
    case 'Sender':
    case 'Sequence':
      return withinLimit(select.limit);
    case 'Basis':
      return withinLimit(select.limit * (1 + select.tokenIds.length));
    case 'Dependency':
      return select.dependency.kind === 'Request' ? LIMITS.certificatesPerRequest : 1;
    case 'Decision':
    case 'Id':
      return 1;
  }
}

/** A validator refuses any other limit. */
function withinLimit(limit: number): number {
  return limit >= 1 && limit <= LIMITS.certificatesPerRequest ? limit : 0;
}
