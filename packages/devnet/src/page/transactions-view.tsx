import { Fragment, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { RecentTransaction } from './answers.ts';
import type { Act, Network } from './network.ts';
import {
  beganAt,
  contentOf,
  type Lane,
  lanesOf,
  shortened,
  standingOf,
  withOperators,
} from './reading.ts';

interface TransactionsProps {
  readonly network: Network;
  readonly act: Act;
}

/** The latest transactions, with a lane for each validator. */
export function TransactionsView({ network, act }: TransactionsProps): VNode {
  const { transactions, committee } = network;
  const names = committee.members.map(({ name }) => name);
  const [opened, setOpened] = useState('');
  return (
    <section>
      <h2>Transactions</h2>
      <PayForm network={network} act={act} />
      <p class="hint">
        For each validator: after how many milliseconds it <span class="signed">signed</span> and{' '}
        <span class="settled">settled</span>. The signature with a frame made a quorum.
      </p>
      <table class="transactions">
        <thead>
          <tr>
            <th>time</th>
            <th>transaction</th>
            <th>stands</th>
            {names.map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {transactions.map((transaction) => {
            const { transaction_id: id } = transaction;
            const isOpen = id === opened;
            const onToggle = () => setOpened(isOpen ? '' : id);
            return (
              <Fragment key={id}>
                <TransactionRow {...{ network, transaction, names, isOpen, onToggle }} />
                {isOpen && <Details {...{ network, transaction }} columns={names.length + 3} />}
              </Fragment>
            );
          })}
        </tbody>
      </table>
      {transactions.length === 0 && <p>None yet.</p>}
    </section>
  );
}

interface TransactionRowProps {
  readonly network: Network;
  readonly transaction: RecentTransaction;
  readonly names: readonly string[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function TransactionRow(props: TransactionRowProps): VNode {
  const { network, transaction, names, isOpen, onToggle } = props;
  const { quorum } = network.committee;
  const named = withOperators(network.genesis, network.committee);
  const content = contentOf(named, transaction);
  const standing = standingOf(transaction, quorum);
  const lanes = lanesOf(transaction, names, quorum);
  return (
    <tr>
      <td class="time">{new Date(beganAt(transaction) / 1e6).toLocaleTimeString()}</td>
      <td>
        <button type="button" class="what" aria-expanded={isOpen} onClick={onToggle}>
          {content === undefined
            ? shortened(transaction.transaction_id)
            : `${content.sender} ${content.operations.join(', ')}`}
        </button>
        {content && <span class="hint"> nonce {content.nonce}</span>}
      </td>
      <td>
        <span class={`pill ${STANDINGS[standing] ?? 'stuck'}`}>{standing}</span>
      </td>
      {lanes.map((lane, index) => (
        <td key={names[index]} class="lane">
          <LaneCell {...lane} />
        </td>
      ))}
    </tr>
  );
}

const STANDINGS: Readonly<Record<string, string>> = {
  final: 'well',
  incomplete: 'strained',
  'under way': 'strained',
};

function LaneCell({ signed, settled, isDecisive }: Lane): VNode {
  return (
    <>
      {signed !== undefined && (
        <span class={isDecisive ? 'signed decisive' : 'signed'}>{rounded(signed)}</span>
      )}{' '}
      {settled !== undefined && <span class="settled">{rounded(settled)}</span>}
    </>
  );
}

function rounded(millis: number): string {
  return millis < 10 ? millis.toFixed(1) : String(Math.round(millis));
}

interface DetailsProps {
  readonly network: Network;
  readonly transaction: RecentTransaction;
  readonly columns: number;
}

function Details({ network, transaction, columns }: DetailsProps): VNode {
  const { transaction_id: id, submitted } = transaction;
  const isFinal = standingOf(transaction, network.committee.quorum) === 'final';
  return (
    <tr>
      <td colSpan={columns}>
        <p>
          <code>{id}</code> {isFinal && <a href={`/v1/certificate/${id}`}>certificate</a>}{' '}
          {submitted !== null && <span class="hint">submitted by {submitted.from}</span>}
        </p>
        {submitted !== null && <pre>{JSON.stringify(submitted.envelope, undefined, 2)}</pre>}
      </td>
    </tr>
  );
}

function PayForm({ network, act }: TransactionsProps): VNode {
  const { accounts } = network.genesis;
  return (
    <form
      class="line"
      onSubmit={(event) => {
        event.preventDefault();
        const given = new FormData(event.currentTarget);
        const to = String(given.get('to'));
        const known = accounts.find(({ name }) => name === to);
        void act(({ pay }) => pay(known?.address ?? to, String(given.get('amount'))));
      }}
    >
      The wallet of the devnet pays{' '}
      <input name="to" list="accounts" aria-label="whom" placeholder="name or address" required />
      <datalist id="accounts">
        {accounts.map(({ name }) => name !== null && <option key={name} value={name} />)}
      </datalist>{' '}
      <input name="amount" aria-label="how much" value="1" size={6} required /> FAST{' '}
      <button type="submit">Pay</button>
    </form>
  );
}
