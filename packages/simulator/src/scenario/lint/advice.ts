import { createdBy, usedIn } from '../../world/users/labels.ts';
import { readBy } from '../../world/users/question.ts';
import type { Problem } from '../diagnostic.ts';
import type { Expectations } from '../expectations.ts';
import type { Scenario, WorkloadEntry } from '../scenario.ts';
import { goesBeside } from '../steps/goes-beside.ts';
import { operationsIn } from '../steps/operations-in.ts';
import type { WorkloadStep } from '../steps/step.ts';
import { createdTwice } from './created-twice.ts';
import { feeTokenOf, missingFeeToken } from './fee-token.ts';
import { idleActs } from './idle-acts.ts';
import { idleBursts } from './idle-bursts.ts';
import { idleCrashes } from './idle-crashes.ts';
import { idleFaults } from './idle-faults.ts';
import { idleLinks } from './idle-links.ts';
import { idleManners } from './idle-manners.ts';
import { idleMoments } from './idle-moments.ts';
import { impossibleEnds } from './impossible-ends.ts';
import { lateSteps } from './late-steps.ts';
import { mentionedNames } from './mentions.ts';
import { advice } from './piece-of-advice.ts';

/** Finds what is valid in a scenario but probably not meant. */
export function adviseOn(scenario: Scenario): readonly Problem[] {
  return [
    ...(scenario.description === ''
      ? [advice(['description'], 'there is no description: say in a sentence what it shows')]
      : []),
    ...idlers(scenario),
    ...idleRun(scenario),
    ...scenario.workload.flatMap(emptyEntry),
    ...scenario.workload.flatMap((entry, index) => unsent(entry, index)),
    ...scenario.workload.flatMap((entry, index) => sentToNobody(entry, index)),
    ...scenario.workload.flatMap((entry, index) => awaitedAnyway(entry, index)),
    ...lateSteps(scenario),
    ...impossibleEnds(scenario),
    ...unusedLabels(scenario),
    ...createdTwice(scenario),
    ...undelivered(scenario),
    ...idleLinks(scenario),
    ...lateReturns(scenario),
    ...idleMoments(scenario),
    ...idleFaults(scenario),
    ...idleCrashes(scenario),
    ...idleBursts(scenario),
    ...idleManners(scenario),
    ...missingFeeToken(scenario),
    ...idleActs(scenario),
    ...scenario.byzantine.flatMap(({ acts }, index) =>
      acts.length === 0
        ? [advice(['byzantine', index, 'acts'], 'without acts a node is honest')]
        : [],
    ),
    ...emptyExpectations(scenario),
  ];
}

/**
 * Clients and accounts that nothing names; in a swarm, the draw may still give them something to
 * do.
 */
function idlers(scenario: Scenario): readonly Problem[] {
  if (scenario.swarm !== undefined) return [];
  const named = mentionedNames(scenario);
  const { clients, accounts } = scenario.cluster;
  return [
    ...clients.map(({ name }) => ['clients', name] as const),
    ...accounts.map(({ name }) => ['accounts', name] as const),
  ]
    .filter(([, name]) => !named.has(name))
    .map(([section, name]) =>
      advice(['cluster', section, name], `"${name}" does nothing and is named nowhere`),
    );
}

function idleRun({ workload, changes, byzantine, swarm }: Scenario): readonly Problem[] {
  const isIdle = workload.length + changes.length + byzantine.length === 0 && swarm === undefined;
  return isIdle ? [advice(['workload'], 'nobody does anything, so there is nothing to check')] : [];
}

function emptyEntry({ steps }: WorkloadEntry, index: number): readonly Problem[] {
  return steps.length === 0 ? [advice(['workload', index, 'steps'], 'has no step')] : [];
}

function awaitedAnyway({ steps }: WorkloadEntry, entry: number): readonly Problem[] {
  return steps.flatMap((step, index) => {
    const next = steps[index + 1];
    if (step.op !== 'transaction' || step.await !== false) return [];
    if (next !== undefined && goesBeside(next, step)) return [];
    const why =
      next === undefined
        ? 'no step follows'
        : `the next step, "${opOf(next)}", waits for it anyway`;
    return [advice(['workload', entry, 'steps', index, 'await'], why)];
  });
}

