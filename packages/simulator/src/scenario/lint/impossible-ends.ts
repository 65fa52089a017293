import type { Problem } from '../diagnostic.ts';
import type { Scenario } from '../scenario.ts';
import type { WorkloadStep } from '../step.ts';
import { mostChanges } from './committee-may-change.ts';
import { meansRefusal } from './means-refusal.ts';
import { advice } from './piece-of-advice.ts';

/** Finds expected ends, of the run and of steps, that no run can reach. */
export function impossibleEnds(scenario: Scenario): readonly Problem[] {
  return [
    ...epochBeyond(scenario),
    ...scenario.workload.flatMap(({ client, steps }, entry) =>
      steps.flatMap((step, index) =>
        endsOf(step, client, scenario).map(([key, message]) =>
          advice(['workload', entry, 'steps', index, key], message),
        ),
      ),
    ),
  ];
}

function epochBeyond(scenario: Scenario): readonly Problem[] {
  const { epoch = 0 } = scenario.expect;
  const most = mostChanges(scenario);
  if (epoch <= most) return [];
  const reached =
    most === 0 ? 'the committee stays, in epoch 0' : `"changes" lead no further than epoch ${most}`;
  return [advice(['expect', 'epoch'], `no run gets there: ${reached}`)];
}

/** A transaction behind one that lacks signatures also ends as incomplete, with this code. */
const BEHIND_INCOMPLETE = 'PreviousTransactionMustBeConfirmedFirst';

const OPEN = `what is incomplete is not refused, and has no code but ${BEHIND_INCOMPLETE}`;

function endsOf(
  step: WorkloadStep,
  client: string,
  { cluster }: Scenario,
): readonly (readonly [key: string, message: string])[] {
  if (step.op !== 'transaction') return [];
  const { outcome, code } = step;
  const isOpen = outcome === 'incomplete' && code !== undefined && code !== BEHIND_INCOMPLETE;
  const isFinalWithCode = outcome === 'final' && code !== undefined;
  const account = cluster.accounts.find(({ name }) => name === step.from);
  const isForeign = account?.signers.includes(client) === false;
  return [
    ...(isFinalWithCode
      ? [['code', 'what is final is not refused, and has no code'] as const]
      : []),
    ...(isOpen ? [['code', OPEN] as const] : []),
    ...(isForeign && !meansRefusal(step)
      ? [
          [
            'from',
            `"${client}" is not among the signers of "${step.from}", so it is refused`,
          ] as const,
        ]
      : []),
  ];
}
