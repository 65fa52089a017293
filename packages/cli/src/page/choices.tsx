import type { VNode } from 'preact';
import { aboutOf, isSelected, type Selection, timeText } from './model.ts';
import type { RunData } from './run-data.ts';

interface ChoicesProps {
  readonly data: RunData;
  readonly selection: Selection | undefined;
  readonly onSelect: (selection: Selection | undefined) => void;
}

/** Buttons that light up a transaction or a certificate. */
export function Choices({ data, selection, onSelect }: ChoicesProps): VNode {
  const pressed = (what: Selection['what'], place: number) => isSelected(selection, what, place);
  const toggle = (what: Selection['what'], place: number) =>
    onSelect(pressed(what, place) ? undefined : { what, place });
  return (
    <section>
      <h2>Transactions</h2>
      <ul class="choices">
        {data.transactions.map((transaction, place) => (
          <li key={transaction.id}>
            <button
              type="button"
              class={`chip tx-${place % 8}`}
              aria-pressed={pressed('transaction', place)}
              onClick={() => toggle('transaction', place)}
            >
              {aboutOf(transaction)}
            </button>
            {data.certificates.map(({ transaction: own, signers }, index) =>
              own !== place ? null : (
                <button
                  key={signers.join(' ')}
                  type="button"
                  class={`certificate tx-${place % 8}`}
                  aria-pressed={pressed('certificate', index)}
                  onClick={() => toggle('certificate', index)}
                >
                  {`certificate of ${signers.join(' ')}`}
                </button>
              ),
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Buttons that show what the scenario made go wrong, and when liars lied first. */
export function Troubles({ data, selection, onSelect }: ChoicesProps): VNode | null {
  if (data.spells.length === 0) return null;
  return (
    <section>
      <h2>Faults and lies</h2>
      <ul class="choices">
        {data.spells.map(({ label, lane, between, from, to }, place) => (
          <li key={`${label}${from}`}>
            <button
              type="button"
              aria-pressed={isSelected(selection, 'spell', place)}
              onClick={() => onSelect({ what: 'spell', place })}
            >
              {`${label}: ${data.lanes[lane ?? -1]?.name ?? between}`}
            </button>{' '}
            <small>{`${timeText(from)}${to === undefined ? '' : ` – ${timeText(to)}`}`}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
