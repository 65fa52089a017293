import { counted } from '@quorate/protocol';
import type { RunResult } from '@quorate/simulator';
import type { Colors } from '../output/terminal.ts';
import type { JudgedRun } from '../runs/judge.ts';
import { finality, type Note, orderNotes } from './block.ts';
import { renderWrappedPairs } from './pairs.ts';
import { renderTitle, section } from './section.ts';
import { renderTable } from './table.ts';
import type { ReportStyle } from './verdict-line.ts';
import { renderVerdictLine } from './verdict-line.ts';
import { about, short, whyText } from './words.ts';

/** Reports one run in full: what happened, who holds what, what was checked, and the verdict. */
export function renderReport(run: JudgedRun, style: ReportStyle): string {
  const { result } = run;
  const { colors } = style;
  const sections = [
    renderHead(result, colors),
    section('Certificates', result.certificates.map(renderCertificate).join(''), colors),
    section('Not final', result.operations.map(renderUnfinished).join(''), colors),
    renderState(result, colors),
    section('Faults', renderFaults(result, colors), colors),
    section('Order', orderNotes(result).map(renderNote).join(''), colors),
    section('Invariants', renderOracles(result, colors), colors),
    section('Situations', renderSituations(result, colors), colors),
    section('Costs', renderCosts(result), colors),
  ];
  return `${sections.join('')}${renderVerdictLine(run, style)}`;
}

/** Shows who holds what, and the state of the validators. */
export function renderState(result: RunResult, colors: Colors): string {
  return [
    section('Accounts', renderAccounts(result, colors), colors),
    section('Validators', renderValidators(result, colors), colors),
  ].join('');
}

function renderHead(result: RunResult, colors: Colors): string {
  const { seed, crypto, events, virtualNanos } = result;
  const facts = `seed ${seed}, crypto ${crypto}, ${counted(events, 'event')}, ${about(virtualNanos)} of virtual time`;
  return `${renderTitle(result, colors)}\n${colors.dim(facts)}\n\n`;
}

function renderCertificate(certificate: RunResult['certificates'][number]): string {
  const { summary, nonce, transactionId, signers, signedAt, certifiedAt } = certificate;
  const settled = Object.entries(certificate.settledAt)
    .sort(([, a], [, b]) => Number(a - b))
    .map(([name, at]) => `${name} ${about(at - signedAt)}`);
  return [
    `  ${summary}  (nonce ${nonce}, transaction ${short(transactionId)})\n`,
    `    signed by ${signers.join(' ')}, certified after ${about(certifiedAt - signedAt)}, ${finality(certificate)}\n`,
    `    settled by ${settled.length === 0 ? 'nobody' : settled.join(', ')}\n`,
  ].join('');
}

function renderUnfinished(operation: RunResult['operations'][number]): string {
  const { client, summary, outcome, reason, shortfall } = operation;
  if (outcome === 'final') return '';
  const why = reason === undefined ? '' : `, ${whyText(reason, shortfall)}`;
  return `  ${client}: ${summary}: ${outcome.replaceAll('-', ' ')}${why}\n`;
}

function renderAccounts({ accounts }: RunResult, colors: Colors): string {
  return renderTable(
    [
      { title: 'client', align: 'left' },
      { title: 'balance', align: 'right' },
      { title: 'next nonce', align: 'right' },
      { title: 'lock', align: 'left' },
      { title: 'outcome', align: 'left' },
      { title: 'address', align: 'left' },
    ],
    accounts.map(({ client, balance, nextNonce, lock, outcome = '', address }) => [
      client,
      `${balance}`,
      `${nextNonce}`,
      lock,
      outcome.replaceAll('-', ' '),
      address,
    ]),
    colors,
  );
}

function renderValidators({ validators }: RunResult, colors: Colors): string {
  return renderTable(
    [
      { title: 'name', align: 'left' },
      { title: 'status', align: 'left' },
      { title: 'settled', align: 'right' },
      { title: 'state digest', align: 'left' },
    ],
    validators.map(({ name, status, seat, settled, digest }) => [
      name,
      seat ? status : `${status}, no seat`,
      `${settled}`,
      digest,
    ]),
    colors,
  );
}

function renderFaults({ faults }: RunResult, colors: Colors): string {
  if (faults.length === 0) return '';
  return renderTable(
    [
      { title: 'id', align: 'left' },
      { title: 'kind', align: 'left' },
      { title: 'took effect', align: 'left' },
    ],
    faults.map(({ id, kind, at }) => [id, kind, at === undefined ? 'never' : `at ${about(at)}`]),
    colors,
  );
}

function renderNote({ subject, text }: Note): string {
  return `  ${subject}${text === '' ? '' : `  ${text}`}\n`;
}

function renderSituations({ situations }: RunResult, colors: Colors): string {
  const seen = situations.filter(({ count: times }) => times > 0);
  if (seen.length === 0) return '';
  return renderTable(
    [
      { title: 'name', align: 'left' },
      { title: 'seen', align: 'right' },
    ],
    seen.map(({ name, count: times }) => [name, `${times}`]),
    colors,
  );
}

function renderCosts({ costs }: RunResult): string {
  const { transactions, verifications, signatures, messages, finalityNanos } = costs;
  const slowest = finalityNanos.at(-1);
  if (transactions === 0 || slowest === undefined) return '';
  const each = (total: number) => (total / transactions).toFixed(1);
  // The same median with which the threshold `p50` is compared.
  const median = finalityNanos[Math.ceil(finalityNanos.length / 2) - 1] ?? slowest;
  const times =
    finalityNanos.length === 1 ? about(slowest) : `${about(median)} (median) to ${about(slowest)}`;
  return [
    `  ${counted(transactions, 'transaction')} final, after ${times}\n`,
    `  for each: ${each(signatures)} signatures, ${each(verifications)} verifications, ${each(messages)} messages\n`,
  ].join('');
}

function renderOracles({ oracles }: RunResult, colors: Colors): string {
  const violated = oracles.filter(({ violations }) => violations.length > 0);
  const idle = oracles.filter(({ checks }) => checks === 0).map(({ name }) => name);
  const held = oracles.length - violated.length - idle.length;
  const checks = oracles.reduce((sum, oracle) => sum + oracle.checks, 0);
  return [
    ...violated.map(
      ({ name, violations }) =>
        `  ${colors.red(name)} was violated ${counted(violations.length, 'time')}\n`,
    ),
    `  ${held} of ${oracles.length} held, after ${counted(checks, 'check')}\n`,
    idle.length === 0 ? '' : renderWrappedPairs([['nothing to check for', idle.join(', ')]]),
  ].join('');
}
