import fc from 'fast-check';
import type { Line } from '../../arbitraries/plots/scene.ts';
import { share, shuffledNames } from '../../arbitraries/sketch.ts';
import { chance, span } from '../../arbitraries/values.ts';
import type {
  ScenarioAccount,
  ScenarioClient,
  ScenarioCluster,
} from '../../scenario/cluster/cluster.ts';
import type { OperationStep, ReadStep, TransactionStep } from '../../scenario/steps/step.ts';
import type { Swarm } from '../../scenario/swarm/swarm.ts';
import { createdBy, isSameLabel, usedIn } from '../../world/users/labels.ts';
import type { Draw } from '../draw.ts';

/**
 * The fraction of the runs with a multisig account that has nothing to do otherwise in which it
 * takes the place of a client.
 */
const ODDS = 0.4;

const drawn = fc.record({
  takesPart: chance(ODDS),
  which: share,
  whose: share,
  order: shuffledNames,
  pause: span(1_000, 4_000),
});

/**
 * In some runs, makes the members of a multisig account do together all that one of the clients
 * would do, and others pay and entitle the account in place of that client. So an account is the
 * admin of tokens, mints, writes to cells, takes part in escrows and asks for seats.
 */
export function asOne(
  lines: readonly Line[],
  {
    cast,
    swarm,
    cluster,
  }: {
    readonly cast: readonly ScenarioClient[];
    readonly swarm: Pick<Swarm, 'operations'>;
    readonly cluster: Pick<ScenarioCluster, 'accounts' | 'fees'>;
  },
  draw: Draw,
): readonly Line[] {
  if (swarm.operations.shared === 0) return lines;
  const { takesPart, which, whose, order, pause } = draw('workload/as-one', drawn);
  const names = cast.map(({ name }) => name);
  const creator = cluster.fees?.token?.of;
  const clients = cast.filter(({ name }) => name !== creator).filter(mayStandBack(lines));
  const accounts = cluster.accounts.filter(mayStandIn(lines, names));
  const client = clients[Math.floor(which * clients.length)]?.name;
  const account = accounts[Math.floor(whose * accounts.length)];
  if (!takesPart || client === undefined || account === undefined) return lines;
  const members = order(account.signers.filter((name) => names.includes(name)));
  const acting = members.slice(0, account.quorum);
  return replaced(lines, { client, account: account.name, members: acting, pause });
}

/**
 * Whether a client does something that others can do for it. What a user signs in another form,
 * members cannot sign one after the other; and whoever operates a validator speaks for it.
 */
function mayStandBack(lines: readonly Line[]): (client: ScenarioClient) => boolean {
  return ({ name, operates }) => {
    const own = transactionsIn(lines).filter(({ client }) => client === name);
    const isPlain = ({ form, ...step }: TransactionStep) =>
      form === undefined && step.await !== false && step.from === undefined;
    return operates === undefined && own.length > 0 && own.every(({ step }) => isPlain(step));
  };
}

/**
 * Whether enough members of an account are in the cast, and do nothing for it yet: they would sign
 * several transactions for one nonce.
 */
function mayStandIn(
  lines: readonly Line[],
  names: readonly string[],
): (account: ScenarioAccount) => boolean {
  return ({ name, signers, quorum }) =>
    signers.filter((each) => names.includes(each)).length >= quorum &&
    transactionsIn(lines).every(({ step }) => step.from !== name);
}

function transactionsIn(lines: readonly Line[]) {
  return lines.flatMap(({ client, step }) => (step.op === 'transaction' ? [{ client, step }] : []));
}

/** Who does what a client would do. */
interface Substitute {
  readonly client: string;
  readonly account: string;
  /** The members that sign, as many as the account asks for. */
  readonly members: readonly string[];
  /** How long they wait before the account's next transaction. */
  readonly pause: bigint;
}

function replaced(lines: readonly Line[], substitute: Substitute): readonly Line[] {
  const { client, account, members, pause } = substitute;
  const wait = { op: 'wait', for: pause } as const;
  const reader = members.at(-1) ?? client;
  let last: number | undefined;
  return lines.flatMap((line, index): readonly Line[] => {
    const { step } = line;
    const isOwn = line.client === client;
    // The last member to sign hears that something has settled.
    if (step.op === 'read') {
      const by = isOwn ? reader : line.client;
      return [{ client: by, step: readOf(step, isOwn, substitute) }];
    }
    if (isOwn && step.op === 'wait') return members.map((member) => ({ client: member, step }));
    if (step.op !== 'transaction') return [line];
    const operations = step.operations.map((each) => about(each, substitute));
    if (!isOwn) return [{ ...line, step: { ...step, operations } }];
    // A member may go on when it has signed, but the account only when that has settled.
    const isInTime = members.length === 1 || last === undefined || buildsOn(lines, index, last);
    last = index;
    return members.flatMap((member): readonly Line[] => [
      ...(isInTime ? [] : [{ client: member, step: wait }]),
      { client: member, step: { ...step, operations, from: account } },
    ]);
  });
}

/**
 * Tells whether a line can only begin once an earlier one has settled: it builds on something that
 * was created there, or that builds on it in turn.
 */
function buildsOn(lines: readonly Line[], index: number, earlier: number): boolean {
  const step = lines[index]?.step;
  if (step?.op !== 'transaction') return false;
  return usedIn(step).some((label) => {
    const maker = lines.findIndex((line) =>
      transactionsIn([line]).some((each) =>
        each.step.operations.some((operation) => {
          const created = createdBy(operation);
          return created !== undefined && isSameLabel(created, label);
        }),
      ),
    );
    const isBetween = maker > earlier && maker < index;
    return maker === earlier || (isBetween && buildsOn(lines, maker, earlier));
  });
}

/** Names the account wherever an operation pays or entitles the client. */
function about(operation: OperationStep, { client, account }: Substitute): OperationStep {
  const named = (name: string) => (name === client ? account : name);
  switch (operation.op) {
    case 'pay':
    case 'mint':
      return { ...operation, to: named(operation.to) };
    case 'create-token':
      return { ...operation, mints: operation.mints.map(named) };
    case 'manage-token': {
      const { admin, add, remove } = operation;
      const next = admin === undefined ? undefined : named(admin);
      return { ...operation, admin: next, add: add.map(named), remove: remove.map(named) };
    }
    case 'escrow-job':
      return { ...operation, provider: named(operation.provider) };
    default:
      return operation;
  }
}

// A token or a job is read whosever it is.
function readOf(step: ReadStep, isOwn: boolean, { client, account }: Substitute): ReadStep {
  if (step.token !== undefined || step.job !== undefined) return step;
  return (step.of ?? (isOwn ? client : undefined)) === client ? { ...step, of: account } : step;
}
