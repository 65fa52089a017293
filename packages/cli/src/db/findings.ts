import type { DataFindings, NodeFindings, ValidatorFindings } from '@quorate/devnet';
import { counted } from '@quorate/protocol';
import type { Terminal } from '../output/terminal.ts';

const DIGEST_SHOWN = 16;

/** Renders what a check found about one node: a line, and one more for everything that is wrong. */
export function renderFindings(
  findings: ValidatorFindings | NodeFindings,
  { colors }: Terminal,
): string {
  const { name, problems } = findings;
  const mark = problems.length === 0 ? colors.green('ok ') : colors.red('BAD');
  const what = 'rows' in findings ? `${counted(findings.rows, 'row')} read` : historyOf(findings);
  return `${mark} ${name}  ${what}\n${problems.map((problem) => `      ${problem}\n`).join('')}`;
}

function historyOf({ certificates, pruned, isReplayed, digest }: ValidatorFindings): string {
  const state = digest === undefined ? '' : `, state ${digest.slice(0, DIGEST_SHOWN)}…`;
  const done = isReplayed ? 'verified and replayed' : 'verified, no replay';
  const gone = pruned === 0 ? '' : `, ${pruned} pruned`;
  return `${counted(certificates, 'certificate')} ${done}${gone}${state}`;
}

/** Renders the verdict of a check; `remedy` says what to do if something is wrong. */
export function renderVerdict(
  { networkId, validators, others, isSound }: DataFindings,
  remedy: string,
  { colors }: Terminal,
): string {
  if (isSound)
    return `${colors.green('SOUND')}  ${networkId}, ${counted(validators.length, 'validator')}\n`;
  const bad = [...validators, ...others]
    .filter(({ problems }) => problems.length > 0)
    .map(({ name }) => name);
  return `${colors.red('DAMAGED')}  ${bad.join(', ')}: ${remedy}\n`;
}
