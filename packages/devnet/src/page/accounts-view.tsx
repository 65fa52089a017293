import type { VNode } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import type { Calls, HeldAccounts } from './calls.ts';
import type { Network } from './network.ts';
import { usePolled } from './polled.ts';
import { type AccountCell, accountRow, accountsLike, shortened } from './reading.ts';

interface AccountsProps {
  readonly network: Network;
  readonly calls: Calls;
}

const POLL_MILLIS = 2000;
const NOTHING: ReadonlyMap<string, HeldAccounts> = new Map();

/** Accounts that the devnet knows, or that were asked for, as each validator holds them. */
export function AccountsView({ network, calls }: AccountsProps): VNode {
  const { genesis, validators } = network;
  const [sought, setSought] = useState('');
  const accounts = accountsLike(genesis, sought);
  const addresses = accounts.map(({ address }) => address).join();
  const urls = validators.map(({ rpc }) => rpc).join();
  // The network is read anew each second; who is asked about whom seldom changes.
  const ask = useCallback(async () => {
    if (addresses === '') return NOTHING;
    const told = urls
      .split(',')
      .map(async (rpc) => [rpc, await calls.accounts(rpc, addresses.split(','))] as const);
    return new Map(await Promise.all(told));
  }, [calls, urls, addresses]);
  // What is shown may have changed since it was asked for, so it goes by address and not by place.
  const { value: held = NOTHING } = usePolled(ask, POLL_MILLIS);
  return (
    <section>
      <h2>Accounts</h2>
      <p class="hint">
        The next nonce at each validator. <span class="behind">Behind</span>: another has settled
        more. <span class="locked">Locked</span>: it has signed a transaction that has not settled
        there. “?”: it does not answer.
      </p>
      <p>
        <input
          type="search"
          aria-label="account"
          placeholder="name or address"
          value={sought}
          onInput={({ currentTarget }) => setSought(currentTarget.value.trim())}
        />
      </p>
      <table>
        <thead>
          <tr>
            <th>name</th>
            <th>address</th>
            <th class="number">FAST</th>
            {validators.map(({ name }) => (
              <th key={name} class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ name, address }) => {
            const row = accountRow(validators.map(({ rpc }) => held.get(rpc)?.get(address)));
            return (
              <tr key={address}>
                <th scope="row">{name}</th>
                <td>
                  <code title={address}>{shortened(address)}</code>
                </td>
                <td class="number" title={row.balance}>
                  {row.balance && rounded(row.balance)}
                </td>
                {row.cells.map((cell, place) => (
                  <td key={validators[place]?.name} class={`number ${classOf(cell)}`}>
                    {cell?.nextNonce ?? '?'}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
      {accounts.length === 0 && <p>No known account has this in it, and it is no address.</p>}
    </section>
  );
}

/** Shows only the magnitude of what is too long to read, such as what the faucet has. */
function rounded(tokens: string): string {
  return tokens.length <= 30 ? tokens : Number(tokens.replaceAll(',', '')).toExponential(2);
}

function classOf(cell: AccountCell | undefined): string {
  if (cell === undefined) return '';
  return [cell.isBehind && 'behind', cell.isLocked && 'locked'].filter(Boolean).join(' ');
}
