import type { GetPending, Query } from '@quorate/core';
import {
  type Address,
  type EscrowJobId,
  type EscrowRole,
  type EscrowStatus,
  LIMITS,
  type StateKey,
  type TokenId,
} from '@quorate/protocol';
import { rawBytes32 } from '../../scenario/raw-values.ts';
import type { ReadStep } from '../../scenario/steps/step.ts';
import type { Label, Labels } from './labels.ts';

/** What a reader asks, without the request id, and a description for people. */
export interface Question {
  readonly query: Unnamed<Query | GetPending>;
  readonly words: string;
}

type Unnamed<Q> = Q extends Query | GetPending ? Omit<Q, 'requestId'> : never;

/** The meaning of the names in a reading step. */
interface Meaning {
  readonly labels: Pick<Labels, 'idOf' | 'lastOf'>;
  readonly account: { readonly name: string; readonly address: Address };
}

/** Lists the labels that must exist before they can be read. */
export function readBy(step: ReadStep): readonly Label[] {
  const labels = labelsIn(step);
  return labels.length === 0 ? (step.balances ?? []).map(tokenLabel) : labels;
}

function labelsIn({ token, andTokens = [], job, andJobs = [] }: ReadStep): readonly Label[] {
  if (token !== undefined) return [token, ...andTokens].map(tokenLabel);
  return job === undefined ? [] : [job, ...andJobs].map((name) => ({ kind: 'job', name }));
}

function tokenLabel(name: string): Label {
  return { kind: 'token', name };
}

/**
 * Gives the question of a step; undefined when it asks for the last transaction of an account that
 * has none.
 */
export function questionOf(step: ReadStep, meaning: Meaning): Question | undefined {
  const [label, ...others] = labelsIn(step);
  if (label !== undefined) return ofLabels(step, [label, ...others], meaning);
  return step.certificate === undefined ? ofAccount(step, meaning) : ofLast(meaning);
}

function ofLabels(
  { certificate }: ReadStep,
  all: readonly [Label, ...Label[]],
  { labels }: Meaning,
): Question {
  const [label] = all;
  const { kind, name } = label;
  const id = labels.idOf(label);
  switch (certificate) {
    case 'creation': {
      const dependency = { kind: kind === 'token' ? 'Token' : 'EscrowJob', id } as const;
      const words = `the certificate that created the ${kind} ${name}`;
      return certificates({ by: 'Dependency', dependency }, words);
    }
    case 'decision': {
      const jobId = id as EscrowJobId;
      return certificates(
        { by: 'Decision', jobId },
        `the certificate that decided the job ${name}`,
      );
    }
    default:
      return ofRecords(kind, all, labels);
  }
}

function ofRecords(
  kind: Label['kind'],
  all: readonly Label[],
  labels: Meaning['labels'],
): Question {
  const idsOf = <Id extends string>() => all.map((label) => labels.idOf(label) as Id);
  const query =
    kind === 'token'
      ? ({ type: 'GetTokenInfo', tokenIds: idsOf<TokenId>() } as const)
      : ({ type: 'GetEscrowJobs', select: { by: 'Id', jobIds: idsOf<EscrowJobId>() } } as const);
  const names = all.map(({ name }) => name).join(' and ');
  return { query, words: `the ${kind}${all.length === 1 ? '' : 's'} ${names}` };
}

function ofAccount(step: ReadStep, meaning: Meaning): Question {
  const { name, address } = meaning.account;
  const { certificates: fromNonce, limit = LIMITS.certificatesPerRequest } = step;
  if (step.incomplete === true) {
    return { query: { type: 'GetPending', address }, words: `what of ${name} lacks signatures` };
  }
  if (step.jobs !== undefined) return ofParty(step.jobs, step.status, { name, address });
  if (fromNonce !== undefined) {
    const select = { by: 'Sender', sender: address, fromNonce, limit } as const;
    return certificates(select, `certificates of ${name} from nonce ${fromNonce} on`);
  }
  return ofLists(step, meaning);
}

function ofLists({ balances, cells }: ReadStep, { account, labels }: Meaning): Question {
  const { name, address } = account;
  const tokenBalances = filterOf<TokenId>(
    balances?.map((token) => labels.idOf(tokenLabel(token)) as TokenId),
  );
  const stateKeys = filterOf<StateKey>(cells?.map((key) => key as StateKey));
  const query = { type: 'GetAccountInfo', address, tokenBalances, stateKeys } as const;
  const parts = [partOf('tokens', balances), partOf('cells', cells?.map(rawBytes32))];
  return { query, words: [name, ...parts.flat()].join(', ') };
}

function partOf(what: string, names: readonly string[] | undefined): readonly string[] {
  if (names === undefined) return [];
  return [names.length === 0 ? `no ${what}` : `of ${what} ${names.join(' and ')}`];
}

// The filter has a word for an empty list: a list of no ids would be another question.
function filterOf<Id>(ids: readonly Id[] | undefined): 'all' | 'none' | readonly Id[] {
  if (ids === undefined) return 'all';
  return ids.length === 0 ? 'none' : ids;
}

function ofParty(
  role: EscrowRole,
  status: EscrowStatus | undefined,
  { name, address: party }: Meaning['account'],
): Question {
  const select = { by: 'Party', role, party, ...(status === undefined ? {} : { status }) } as const;
  const which = status === undefined ? '' : `${status.toLowerCase()} `;
  const words = `the ${which}jobs of ${name} as ${role}`;
  return { query: { type: 'GetEscrowJobs', select }, words };
}

function ofLast({ labels, account: { name, address } }: Meaning): Question | undefined {
  const transactionId = labels.lastOf(address);
  if (transactionId === undefined) return undefined;
  return certificates({ by: 'Id', transactionId }, `the last certificate of ${name}`);
}

function certificates(
  select: Extract<Query, { type: 'GetCertificates' }>['select'],
  words: string,
): Question {
  return { query: { type: 'GetCertificates', select }, words };
}
