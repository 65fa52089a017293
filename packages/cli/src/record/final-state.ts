import type { Address, EscrowJobId, TokenId } from '@quorate/protocol';
import type { Cast } from './cast.ts';
import type { RawStep } from './raw-operation.ts';
import type { DevnetHistory } from './read-devnet.ts';
import type { Deeds } from './transactions.ts';

/** What a replay must end with, as far as the recording has it. */
export interface FinalState {
  /** What everybody holds of the native token, by name. */
  readonly balances: ReadonlyMap<string, bigint>;
  /** The same, and what became of all that was created, as a scenario expects it. */
  readonly expect: RawStep;
}

/** Reads the present state of a devnet in the words of the recording. */
export async function finalStateOf(
  history: DevnetHistory,
  cast: Cast,
  { created, cells }: Pick<Deeds, 'created' | 'cells'>,
): Promise<FinalState> {
  const tokens = created.filter(({ kind }) => kind === 'token');
  const ids = tokens.map(({ id }) => id as TokenId);
  const names: readonly (readonly [string, Address])[] = [
    ...cast.clients(),
    ...[...cast.accounts()].map(([name, { address }]) => [name, address] as const),
  ];
  const held = await Promise.all(
    names.map(async ([name, address]) => ({ name, ...(await history.holdingsOf(address, ids)) })),
  );
  const supplies = await history.suppliesOf(ids);
  const ofTokens = tokens.flatMap(({ id, label }) => {
    const supply = supplies.get(id as TokenId);
    if (supply === undefined) return [];
    const holders = held.flatMap(({ name, tokens: own }) => {
      const amount = own.get(id as TokenId) ?? 0n;
      return amount === 0n ? [] : [[name, String(amount)] as const];
    });
    return [[label, { supply: String(supply), holders: Object.fromEntries(holders) }] as const];
  });
  const balances = new Map(held.map(({ name, balance }) => [name, balance]));
  return {
    balances,
    expect: {
      balances: Object.fromEntries([...balances].map(([name, amount]) => [name, String(amount)])),
      tokens: Object.fromEntries(ofTokens),
      jobs: await jobsOf(history, created),
      states: await statesOf(history, cast, cells),
    },
  };
}

async function jobsOf(history: DevnetHistory, created: Deeds['created']): Promise<RawStep> {
  const jobs = created.filter(({ kind }) => kind === 'job');
  const statuses = jobs.map(async ({ id, label }) => {
    const status = await history.jobStatusOf(id as EscrowJobId);
    return status === undefined ? [] : [[label, status] as const];
  });
  return Object.fromEntries((await Promise.all(statuses)).flat());
}

async function statesOf(
  history: DevnetHistory,
  cast: Cast,
  cells: Deeds['cells'],
): Promise<RawStep> {
  const holders = [...new Set(cells.map(({ holder }) => holder))];
  const states = holders.map(async (holder) => {
    const keys = cells.flatMap((cell) => (cell.holder === holder ? [cell.key] : []));
    const held = await history.cellsOf(holder, keys);
    const shown = [...held].map(([key, state]) => [`0x${key}`, `0x${state}`] as const);
    return shown.length === 0 ? [] : [[cast.nameOf(holder), Object.fromEntries(shown)] as const];
  });
  return Object.fromEntries((await Promise.all(states)).flat());
}
