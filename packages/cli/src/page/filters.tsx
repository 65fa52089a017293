import type { VNode } from 'preact';
import { GROUPS, type Group } from './model.ts';
import type { Filter } from './pick.ts';
import type { RunData } from './run-data.ts';

interface FiltersProps {
  readonly data: RunData;
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

/** Lets people choose what is shown. */
export function Filters({ data, filter, onFilter }: FiltersProps): VNode {
  const { groups, lanes, transaction } = filter;
  return (
    <section class="filters">
      <h2>Show</h2>
      <fieldset>
        <legend>messages</legend>
        {(Object.keys(GROUPS) as Group[]).map((group) => (
          <Check
            key={group}
            label={GROUPS[group]}
            isOn={!groups.has(group)}
            onChange={() => onFilter({ ...filter, groups: toggled(groups, group) })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>nodes</legend>
        {data.lanes.map(({ name }, lane) => (
          <Check
            key={name}
            label={name}
            isOn={!lanes.has(lane)}
            onChange={() => onFilter({ ...filter, lanes: toggled(lanes, lane) })}
          />
        ))}
      </fieldset>
      <label>
        only{' '}
        <select
          value={transaction ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, transaction: value === '' ? undefined : Number(value) })
          }
        >
          <option value="">all transactions</option>
          {data.transactions.map(({ id, sender, does }, place) => (
            <option key={id} value={place}>
              {`${sender} ${does.join(', ')}`}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: () => void;
}

function Check({ label, isOn, onChange }: CheckProps): VNode {
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={onChange} /> {label}
    </label>
  );
}

function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
