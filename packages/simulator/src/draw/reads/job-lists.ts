import type { EscrowRole, EscrowStatus } from '@quorate/protocol';
import type { Line } from '../../arbitraries/plots/scene.ts';
import type { OperationStep } from '../../scenario/steps/step.ts';
import type { Subject } from '../../scenario/steps/subject.ts';

/** A line that moves a job whose parties are known to another status. */
export interface Move {
  readonly index: number;
  /** The client that takes the step. */
  readonly client: string;
  readonly parties: Parties;
  /** The status that the job leaves; undefined if it had none yet. */
  readonly gone: EscrowStatus | undefined;
  /** The status that the job enters. */
  readonly come: EscrowStatus;
}

/** Which jobs of which account are listed. */
export interface Listing {
  readonly role: EscrowRole;
  /**
   * All of them, those in the status that the move brings the job to, or those in the status that
   * the job leaves.
   */
  readonly among: 'all' | 'come' | 'gone';
}

type Parties = Readonly<Record<EscrowRole, string>>;

/** Lists the lines that move jobs whose parties are known. */
export function movesIn(lines: readonly Line[]): readonly Move[] {
  const parties = partiesIn(lines);
  return [...lines.entries()].flatMap(([index, { client, step }]) => {
    if (step.op !== 'transaction') return [];
    return step.operations.flatMap((operation): readonly Move[] => {
      const turn = turnOf(operation);
      const known = turn && parties.get(turn.job);
      if (turn === undefined || known === undefined) return [];
      return [{ index, client, parties: known, gone: turn.gone, come: turn.come }];
    });
  });
}

/** Gives what is read about the account that has this role in a moved job. */
export function jobList(
  { parties, gone, come }: Move,
  { role, among }: Listing,
): { readonly account: string; readonly subject: Subject } {
  const status = { all: undefined, come, gone }[among];
  const subject = { jobs: role, ...(status === undefined ? {} : { status }) };
  return { account: parties[role], subject };
}

function partiesIn(lines: readonly Line[]): ReadonlyMap<string, Parties> {
  const evaluators = new Map<string, string>();
  const parties = new Map<string, Parties>();
  for (const { client, step } of lines) {
    if (step.op !== 'transaction') continue;
    const { from: account = client, operations } = step;
    for (const operation of operations) {
      if (operation.op === 'escrow-terms') evaluators.set(operation.as, account);
      if (operation.op !== 'escrow-job') continue;
      const { as, terms, provider } = operation;
      const evaluator = evaluators.get(terms);
      if (evaluator !== undefined) parties.set(as, { client: account, provider, evaluator });
    }
  }
  return parties;
}

function turnOf(
  operation: OperationStep,
): (Pick<Move, 'gone' | 'come'> & { readonly job: string }) | undefined {
  switch (operation.op) {
    case 'escrow-job':
      return { job: operation.as, gone: undefined, come: 'Funded' };
    case 'escrow-submit':
      return { job: operation.job, gone: 'Funded', come: 'Submitted' };
    case 'escrow-complete':
      return { job: operation.job, gone: 'Submitted', come: 'Completed' };
    case 'escrow-reject':
      return { job: operation.job, gone: 'Funded', come: 'Refunded' };
    default:
      return undefined;
  }
}
