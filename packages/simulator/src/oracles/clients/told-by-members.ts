import {
  type Certificates,
  type Committee,
  type GetCertificates,
  nodeNamesOf,
  type Result,
  readableFacts,
} from '@quorate/core';
import { LIMITS, type Rejection } from '@quorate/protocol';
import { faultyMax, quorumSize } from '../../quorums.ts';
import { isAskedFor, isGenuine } from '../following/certificates-told.ts';
import type { OracleContext } from '../oracle.ts';
import { jobsFault, tokensFault } from './agreed-records.ts';
import type { AnsweredReading } from './plain-readings.ts';
import { shownFault } from './shown-certificates.ts';

/** What is known about the validators whose answers are compared. */
export type ToldContext = Pick<OracleContext, 'committees' | 'verifier'>;

/**
 * Says what is wrong with the answer of a proxy, compared with the answers of members of a
 * committee to the same query; undefined if nothing is (rule P7).
 *
 * That it reaches no quorum, a proxy reports of its own accord. It learns from messages which
 * committee is the current one and which of its members serve, so what it should have answered is
 * certain only while there is one committee.
 */
export function toldFault(reading: AnsweredReading, context: ToldContext): string | undefined {
  const { told } = reading;
  if (told.type === 'Rejected' && told.rejection.code === 'QuorumUnreachable') return undefined;
  const all = context.committees.all();
  const faults = all.map((committee) => faultAmong(committee, reading, context));
  return faults.includes(undefined) ? undefined : faults[0];
}

function faultAmong(
  { members }: Committee,
  { query, told, said }: AnsweredReading,
  context: ToldContext,
): string | undefined {
  const names = new Set(nodeNamesOf(members));
  const given = [...said].filter(([name]) => names.has(name));
  const quorum = quorumSize(members.length);
  const needed = faultyMax(members.length) + 1;
  const isWhole = context.committees.all().length === 1;
  if (told.type === 'Rejected') return refusalFault(told.rejection, given, { quorum, needed });
  if (query.type === 'GetTokenInfo') {
    const lists = resultsOf('TokenInfo', given).map(({ tokens }) => tokens);
    if (told.type !== 'TokenInfo') return ANOTHER;
    if (lists.length < quorum) return TOO_FEW;
    return tokensFault({ query, told: told.tokens, said: lists, needed, isWhole });
  }
  if (query.type === 'GetEscrowJobs') {
    const lists = resultsOf('EscrowJobs', given).map(({ jobs }) => jobs);
    if (told.type !== 'EscrowJobs') return ANOTHER;
    if (lists.length < quorum) return TOO_FEW;
    return jobsFault({ query, told: told.jobs, said: lists, needed, isWhole });
  }
  const shown = resultsOf('Certificates', given);
  if (shown.length < quorum) return TOO_FEW;
  if (told.type !== 'Certificates') return ANOTHER;
  const genuine = isWhole ? genuineOf(query.select, given, context) : [];
  return shownFault({ query, told: told.certificates, said: shown, genuine });
}

type Given = readonly (readonly [node: string, result: Result])[];

function resultsOf<T extends Result['type']>(type: T, given: Given) {
  return given.flatMap(([, result]) =>
    result.type === type ? [result as Extract<Result, { readonly type: T }>] : [],
  );
}

// f + 1 members must have said that a query is invalid. Before a certificate is reported as pruned,
// a quorum must have answered, and f + 1 of its members must have said so.
function refusalFault(
  { code }: Rejection,
  given: Given,
  { quorum, needed }: { readonly quorum: number; readonly needed: number },
): string | undefined {
  if (code !== 'CertificatePruned') {
    const alike = resultsOf('Rejected', given).filter(({ rejection }) => rejection.code === code);
    return alike.length >= needed ? undefined : `a refusal, ${code}, that too few have told it`;
  }
  const shown = resultsOf('Certificates', given);
  if (shown.length < quorum) return TOO_FEW;
  const pruning = shown.filter(({ pruned = [] }) => pruned.length > 0);
  return pruning.length >= needed ? undefined : 'that it was pruned, which too few have told it';
}

const TOO_FEW = 'what too few validators have said anything to';
const ANOTHER = 'the answer to another question';

// Liars show genuine certificates too. Only as many certificates of a list count as one request may
// return; a list with a certificate that proves nothing does not count at all.
function genuineOf(select: GetCertificates['select'], given: Given, context: ToldContext) {
  return resultsOf('Certificates', given).flatMap(({ type, certificates }): Certificates[] => {
    const looked = certificates
      .slice(0, LIMITS.certificatesPerRequest)
      .map((certificate) => ({ certificate, facts: readableFacts(certificate.envelope) }));
    if (!looked.every(({ certificate, facts }) => isGenuine(certificate, facts, context)))
      return [];
    const owed = looked.filter(({ facts }) => facts !== undefined && isAskedFor(select, facts));
    return [{ type, certificates: owed.map(({ certificate }) => certificate) }];
  });
}
