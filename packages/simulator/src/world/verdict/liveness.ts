import {
  type ClientState,
  type Ledger,
  lackOf,
  nodeNamesOf,
  type ValidatorState,
} from '@quorate/core';
import { factsOf } from '@quorate/protocol';
import { roleUses } from '../../oracles/model/token-roles.ts';
import { INVARIANTS, type InvariantName } from '../../oracles/statements/statements.ts';
import type { OperationReport, OracleReport, Violation } from '../../run-result.ts';
import type { TransactionStep } from '../../scenario/steps/step.ts';
import { isUp } from '../is-up.ts';
import { ownerOf } from '../links.ts';
import { createdBy, isSameLabel, type Label } from '../users/labels.ts';
import { proxiesOf } from '../users/proxy-of.ts';
import type { Workload } from '../users/workload.ts';
import type { World } from '../world.ts';
import { equivocates } from './accounts.ts';
import { type EndedRun, endsTooEarly, isCalm } from './calm.ts';
import { cutShort } from './cut-short.ts';
import { hangingChanges } from './hanging-changes.ts';
import { isHarmless } from './harmless.ts';
import type { Ending, Judged } from './judgement.ts';
import { leftLocked, sharedAmong } from './left-locked.ts';
import { quorumIsInTime } from './reachable.ts';
import { PATIENCE, tookTooLong } from './took-too-long.ts';
import { unfinishedChanges } from './unfinished-changes.ts';
import { wholeFrom } from './whole-from.ts';

/**
 * Reports what had to happen and did not: answers, settlements and unlocked accounts
 * (`liveness-honest`, `no-honest-lock`); the same beside a client that equivocated
 * (`equivocator-harms-self`); and committee changes that did not complete (`change-completes`).
 *
 * Something counts as a violation only if it could not have been otherwise: only honest clients
 * count whose proxy is honest and up, and only if a quorum can be reached.
 */
export function livenessReports(run: EndedRun): readonly OracleReport[] {
  const honest = run.world.workloads.filter((workload) => isHonest(run, workload));
  const isEquivocated = equivocators(run.world).length > 0;
  const operations = honest.reduce((sum, workload) => sum + workload.operations().length, 0);
  const failures = honest.flatMap((workload) => failuresOf(run, workload));
  return [
    report(run, {
      name: 'liveness-honest',
      checks: operations,
      failures: [...endless(run), ...failures],
    }),
    report(run, {
      name: 'no-honest-lock',
      ...both(honestLocks(run, honest), leftLocked(run, honest)),
    }),
    report(run, {
      name: 'change-completes',
      ...both(unfinishedChanges(run), hangingChanges(run)),
    }),
    report(run, {
      name: 'equivocator-harms-self',
      checks: isEquivocated ? operations : 0,
      failures: isEquivocated
        ? failures.map(({ message, facts }) => ({
            message: `${message}, while ${equivocators(run.world).join(' and ')} equivocates`,
            facts,
          }))
        : [],
    }),
  ];
}

/** What had to happen and did not, with what is known of why. */
type Failure = Pick<Violation, 'message' | 'facts'>;

/** What an oracle has checked, and what it has found. */
interface Checked {
  readonly checks: number;
  readonly failures: readonly Failure[];
}

const bare = (message: string): Failure => ({ message, facts: {} });

function both(one: Judged, other: Judged): Checked {
  return {
    checks: one.checks + other.checks,
    failures: [...one.messages, ...other.messages].map(bare),
  };
}

// Members that sign different transactions for one nonce of their account act like an equivocator.
function isHonest(run: EndedRun, workload: Workload): boolean {
  const { isCorrect, overtaken } = run.world;
  const { client } = workload;
  const isLoyal = (isCorrect(client) || isHarmless(run.scenario, client)) && !overtaken.has(client);
  return isLoyal && !equivocates(workload) && !workload.isAtOdds();
}

function equivocators({ workloads, byzantineClients }: World): readonly string[] {
  const acting = [...workloads, ...byzantineClients].filter(equivocates);
  return [...new Set(acting.map(({ client }) => client))];
}

function endless({ world, ending, scenario: { limits } }: EndedRun): readonly Failure[] {
  const isOurs = ending === 'events' && !world.unrest.isByLiars();
  return isOurs ? [bare(`no end after ${limits.events} events`)] : [];
}

function failuresOf(run: EndedRun, workload: Workload): readonly Failure[] {
  if (!isServed(run, workload)) return [];
  if (!workload.isDone()) {
    const isExcused = endsTooEarly(run) || isLockedOut(workload) || waitsInVain(run, workload);
    return isExcused ? [] : [bare(waiting(workload, run.ending))];
  }
  if (!mustSettle(run, workload)) return [];
  return run.scenario.phases === undefined
    ? owedTo(workload).filter(isUnsettled).map(neverSettled)
    : unsettledAtLast(run, workload);
}

