import { AMOUNT_MAX } from '@quorate/protocol';
import { checkByzantineValues } from '../byzantine/check-byzantine.ts';
import type { RawAccount } from '../cluster/cluster.ts';
import { checkChanges } from '../cluster/committee-changes.ts';
import type { Path, Problem } from '../diagnostic.ts';
import { checkFaultValues } from '../faults/fault.ts';
import { checkDelay } from '../network/delay-format.ts';
import { checkNetwork } from '../network/network-format.ts';
import { checkPhases } from '../phases.ts';
import type { RawScenario } from '../scenario.ts';
import { limitsForm } from '../scenario.ts';
import { type RawOperation, type RawStep, stepForm } from '../steps/step.ts';
import { unversionedFault } from '../steps/unversioned-fault.ts';
import { checkSwarm } from '../swarm/swarm-format.ts';

/**
 * Finds values that are well formed alone but contradict each other; expects a document of the
 * checked shape.
 */
export function checkValues(raw: RawScenario): readonly Problem[] {
  const { cluster, network, workload, changes = [], faults = [], byzantine = [] } = raw;
  const limits = limitsForm.load(raw);
  return [
    ...Object.entries(cluster.accounts ?? {}).flatMap(([name, account]) =>
      checkAccount(name, account),
    ),
    ...checkSameAccounts(cluster.accounts ?? {}),
    ...checkSupply(cluster),
    ...checkDelay(cluster.disk?.flush, ['cluster', 'disk', 'flush']),
    ...checkNetwork(network ?? {}),
    ...checkChanges(changes, limits),
    ...checkWorkers(raw),
    ...checkOperators(raw),
    ...faults.flatMap((fault, index) => checkFaultValues(fault, ['faults', index], limits)),
    ...checkByzantineValues(byzantine, limits),
    ...checkPhases(raw, limits.simTime),
    ...checkSwarm(raw.swarm ?? {}),
    ...workload.flatMap(({ steps }, entry) =>
      steps.flatMap((step, index) => checkStep(step, ['workload', entry, 'steps', index])),
    ),
  ];
}

// A worker thread reports what its validators write, but not their state between epochs.
function checkWorkers({ cluster: { workers }, changes = [] }: RawScenario): Problem[] {
  if (workers === undefined || changes.length === 0) return [];
  const message = 'expected no workers beside "changes": these run in one thread';
  return [{ path: ['cluster', 'workers'], at: 'value', message }];
}

// If a client operated a validator that is in a change, the registrar would use the same nonces.
function checkOperators({ cluster, changes = [] }: RawScenario): Problem[] {
  return Object.entries(cluster.clients).flatMap(([name, { operates }]): Problem[] => {
    if (!changes.some(({ members }) => members.some((member) => member === operates))) return [];
    const path = ['cluster', 'clients', name, 'operates'];
    const message = `expected a validator that is in no "changes", got "${operates}"`;
    return [{ path, at: 'value', message }];
  });
}

function checkAccount(name: string, { signers, quorum }: RawAccount): Problem[] {
  const path = ['cluster', 'accounts', name, 'quorum'];
  return checkCount(quorum, signers.length, path, 'count of signers');
}

/** Two names for one address would be one account with two balances. */
function checkSameAccounts(accounts: Readonly<Record<string, RawAccount>>): Problem[] {
  const first = new Map<string, string>();
  return Object.entries(accounts).flatMap(([name, account]): Problem[] => {
    const { signers, quorum, nonce = 0 } = account;
    const config = JSON.stringify([signers, quorum, String(BigInt(nonce))]);
    const other = first.get(config);
    if (other === undefined) {
      first.set(config, name);
      return [];
    }
    const message = `"${name}" has the signers, quorum and nonce of "${other}": give it a nonce of its own`;
    return [{ path: ['cluster', 'accounts', name], at: 'key', message }];
  });
}

/**
 * The native supply is the sum of the balances, and no account may ever hold more than an amount
 * can express.
 */
function checkSupply({ clients, accounts = {} }: RawScenario['cluster']): Problem[] {
  let supply = 0n;
  for (const [part, holders] of Object.entries({ clients, accounts })) {
    for (const [name, holder] of Object.entries(holders)) {
      supply += BigInt(holder.balance ?? 0);
      if (supply <= AMOUNT_MAX) continue;
      const path = ['cluster', part, name, 'balance'];
      const message = `expected balances below 2^256 in all, got ${supply} up to here`;
      return [{ path, at: 'value', message }];
    }
  }
  return [];
}

function checkStep(step: RawStep, path: Path): Problem[] {
  const release = checkRelease(step, path);
  if (step.op === 'batch') {
    const inner = step.steps.flatMap((each, index) => checkStep(each, [...path, 'steps', index]));
    return [...release, ...inner];
  }
  return [...release, ...(step.op === 'claim' ? checkClaim(step, path) : [])];
}

function checkRelease(step: RawStep, path: Path): Problem[] {
  if (!('release' in step) || step.release === undefined) return [];
  const built = stepForm.load(step);
  const fault = built.op === 'transaction' ? unversionedFault(built) : undefined;
  if (fault === undefined) return [];
  const message = `expected what the un-versioned shape can say: ${fault}`;
  return [{ path: [...path, 'release'], at: 'value', message }];
}

function checkClaim(
  { verifiers = [], signers = [], quorum = 0 }: Extract<RawOperation, { readonly op: 'claim' }>,
  path: Path,
): Problem[] {
  const strangers = signers.flatMap((signer, index): Problem[] =>
    verifiers.includes(signer)
      ? []
      : [
          {
            path: [...path, 'signers', index],
            at: 'value',
            message: `expected one of the verifiers, got "${signer}"`,
          },
        ],
  );
  return [
    ...strangers,
    ...checkCount(quorum, verifiers.length, [...path, 'quorum'], 'count of verifiers'),
  ];
}

function checkCount(given: number, count: number, path: Path, noun: string): Problem[] {
  if (given <= count) return [];
  return [{ path, at: 'value', message: `expected at most the ${noun}, ${count}, got ${given}` }];
}
