import type { RunResult } from '@quorate/simulator';
import type { JudgedRun } from '../runs/judge.ts';
import { groupByDigest } from './settled-state.ts';
import type { ReportStyle } from './verdict-line.ts';
import { renderVerdictLine } from './verdict-line.ts';
import { about, short } from './words.ts';

const MAX_CERTIFICATES = 4;
const MAX_NEVER_CAME = 4;

/** One line under a verdict: its subject, and what happened to that. */
export interface Note {
  readonly subject: string;
  readonly text: string;
}

/** Reports one of several runs: its verdict, who paid whom, who signed, and who agrees. */
export function renderBlock(run: JudgedRun, style: ReportStyle): string {
  const { result } = run;
  const notes = [
    ...certificateNotes(result),
    ...accountNotes(result),
    ...faultNotes(result),
    ...orderNotes(result),
    ...stateNotes(result),
  ];
  const width = Math.max(...notes.map(({ subject }) => subject.length));
  const lines = notes.map(({ subject, text }) => {
    const aligned = text === '' ? subject : `${subject.padEnd(width)}  ${style.colors.dim(text)}`;
    return `      ${aligned}\n`;
  });
  return `${renderVerdictLine(run, style)}${lines.join('')}`;
}

function certificateNotes({ certificates }: RunResult): readonly Note[] {
  const notes = certificates.slice(0, MAX_CERTIFICATES).map((certificate) => ({
    subject: certificate.summary,
    text: `signed by ${certificate.signers.join(' ')}, ${finality(certificate)}`,
  }));
  return [...notes, ...further(certificates.length - notes.length)];
}

/** Says how long a client waited from its signature until a quorum had settled the certificate. */
export function finality({ signedAt, finalAt }: RunResult['certificates'][number]): string {
  return finalAt === undefined ? 'not final' : `final after ${about(finalAt - signedAt)}`;
}

/** Names the clients for whom not all ended well, and says how it did. */
export function accountNotes({ accounts }: RunResult): readonly Note[] {
  return accounts
    .filter(({ outcome }) => outcome !== undefined && outcome !== 'final')
    .map(({ client, outcome = '', nextNonce }) => ({
      subject: client,
      text: `${outcome.replaceAll('-', ' ')}, nonce ${nextNonce}`,
    }));
}

// A fault that changed nothing tests nothing, and its author should know.
function faultNotes({ faults }: RunResult): readonly Note[] {
  return faults
    .filter(({ at }) => at === undefined)
    .map(({ id, kind }) => ({ subject: `${kind} ${id}`, text: 'never took effect' }));
}

/**
 * Names the events of a stated order that never came, for what is misspelt never comes, either; and
 * other random draws that never counted, because the run was over before.
 */
export function orderNotes({ neverCame, reseeded }: RunResult): readonly Note[] {
  const notes = neverCame
    .slice(0, MAX_NEVER_CAME)
    .map((place) => ({ subject: `network.order[${place}]`, text: 'never came' }));
  const idle = reseeded === false ? [{ subject: 'reseed', text: 'never came' }] : [];
  return [...notes, ...further(neverCame.length - notes.length), ...idle];
}

function further(rest: number): readonly Note[] {
  return rest > 0 ? [{ subject: `and ${rest} more`, text: '' }] : [];
}

function stateNotes(result: RunResult): readonly Note[] {
  const groups = groupByDigest(result);
  return groups.map(({ digest, names }) => ({
    subject: `state ${short(digest)}`,
    text: `${groups.length === 1 && names.length > 1 ? 'equal ' : ''}on ${names.join(' ')}`,
  }));
}