/**
 * Tells whether a client waits for something that only other clients can create, of whom nothing
 * can be expected, or of whom too few can sign for the account that is to create it.
 */
function waitsInVain(
  run: EndedRun,
  { client: waiter, waitsFor }: Workload,
  others: readonly string[] = [],
): boolean {
  const { accounts } = run.scenario.cluster;
  const quorumOf = (account: string | undefined) =>
    accounts.find(({ name }) => name === account)?.quorum ?? 1;
  return waitsFor().some((label) => {
    const able = creatorsOf(run, label).filter(
      ({ client }) => !isHopeless(run, client, [...others, waiter]),
    );
    return able.every(
      ({ from }) => able.filter((each) => each.from === from).length < quorumOf(from),
    );
  });
}

function creatorsOf({ scenario }: EndedRun, label: Label) {
  return scenario.workload.flatMap(({ client, steps }) =>
    steps.flatMap((step) =>
      step.op === 'transaction' && creates(step, label) ? [{ client, from: step.from }] : [],
    ),
  );
}

/** Tells whether nothing can be expected of a client for which others wait. */
function isHopeless(run: EndedRun, client: string, waiting: readonly string[]): boolean {
  const creator = run.world.workloads.find((workload) => workload.client === client);
  if (creator === undefined || !isHonest(run, creator)) return true;
  if (!isServed(run, creator) || isLockedOut(creator)) return true;
  // Clients that wait for each other have only themselves to blame.
  return !waiting.includes(client) && waitsInVain(run, creator, waiting);
}

function creates({ operations }: TransactionStep, label: Label): boolean {
  return operations
    .flatMap((step) => createdBy(step) ?? [])
    .some((each) => isSameLabel(each, label));
}

function waiting({ client, waitsFor }: Workload, ending: Ending): string {
  const [label] = waitsFor();
  if (label !== undefined) {
    return `${client} waits for the ${label.kind} ${label.name}, which nobody has created`;
  }
  return ending === 'rest'
    ? `${client} waits for an answer that cannot come`
    : `${client} has no answer at the limit`;
}

// What a client was told during the chaos may be out of date at the end; then it counts that
// nothing is left open. A transaction that began later had a network without faults.
function unsettledAtLast({ world, scenario }: EndedRun, workload: Workload): readonly Failure[] {
  const { client } = workload;
  const owed = owedTo(workload);
  const late = owed.filter(({ startedAt }) => startedAt >= wholeFrom(scenario));
  const state = world.clients.find(({ name }) => name === client)?.state();
  const isOpen = hasNotHeard(state) && !isLockedOut(workload);
  return [
    ...(isOpen ? [bare(`${client} never heard what became of its last transaction`)] : []),
    ...late.filter(isUnsettled).map(neverSettled),
    ...tookTooLong(owed, scenario).map(bare),
  ];
}

// A client that was told that signatures are lacking knows the outcome, and nobody has to provide
// them (rule P9).
function hasNotHeard({ inFlight }: Partial<ClientState> = {}): boolean {
  if (inFlight === undefined) return false;
  return !inFlight.isResting || lackOf(inFlight.envelope) === undefined;
}

// A mint that some validators had signed before its sender was removed can never settle, and its
// client was told so. Nor can later transactions of that account (rule D5).
function isLockedOut(workload: Workload): boolean {
  return owedTo(workload).length < workload.operations().length;
}

function owedTo({ operations }: Workload): readonly OperationReport[] {
  const done = operations();
  const locked = done.findIndex(({ outcome }) => outcome === 'locked-by-mint-removal');
  return locked < 0 ? done : done.slice(0, locked);
}

// A refusal says what is wrong with a transaction; the report of an unreachable quorum does not.
function isUnsettled({ outcome, reason }: OperationReport): boolean {
  return outcome === 'unknown' || reason === 'QuorumUnreachable';
}

function neverSettled({ client, summary, reason, unreached }: OperationReport): Failure {
  const { refusals = [], silent = [] } = unreached ?? {};
  return {
    message: `${client} ${summary}: never settled (${reason})`,
    facts: {
      ...(refusals.length > 0 && { refusals: refusals.join('; ') }),
      ...(silent.length > 0 && { silent: silent.join(' ') }),
    },
  };
}

/**
 * Tells whether a client is up, with all its seats, and so is every proxy that it needs. Then it is
 * owed an answer, even if only a refusal.
 */
