import fc from 'fast-check';
import { type Draw, drawsOf } from '../draw/draw.ts';
import { drawScenario } from '../draw/draw-scenario.ts';
import { faultyMax } from '../quorums.ts';
import type {
  ScenarioAccount,
  ScenarioClient,
  ScenarioCluster,
} from '../scenario/cluster/cluster.ts';
import type { ScenarioDisk } from '../scenario/cluster/disk.ts';
import { numbered } from '../scenario/cluster/names.ts';
import type { Fault } from '../scenario/faults/fault.ts';
import { HEALS } from '../scenario/phases.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { scenarioForm } from '../scenario/scenario.ts';
import type { Range } from '../scenario/swarm/swarm.ts';
import { drawChanges } from './changes.ts';
import { checkSpace } from './check-space.ts';
import { withPatience } from './patience.ts';
import { withCrowd } from './rare/crowd.ts';
import { withEarlyRequest } from './rare/early-request.ts';
import { withFailingDisks } from './rare/failing-disks.ts';
import { drawHandoverClocks } from './rare/handover-clocks.ts';
import { drawHandoverFaults } from './rare/handover-faults.ts';
import { drawLoad, NO_LOAD } from './rare/load.ts';
import { withLongList } from './rare/long-lists.ts';
import { withoutArchives } from './rare/no-archives.ts';
import { withOperator } from './rare/operators.ts';
import { withRegular } from './rare/regular.ts';
import { drawSlowArchives } from './rare/slow-archives.ts';
import { withVeteran } from './rare/veteran.ts';
import { scaled } from './scale.ts';
import type { ScenarioSpace } from './scenario-space.ts';
import { elementAt, type Sketch, share, shuffledFrom } from './sketch.ts';
import { type Stage, validatorsOf } from './stage.ts';
import { drawTerms } from './terms.ts';
import { chance, MS, span, whole } from './values.ts';

/**
 * The names of the first clients, in the order in which they are used; further ones are numbered.
 */
const CLIENTS = ['alice', 'bob', 'carol', 'dave'] as const;

/** The possible balances of clients and accounts at genesis. */
const BALANCES = [1_000n, 1_000n, 100n, 100n, 10n, 0n] as const;

/**
 * The most instructive sizes of committees: a single validator, no room for a liar, room for 1, 2
 * or 3.
 */
const TELLING = [1, 2, 3, 4, 4, 4, 4, 4, 5, 7, 10] as const;

/** What every generated scenario has in common. */
const BASE = scenarioForm.load({
  name: 'generated',
  cluster: { validators: 1, clients: {} },
  workload: [],
});

/**
 * Generates a complete scenario, without a swarm in it.
 *
 * Equal spaces and seeds give equal scenarios; the scenario runs with the seed from which it was
 * generated.
 *
 * @throws ScenarioSpaceError if the space is invalid
 */
export function generateScenario(all: ScenarioSpace, seed: bigint): Scenario {
  checkSpace(all);
  const draw = drawsOf(seed);
  const space = withFailingDisks(draw('scale', scaled(all)), draw);
  const name = `generated-${seed.toString(16)}`;
  const seated = drawCluster(space, draw);
  const { validators } = seated;
  const sizes = sizesOf(space.validators);
  const { greatest } = all.validators;
  const { candidates, changes } = drawChanges(
    { changes: space.changes, sizes, greatest, validators },
    draw,
  );
  const isLoaded = space.changes.least > 0 && space.operations.pay > 0;
  const load = isLoaded ? drawLoad(seated, changes, draw) : NO_LOAD;
  const own = withOperator(seated.clients, validators, changes, draw);
  const clients = [...own, ...load.clients];
  const prune = withArchives(seated.prune, [validators, ...changes.map(({ members }) => members)]);
  const cluster = { ...seated, clients, candidates, prune };
  const [ordeal, siege] = draw('phases/chaos', ordeals);
  const handover = changes.length > 0 ? draw('phases/handover', handovers) : 0n;
  const struck = drawHandoverFaults(space, seated, changes, draw);
  const longer = handover > struck.more ? handover : struck.more;
  const phases = { chaos: ordeal + longer, heal: draw('phases/heal', fc.constantFrom(...HEALS)) };
  // A siege is drawn like any other fault: none if the space has no faults.
  const faults =
    space.odds === 0
      ? []
      : [
          ...siege({ cluster }),
          ...struck.faults,
          ...drawHandoverClocks(space, cluster, changes, draw),
          ...drawSlowArchives(
            space,
            { archives: prune?.archives ?? [], horizon: phases.chaos - MS },
            draw,
          ),
        ];
  const odds = draw('odds', oddsOf(space.odds));
  const steps = draw('steps', busynessOf(space.steps));
  const swarm = { ...space, odds, steps };
  const { workload } = load;
  const base = { ...BASE, name, seed, cluster, changes, workload, phases, faults, swarm };
  const asked = withEarlyRequest(drawScenario(base, seed), space, draw);
  const regular = withRegular(withVeteran(asked, space, draw), space, draw);
  const patient = withPatience(regular);
  const listed = withLongList(withCrowd(patient, space, draw), space, draw);
  return withoutArchives(listed, draw);
}

type Siege = Sketch<Pick<Stage, 'cluster'>, readonly Fault[]>;

/**
 * Cuts the first proxy off from so many validators that it cannot reach a quorum until the run
 * heals.
 */
const sieges: fc.Arbitrary<Siege> = fc
  .tuple(shuffledFrom(validatorsOf), span(0, 2_000))
  .map(([order, at]) => (stage) => {
    const to = order(stage).slice(0, faultyMax(stage.cluster.validators.length) + 1);
    const moment = { kind: 'time', at } as const;
    const from = stage.cluster.proxies.slice(0, 1);
    return [{ id: 'siege', kind: 'cut', from, to, direction: 'two-way', moment, for: undefined }];
  });

