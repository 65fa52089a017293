import { nodeNames } from '../../scenario/cluster/names.ts';
import { keys } from '../../scenario/loose.ts';
import type { RawScenario } from '../../scenario/scenario.ts';
import { NOBODY, type Renaming, renamed } from '../renamed.ts';
import { thinned } from '../thinned.ts';

/** Leaves out clients, with all that they do and all that is done for or to them. */
export function* fewerClients(document: RawScenario): Iterable<RawScenario> {
  yield* without(document, Object.keys(document.cluster.clients));
}

/** Leaves out multisig accounts, with all that is done in their name. */
export function* fewerAccounts(document: RawScenario): Iterable<RawScenario> {
  yield* without(document, Object.keys(document.cluster.accounts ?? {}));
}

function* without(document: RawScenario, names: readonly string[]): Iterable<RawScenario> {
  for (const kept of thinned(names)) {
    yield renamed(document, (name) =>
      names.includes(name) && !kept.includes(name) ? NOBODY : name,
    );
  }
}

/**
 * Merges one client into another, the heir: the heir is paid in its place, and takes its steps
 * after its own. Clients of which the scenario expects something stay: no other client has to come
 * to the same end.
 */
export function* mergedClients(document: RawScenario): Iterable<RawScenario> {
  const clients = Object.keys(document.cluster.clients);
  const expected = expectedOf(document);
  for (const gone of clients.toReversed().filter((name) => !expected.has(name))) {
    for (const heir of clients.filter((name) => name !== gone)) {
      yield renamed(document, substituting(gone, heir));
    }
  }
}

/** The names of all clients and accounts of which a scenario expects something. */
function expectedOf({ expect }: RawScenario): ReadonlySet<string> {
  const { outcomes, balances, states, tokens = {} } = expect ?? {};
  const holders = Object.values(tokens).map((token) => token.holders);
  return new Set([outcomes, balances, states, ...holders].flatMap((each) => keys(each)));
}

/** Lets one proxy serve the clients of another, and renumbers the proxies. */
export function* fewerProxies(document: RawScenario): Iterable<RawScenario> {
  const count = document.cluster.proxies ?? 1;
  const { proxies } = nodeNames(0, count);
  if (count === 1) return;
  for (const gone of proxies.toReversed()) {
    const rest = proxies.filter((name) => name !== gone);
    const heir = rest[0] ?? NOBODY;
    const merged = renamed(document, substituting(gone, heir));
    const numbered = renamed(merged, (name) => {
      const index = rest.indexOf(name);
      return index < 0 ? name : `p${index + 1}`;
    });
    yield { ...numbered, cluster: { ...numbered.cluster, proxies: count - 1 } };
  }
}

function substituting(gone: string, heir: string): Renaming {
  return (name) => (name === gone ? heir : name);
}
