import type { RunResult } from '@quorate/simulator';
import type { JudgedRun } from '../judge.ts';
import type { Colors } from '../terminal.ts';
import { finality } from './block.ts';
import { renderTable } from './table.ts';
import type { ReportStyle } from './verdict-line.ts';
import { renderVerdictLine } from './verdict-line.ts';
import { about, count, short } from './words.ts';

/** Report one run in full: what happened, who holds what, what was checked, and the verdict. */
export function renderReport(run: JudgedRun, style: ReportStyle): string {
  const { result } = run;
  const { colors } = style;
  const sections = [
    renderHead(result, colors),
    section('Certificates', result.certificates.map(renderCertificate).join(''), colors),
    section('Not final', result.operations.map(renderUnfinished).join(''), colors),
    section('Accounts', renderAccounts(result, colors), colors),
    section('Validators', renderValidators(result, colors), colors),
    section('Invariants', renderOracles(result, colors), colors),
  ];
  return `${sections.join('')}${renderVerdictLine(run, style)}`;
}

function renderHead(result: RunResult, colors: Colors): string {
  const { name, description, seed, crypto, events, virtualNanos } = result;
  const facts = `seed ${seed}, crypto ${crypto}, ${count(events, 'event')}, ${about(virtualNanos)} of virtual time`;
  const title = description === '' ? colors.bold(name) : `${colors.bold(name)}: ${description}`;
  return `${title}\n${colors.dim(facts)}\n\n`;
}

function section(title: string, body: string, colors: Colors): string {
  return body === '' ? '' : `${colors.bold(title)}\n${body}\n`;
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
  const { client, summary, outcome, reason } = operation;
  if (outcome === 'final') return '';
  const why = reason === undefined ? '' : `, ${reason}`;
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
    validators.map(({ name, status, settled, digest }) => [name, status, `${settled}`, digest]),
    colors,
  );
}

function renderOracles({ oracles }: RunResult, colors: Colors): string {
  return renderTable(
    [
      { title: 'name', align: 'left' },
      { title: 'checked', align: 'right' },
      { title: 'violated', align: 'right' },
    ],
    oracles.map(({ name, checks, violations }) => [name, `${checks}`, `${violations.length}`]),
    colors,
  );
}