function isServed({ world, scenario }: EndedRun, { client }: Workload): boolean {
  const needed = proxiesOf(scenario, client);
  const proxies = world.proxies.filter(({ name }) => needed.includes(name));
  const own = world.clients.filter(({ name }) => ownerOf(name) === client);
  return (
    [...proxies, ...own].every((node) => isUp(world, node)) &&
    proxies.every(({ name }) => world.isCorrect(name))
  );
}

/**
 * Tells whether a client's transactions had to settle: at most f validators were faulty and the
 * network was up, and not slower than nodes wait, at least after the chaos.
 *
 * A run without phases has no time from which all faults are known to be over. So it must never
 * have had any.
 */
function mustSettle(run: EndedRun, { client }: Workload): boolean {
  const { world, scenario } = run;
  const proxies = proxiesOf(scenario, client);
  if (endsTooEarly(run) || awaitsAge(scenario, client)) return false;
  if (!proxies.every((proxy) => quorumIsInTime(world, client, proxy))) return false;
  return scenario.phases !== undefined || isCalm(run, [client, ...proxies]);
}

// Rule C2: a request has to wait until the epoch is old enough, and its sender's next transactions
// wait with it. If that takes more than half of the time in which everything is owed, an attempt
// that comes after it may end too late.
function awaitsAge({ cluster, workload }: EndedRun['scenario'], client: string): boolean {
  if (cluster.requestAge * 2n <= PATIENCE) return false;
  return workload.some(
    (own) =>
      own.client === client &&
      own.steps.some((step) => step.op === 'transaction' && step.operations.some(isRequest)),
  );
}

function isRequest({ op }: TransactionStep['operations'][number]): boolean {
  return op === 'join-committee' || op === 'leave-committee';
}

function honestLocks(run: EndedRun, honest: readonly Workload[]): Judged {
  const { world, retrospect } = run;
  const names = quietAccounts(run, honest);
  // A lock at a validator that no longer signs blocks nobody.
  const seats = new Set(nodeNamesOf(world.committees.running().members));
  const members = retrospect.validators.filter(({ name }) => seats.has(name));
  const messages = names.flatMap((account) =>
    members.flatMap(({ name, delivered }) =>
      isStuck(world, account, delivered)
        ? [`${name} holds a lock on the account of ${account}`]
        : [],
    ),
  );
  return { checks: names.length * members.length, messages };
}

/**
 * Lists the accounts of honest clients, their own and shared ones, for which nobody acts any more.
 */
function quietAccounts(run: EndedRun, honest: readonly Workload[]): readonly string[] {
  const { world } = run;
  const quiet = new Set(
    honest
      .filter((workload) => workload.isDone() && workload.operations().length > 0)
      .filter((workload) => isServed(run, workload) && mustSettle(run, workload))
      .map(({ client }) => client),
  );
  const unchanging = sharedAmong(run, quiet).filter(({ name }) => !changesCommittee(world, name));
  return [...quiet, ...(quiet.size === 0 ? [] : unchanging.map(({ name }) => name))];
}

// Clients that operate all validators of a committee may share an account that is also the
// committee account.
function changesCommittee({ registrar, parties }: World, account: string): boolean {
  const { address } = parties.signer(account);
  return registrar
    .handedIn()
    .some(({ envelope }) => factsOf(envelope.transaction).transaction.sender === address);
}

function isStuck({ parties }: World, client: string, { ledger }: ValidatorState): boolean {
  const lock = ledger.account.get(parties.signer(client).address)?.lock;
  if (lock === undefined) return false;
  const held = lock.kind === 'pending' ? [lock.envelope] : lock.envelopes;
  return !held.some(({ transaction }) => mintsNoMore(factsOf(transaction), ledger));
}

// The one exception (rule D5): the sender may have been removed from the minters before the mint
// was certified.
function mintsNoMore(facts: Parameters<typeof roleUses>[0], ledger: Ledger): boolean {
  return roleUses(facts, ledger).some(
    ({ operation, roles }) =>
      operation.kind === 'Mint' && !roles?.mints.has(facts.transaction.sender),
  );
}

function report(
  run: EndedRun,
  { name, checks, failures }: Checked & { readonly name: InvariantName },
): OracleReport {
  const { world, ending } = run;
  // A run stops as soon as a node breaks, and then nothing is overdue yet.
  if (ending === 'failure') return { name, checks: 0, violations: [] };
  const at = world.clock.now() - world.start;
  const common = { ending, ...cutShort(run) };
  const mustHold = INVARIANTS[name].holds;
  return {
    name,
    // A run without an end, or a client that began nothing, was checked even without any operation.
    checks: Math.max(checks, failures.length),
    violations: failures.map(
      ({ message, facts }): Violation => ({
        ...{ oracle: name, kind: 'liveness', mustHold, at, message },
        facts: { ...common, ...facts },
      }),
    ),
  };
}
