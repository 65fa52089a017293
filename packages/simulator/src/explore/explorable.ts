import type { ByzantineAct } from '../scenario/byzantine/byzantine.ts';
import type { ClientAct } from '../scenario/byzantine/client-act.ts';
import type { BendingValidatorAct } from '../scenario/byzantine/validator-act.ts';
import { formatPath, type Path } from '../scenario/diagnostic.ts';
import type { Scenario, WorkloadEntry } from '../scenario/scenario.ts';
import { isPlain } from '../scenario/steps/manner.ts';
import type { TransactionStep, WorkloadStep } from '../scenario/steps/step.ts';
import { isWrittenByHand } from '../world/users/intents.ts';
import { createdBy, usedIn } from '../world/users/labels.ts';

/** One part of a scenario that cannot be explored, and what to do about it. */
export interface ExploreProblem {
  /** The path of the part in the scenario, such as `byzantine[0].acts[1]`. */
  readonly path: string;
  readonly message: string;
}

/** Thrown for a scenario that cannot be explored; `problems` lists every part that cannot. */
export class ExploreError extends Error {
  override readonly name = 'ExploreError';
  readonly code = 'NotExplorable';
  readonly problems: readonly ExploreProblem[];

  constructor(problems: readonly ExploreProblem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
    this.problems = problems;
  }
}

/** An act of a validator that keeps no memory of what it did, so that its node is a function. */
export type ExploredAct = Extract<BendingValidatorAct, { readonly act: keyof typeof EXPLORED }>;

/** The acts that can be explored. */
const EXPLORED = {
  'double-sign': true,
  'sign-invalid': true,
  collude: true,
  withhold: true,
  forge: true,
  'duplicate-signer': true,
  'wrong-name': true,
  lie: true,
  'ack-without-apply': true,
  'selective-service': true,
  'false-records': true,
  refuse: true,
} as const;

/** Tells whether an act of a validator can be explored. */
export function isExploredAct(act: ByzantineAct): act is ExploredAct {
  return Object.hasOwn(EXPLORED, act.act);
}

/** The acts of clients that can be explored. */
const CLIENT_EXPLORED = {
  equivocate: true,
  'nonce-abuse': true,
  'bad-encoding': true,
  'incomplete-certificate': true,
  inadmissible: true,
} as const;

/** Tells whether an act of a client can be explored. */
function isExploredClientAct(act: ByzantineAct): act is ClientAct {
  return Object.hasOwn(CLIENT_EXPLORED, act.act);
}

/**
 * Checks that a whole scenario can be explored: that each node is a function of its state and of
 * its inputs, and that nothing waits for a time.
 *
 * @throws ExploreError with every part that cannot be explored
 */
export function checkExplorable(scenario: Scenario): void {
  const problems = [
    ...wholeProblems(scenario),
    ...scenario.byzantine.flatMap(({ node, acts }, index) =>
      acts.flatMap((act, place) =>
        actProblems({ act, node, scenario }, ['byzantine', index, 'acts', place]),
      ),
    ),
    ...scenario.workload.flatMap((entry, index) => entryProblems(entry, ['workload', index])),
  ];
  if (problems.length > 0) throw new ExploreError(problems);
}

function problem(path: Path, message: string): ExploreProblem {
  return { path: formatPath(path), message };
}

function wholeProblems({ swarm, changes, faults, cluster }: Scenario): readonly ExploreProblem[] {
  return [
    ...(swarm === undefined
      ? []
      : [problem(['swarm'], 'is drawn by a seed; explore what `quorate scenario expand` prints')]),
    ...(changes.length === 0
      ? []
      : [problem(['changes'], 'the committee stays in an exploration; leave them out')]),
    ...(faults.length === 0
      ? []
      : [
          problem(
            ['faults'],
            'strike at a time; leave them out, and say with --drops and --crashes how often what goes wrong',
          ),
        ]),
    ...(cluster.prune === undefined
      ? []
      : [problem(['cluster', 'prune'], 'goes by the age of certificates; leave it out')]),
    ...(cluster.fees?.token === undefined
      ? []
      : [problem(['cluster', 'fees', 'token'], 'is created under a label; leave it out')]),
  ];
}

interface PlacedAct {
  readonly act: ByzantineAct;
  readonly node: string;
  readonly scenario: Scenario;
}

function actProblems({ act, node, scenario }: PlacedAct, path: Path): readonly ExploreProblem[] {
  const name = [...path, 'act'];
  if (isExploredAct(act)) {
    return [
      ...(act.times === undefined
        ? []
        : [problem([...path, 'times'], 'what is explored is done always; leave it out')]),
      ...(act.for === undefined
        ? []
        : [problem([...path, 'for'], 'what is explored is done always; leave it out')]),
      ...(act.moment === undefined
        ? []
        : [problem(path, 'has a moment, and what is explored is done always; leave it out')]),
      ...(act.act === 'lie' && act.about === 'pending'
        ? [problem([...path, 'about'], 'pending goes by what it has heard before; leave it out')]
        : []),
    ];
  }
  if (isExploredClientAct(act)) {
    const isStated = act.act === 'equivocate' && act.nonce !== undefined;
    if (isStated || !pays(scenario, node)) return [];
    return [
      problem(path, `which nonce is next depends on what ${node} pays besides; ${SAY_NONCE}`),
    ];
  }
  const known = [...Object.keys(EXPLORED), ...Object.keys(CLIENT_EXPLORED)].join(', ');
  return [problem(name, `${act.act} is not explored; leave it out, or say one of ${known}`)];
}

function pays({ workload }: Scenario, name: string): boolean {
  return workload.some(
    ({ client, steps }) => client === name && steps.some(({ op }) => op === 'transaction'),
  );
}

const SAY_NONCE = 'say the nonce of an equivocate, and leave any other act out';

function entryProblems({ steps }: WorkloadEntry, path: Path): readonly ExploreProblem[] {
  let mayHaveSent = false;
  return steps.flatMap((step, index) => {
    const here = [...path, 'steps', index];
    const found = stepProblem(step, mayHaveSent);
    mayHaveSent ||= step.op === 'transaction';
    return found === undefined ? [] : [problem(here, found)];
  });
}

function stepProblem(step: WorkloadStep, mayHaveSent: boolean): string | undefined {
  switch (step.op) {
    case 'read':
      return 'what is read is not explored; leave it out';
    case 'sign':
      return step.nonce === undefined && mayHaveSent
        ? 'which nonce is next depends on the step before; say its nonce'
        : undefined;
    case 'transaction':
      return transactionProblem(step);
    default:
      return undefined;
  }
}

function transactionProblem(step: TransactionStep): string | undefined {
  if (step.from !== undefined)
    return 'multisig accounts are not explored; leave out steps with "from"';
  if (step.await === false) return 'steps are explored one after the other; leave out await';
  if (!isPlain(step) || step.witnesses === true || step.operations.some(isWrittenByHand)) {
    return 'only what clients write by themselves is explored; leave out how it is written, and claims';
  }
  const isLabelled = usedIn(step).length > 0 || step.operations.some((each) => createdBy(each));
  return isLabelled
    ? 'what has a label is not explored: tokens, terms and jobs; leave it out'
    : undefined;
}
