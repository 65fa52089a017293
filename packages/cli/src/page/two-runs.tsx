import type { VNode } from 'preact';
import type { View } from './address.ts';
import { Row } from './details.tsx';
import type { Against } from './run-data.ts';

interface TwoRunsProps {
  readonly against: Against;
  readonly view: View;
  readonly onView: (view: View) => void;
}

const VIEWS: readonly (readonly [view: View, label: string])[] = [
  ['both', 'both runs'],
  ['own', 'this run'],
  ['other', 'the other run'],
];

/** Says where two runs part and in what else they differ, and switches between them. */
export function TwoRuns({ against, view, onView }: TwoRunsProps): VNode {
  const { how, parting, differences } = against;
  return (
    <section class="card two-runs">
      <h2>Two runs</h2>
      <p class="views">
        {VIEWS.map(([each, label]) => (
          <button
            key={each}
            type="button"
            class={each}
            aria-pressed={each === view}
            onClick={() => onView(each)}
          >
            {label}
          </button>
        ))}
      </p>
      <dl>
        <Row label="this run">{how[0]}</Row>
        <Row label="the other">{how[1]}</Row>
      </dl>
      <h3>Where they part</h3>
      <dl>
        {parting.map(([label, text]) => (
          <Row key={label} label={label}>
            {text}
          </Row>
        ))}
      </dl>
      <h3>What the scenarios say differently</h3>
      <ul>
        {differences.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Outcomes against={against} />
    </section>
  );
}

function Outcomes({ against: { outcomes } }: Pick<TwoRunsProps, 'against'>): VNode | null {
  if (outcomes.length === 0) return null;
  return (
    <table>
      <thead>
        <tr>
          <th>How it ended</th>
          <th>this run</th>
          <th>the other</th>
        </tr>
      </thead>
      <tbody>
        {outcomes.map(({ what, own = 'not tried', other = 'not tried' }) => (
          <tr key={what} class={own === other ? '' : 'differs'}>
            <td>{what}</td>
            <td>{own}</td>
            <td>{other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