function opOf(step: WorkloadStep): string {
  if (step.op !== 'transaction') return step.op;
  const [first, ...others] = step.operations;
  return first === undefined || others.length > 0 ? 'batch' : first.op;
}

function unsent({ steps }: WorkloadEntry, entry: number): readonly Problem[] {
  const sent = new Set(steps.flatMap((step) => (step.op === 'send' ? [step.transaction] : [])));
  return steps.flatMap((step, index) =>
    step.op === 'sign' && !sent.has(step.as)
      ? [advice(['workload', entry, 'steps', index, 'as'], `nothing sends "${step.as}"`)]
      : [],
  );
}

function sentToNobody({ steps }: WorkloadEntry, entry: number): readonly Problem[] {
  const message = 'the step sends to nobody: name validators, or leave it out';
  return steps.flatMap((step, index) =>
    step.op === 'send' && step.validators.length === 0
      ? [advice(['workload', entry, 'steps', index, 'validators'], message)]
      : [],
  );
}

/** Changes whose certificate is formed and handed to no validator: they never settle. */
function undelivered({ changes }: Scenario): readonly Problem[] {
  const message =
    'the change never comes: its certificate goes to nobody; name validators, or leave it out';
  return changes.flatMap(({ deliver }, index) =>
    deliver?.length === 0 ? [advice(['changes', index, 'deliver'], message)] : [],
  );
}

/** Labels of created things that no step uses, no fee is paid in and no expectation names. */
function unusedLabels(scenario: Scenario): readonly Problem[] {
  const { workload, expect, swarm } = scenario;
  // What a seed draws may use everything.
  if (swarm !== undefined) return [];
  const used = new Set([
    ...workload.flatMap(({ steps }) => steps.flatMap(labelsIn)),
    ...[feeTokenOf(scenario) ?? []].flat(),
    ...expect.tokens.map(({ token }) => token),
    ...expect.jobs.map(({ job }) => job),
  ]);
  return workload.flatMap(({ steps }, entry) =>
    steps.flatMap((step, index) => {
      const created = operationsIn(step).flatMap((operation) => createdBy(operation) ?? []);
      return created
        .filter(({ name }) => !used.has(name))
        .map(({ kind, name }) =>
          advice(['workload', entry, 'steps', index], `nothing uses the ${kind} "${name}"`),
        );
    }),
  );
}

function labelsIn(step: WorkloadStep): readonly string[] {
  if (step.op === 'read') return readBy(step).map(({ name }) => name);
  return step.op === 'transaction' ? usedIn(step).map(({ name }) => name) : [];
}

/** Nodes that would restart only after the end of the run. */
function lateReturns({ faults, limits, phases, swarm }: Scenario): readonly Problem[] {
  // The end of a chaos, stated or drawn, brings nodes back.
  if (phases !== undefined || swarm !== undefined) return [];
  return faults.flatMap((fault, index) => {
    const { moment } = fault;
    if (!('restartAfter' in fault) || fault.restartAfter === undefined) return [];
    if (moment.kind !== 'time' || moment.at + fault.restartAfter < limits.simTime) return [];
    const message = 'the node is not back before limits.simTime, at which the run ends';
    return [advice(['faults', index, 'restartAfter'], message)];
  });
}

/** Expectations whose failure nobody would notice. */
function emptyExpectations(scenario: Scenario): readonly Problem[] {
  const { expect, workload, swarm, provenance } = scenario;
  const tokens = expect.tokens
    .filter(({ supply, holders }) => supply === undefined && holders.length === 0)
    .map(({ token }) =>
      advice(['expect', 'tokens', token], `expects nothing of the token "${token}"`),
    );
  // A drawn scenario has no expectation except its verdict.
  const isDrawn = swarm !== undefined || provenance !== undefined;
  if (isDrawn || hasContent(expect) || workload.some(saysHowItEnds)) return tokens;
  return [
    ...tokens,
    advice(['expect'], 'there is no expectation, so that only an invariant can fail it'),
  ];
}

function saysHowItEnds({ steps }: WorkloadEntry): boolean {
  return steps.some(
    (step) => step.op === 'transaction' && (step.outcome !== undefined || step.code !== undefined),
  );
}

function hasContent({ verdict, ...rest }: Expectations): boolean {
  if (verdict !== 'pass') return true;
  return Object.values(rest).some((part) =>
    Array.isArray(part) ? part.length > 0 : part !== undefined,
  );
}