/**
 * How long a chaos lasts: mostly a short time, sometimes longer than any client waits for an
 * answer.
 */
const ordeals: fc.Arbitrary<readonly [chaos: bigint, siege: Siege]> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.tuple(
      span(1_000, 4_000),
      fc.constant(() => []),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      span(32_000, 45_000),
      fc.constant(() => []),
    ),
  },
  { weight: 1, arbitrary: fc.tuple(span(32_000, 45_000), sieges) },
);

/**
 * How much longer the chaos lasts if the committee changes: a change is submitted only after its
 * members have requested their seats, and without the chaos no fault could strike between freeze
 * and merge.
 */
const handovers: fc.Arbitrary<bigint> = fc.oneof(fc.constant(0n), span(1_000, 5_000));

/** Some runs are calm and some are wild, unless the space asks for all faults or none. */
function oddsOf(odds: number): fc.Arbitrary<number> {
  if (odds === 1) return fc.constant(odds);
  return fc.constantFrom(0.2, 0.6, 1, 1.4).map((factor) => Math.min(1, odds * factor));
}

/** Most runs have few steps, so that they end soon. */
function busynessOf({ least, greatest }: Range): fc.Arbitrary<Range> {
  return fc
    .constantFrom(1, 1, 1, 2, 3)
    .map((most) => ({ least, greatest: Math.max(least, Math.min(most, greatest)) }));
}

function drawCluster(space: ScenarioSpace, draw: Draw): ScenarioCluster {
  const proxies = numbered('p', draw('cluster/proxies', whole(space.proxies)));
  const clients = clientNames(draw('cluster/clients', whole(space.clients))).map(
    (name, index): ScenarioClient => {
      const [balance, at] = draw(`cluster/${name}`, fc.tuple(fc.constantFrom(...BALANCES), share));
      const proxy = elementAt(proxies, at) as string;
      return { name, balance: index === 0 ? BALANCES[0] : balance, proxy };
    },
  );
  const accounts = drawAccounts(clients, space, draw);
  const validators = numbered('v', draw('cluster/validators', sizesOf(space.validators)));
  return {
    ...BASE.cluster,
    validators,
    proxies,
    clients,
    accounts,
    disk: draw('cluster/disk', disks),
    prune: draw('cluster/prune', prunings)(validators),
    precheck: draw('cluster/precheck', chance(0.5)) ? 'remembered' : 'asked',
    ...drawTerms([...clients, ...accounts], space, draw),
  };
}

function sizesOf({ least, greatest }: Range): fc.Arbitrary<number> {
  const telling = TELLING.filter((size) => size >= least && size <= greatest);
  const any = whole({ least, greatest });
  if (telling.length === 0) return any;
  return fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...telling) },
    { weight: 1, arbitrary: any },
  );
}

/** A slow disk has more unflushed writes to lose. */
const disks: fc.Arbitrary<ScenarioDisk> = fc
  .tuple(chance(0.5), span(1, 30))
  .map(([isSlow, mean]) =>
    isSlow ? { flush: { kind: 'exp', mean, min: MS } } : BASE.cluster.disk,
  );

/** Mostly short: few runs go on for long enough after a payment to prune what is seconds old. */
const ages: fc.Arbitrary<bigint> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0n) },
  { weight: 2, arbitrary: span(1, 500) },
  { weight: 1, arbitrary: span(500, 3_000) },
);

type Pruning = (validators: readonly string[]) => ScenarioCluster['prune'];

/**
 * Prunes certificates in few runs; in some of them at once, down to the newest of each account.
 * Enough validators are archives that one of them is correct: mostly no other node could bring
 * others up to date.
 */
const prunings: fc.Arbitrary<Pruning> = fc
  .tuple(chance(0.1), ages, fc.constantFrom(1, 1, 2))
  .map(([isPruned, olderThanNanos, keep]) => (validators) => {
    if (!isPruned) return undefined;
    const archives = validators.slice(0, faultyMax(validators.length) + 1);
    return { olderThanNanos, keepPerAccount: BigInt(keep), archives };
  });

/**
 * Adds archives until every committee has enough of its own: new members learn what settled from
 * its members.
 */
function withArchives(
  prune: ScenarioCluster['prune'],
  committees: readonly (readonly string[])[],
): ScenarioCluster['prune'] {
  if (prune === undefined) return undefined;
  const archives = [...prune.archives];
  for (const members of committees) {
    const others = members.filter((name) => !archives.includes(name));
    const own = members.length - others.length;
    archives.push(...others.slice(0, Math.max(faultyMax(members.length) + 1 - own, 0)));
  }
  return { ...prune, archives };
}

function drawAccounts(
  clients: readonly ScenarioClient[],
  { accounts }: ScenarioSpace,
  draw: Draw,
): readonly ScenarioAccount[] {
  const account = fc.tuple(share, share, fc.constantFrom(...BALANCES));
  return Array.from({ length: draw('cluster/accounts', whole(accounts)) }, (_, index) => {
    const name = `treasury-${index + 1}`;
    const [members, needed, balance] = draw(`cluster/${name}`, account);
    const signers = clients.slice(0, 1 + Math.floor(members * clients.length));
    return {
      name,
      signers: signers.map((client) => client.name),
      quorum: 1 + Math.floor(needed * signers.length),
      ...(index === 0 ? {} : { nonce: BigInt(index) }),
      balance,
    };
  });
}

function clientNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => CLIENTS[index] ?? `client${index + 1}`);
}
