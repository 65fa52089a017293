import type { VNode } from 'preact';
import { useCallback } from 'preact/hooks';
import type { Calls } from './calls.ts';
import type { Network } from './network.ts';
import { usePolled } from './polled.ts';
import { type AccountCell, accountRow, shortened } from './reading.ts';

interface AccountsProps {
  readonly network: Network;
  readonly calls: Calls;
}

const POLL_MILLIS = 2000;

/** The accounts that the devnet knows, as each validator holds them. */
export function AccountsView({ network, calls }: AccountsProps): VNode {
  const { genesis, validators } = network;
  const { accounts } = genesis;
  const addresses = accounts.map(({ address }) => address).join();
  const urls = validators.map(({ rpc }) => rpc).join();
  // The network is read anew each second; who is asked about whom seldom changes.
  const ask = useCallback(
    () => Promise.all(urls.split(',').map((rpc) => calls.accounts(rpc, addresses.split(',')))),
    [calls, urls, addresses],
  );
  const { value: held = [] } = usePolled(ask, POLL_MILLIS);
  return (
    <section>
      <h2>Accounts</h2>
      <p class="hint">
        The next nonce at each validator. <span class="behind">Behind</span>: another has settled
        more. <span class="locked">Locked</span>: it has signed a transaction that has not settled
        there. “?”: it does not answer.
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
          {accounts.map(({ name, address }, index) => {
            const row = accountRow(validators.map((_, place) => held[place]?.[index]));
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
