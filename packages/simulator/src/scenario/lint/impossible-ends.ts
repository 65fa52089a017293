import type { SituationName } from '../../oracles/situations.ts';
import { byzantineNodes } from '../byzantine/byzantine-nodes.ts';
import type { Problem } from '../diagnostic.ts';
import { STOPPING } from '../faults/fault.ts';
import type { Scenario } from '../scenario.ts';
import type { WorkloadStep } from '../steps/step.ts';
import { committeeMayChange, mostChanges } from './committee-may-change.ts';
import { meansRefusal } from './means-refusal.ts';
import { advice } from './piece-of-advice.ts';
import { roleOf } from './role-of.ts';

/** Finds expected ends, of the run and of steps, that no run can reach. */
export function impossibleEnds(scenario: Scenario): readonly Problem[] {
  return [
    ...epochBeyond(scenario),
    ...outcomesOfNothing(scenario),
    ...situationsWithoutCause(scenario),
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

/** Finds outcomes of clients that do nothing; what a Byzantine client does has an outcome, too. */
function outcomesOfNothing(scenario: Scenario): readonly Problem[] {
  const { expect, workload, swarm } = scenario;
  if (swarm !== undefined) return [];
  const busy = new Set([...workload.map(({ client }) => client), ...byzantineNodes(scenario)]);
  return expect.outcomes
    .filter(({ client }) => !busy.has(client))
    .map(({ client }) =>
      advice(
        ['expect', 'outcomes', client],
        `no run gets there: "${client}" does nothing that could end in any way`,
      ),
    );
}

/** The situations that only a change of committee leads to. */
const OF_CHANGES: readonly SituationName[] = [
  'refused-at-epoch-end',
  'merged',
  'change-upon-change',
  'merged-lock',
  'merged-contest',
  'signed-again',
  'settled-across-epochs',
  'late-pushed',
  'restart-between-epochs',
  'request-too-young',
  'former-key-refused',
];

/** The situations that only a validator that goes down leads to. */
const OF_CRASHES: readonly SituationName[] = [
  'crash-between-sign-and-answer',
  'restart-with-lock',
  'restart-between-epochs',
];

/** Finds situations that the run must get into, and whose cause is not there. */
function situationsWithoutCause(scenario: Scenario): readonly Problem[] {
  return scenario.expect.sometimes.flatMap((name, index) => {
    const message = withoutCause(name, scenario);
    return message === undefined
      ? []
      : [advice(['expect', 'sometimes', index], `no run gets there: ${message}`)];
  });
}

function withoutCause(name: SituationName, scenario: Scenario): string | undefined {
  if (OF_CHANGES.includes(name) && !committeeMayChange(scenario)) {
    return `without a change of committee "${name}" never occurs; state "changes"`;
  }
  if (OF_CRASHES.includes(name) && !validatorMayStop(scenario)) {
    return `"${name}" never occurs while all validators stay up; let a fault stop one`;
  }
  return undefined;
}

function validatorMayStop(scenario: Scenario): boolean {
  if (scenario.swarm !== undefined) return true;
  return scenario.faults.some(
    (fault) =>
      STOPPING.includes(fault.kind) &&
      'node' in fault &&
      roleOf(fault.node, scenario) === 'validator',
  );
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
