import { transactionId } from '@quorate/protocol';
import { heldEnvelopes } from '../../oracles/following/held-envelopes.ts';
import type { ValidatorAtRest } from '../../oracles/oracle.ts';
import { quorumSize } from '../../quorums.ts';
import type { ScenarioAccount } from '../../scenario/cluster/cluster.ts';
import { operatorOf } from '../parties.ts';
import type { Workload } from '../users/workload.ts';
import type { World } from '../world.ts';
import type { EndedRun } from './calm.ts';
import { servingAtRest } from './handed-on.ts';
import type { Judged } from './judgement.ts';

/**
 * Finds honest accounts that are locked at the end by a transaction that was answered as final: so
 * many correct serving members hold a lock on it that no quorum of the committee is free
 * (`no-honest-lock`).
 *
 * Nothing is delivered for this check. It is made only if everything answered in any epoch must
 * have reached the committee; see `Retrospect`.
 */
export function leftLocked(run: EndedRun, honest: readonly Workload[]): Judged {
  const { world, retrospect } = run;
  if (retrospect.handedOnSince !== 0) return { checks: 0, messages: [] };
  const { members } = world.committees.running();
  const serving = servingAtRest(run);
  const spare = members.length - quorumSize(members.length);
  const accounts = honestAccounts(run, honest);
  const messages = accounts.flatMap((account) => {
    const holding = serving.filter((validator) => holdsFinal(world, account, validator));
    if (holding.length <= spare) return [];
    const names = holding.map(({ name }) => name).join(' ');
    return [`${account} is locked by what was answered as final: at ${names}`];
  });
  return { checks: accounts.length, messages };
}

/** Lists the accounts of which nobody can act but correct clients that are among these. */
export function sharedAmong(
  { world, scenario }: Pick<EndedRun, 'world' | 'scenario'>,
  clients: ReadonlySet<string>,
): readonly ScenarioAccount[] {
  const acts = (name: string) => world.workloads.some(({ client }) => client === name);
  return scenario.cluster.accounts.filter(({ signers }) =>
    signers.every((name) => world.isCorrect(name) && (clients.has(name) || !acts(name))),
  );
}

/**
 * Lists the accounts of honest clients, their own and shared ones, and of the operators of correct
 * validators.
 */
function honestAccounts(
  { world, scenario }: EndedRun,
  honest: readonly Workload[],
): readonly string[] {
  const { validators, isCorrect, parties } = world;
  const clients = new Set(honest.map(({ client }) => client));
  const shared = sharedAmong({ world, scenario }, clients);
  // A client that operates a validator is judged as a client.
  const isOperated = (name: string) =>
    scenario.cluster.clients.some(({ operates }) => operates === name);
  const operators = validators.filter(({ node: { name } }) => isCorrect(name) && !isOperated(name));
  return [
    ...clients,
    ...shared.map(({ name }) => name),
    ...operators.map(({ node }) => parties.nameOf(operatorOf(parties, node.name).address)),
  ];
}

function holdsFinal(
  { parties, watch }: World,
  account: string,
  { state }: ValidatorAtRest,
): boolean {
  const lock = state.ledger.account.get(parties.signer(account).address)?.lock;
  return heldEnvelopes(lock).some(({ transaction }) =>
    watch.isAcknowledged(transactionId(transaction)),
  );
}
