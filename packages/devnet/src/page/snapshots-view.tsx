import type { VNode } from 'preact';
import type { Findings } from './answers.ts';
import { AskedButton, Button } from './button.tsx';
import type { Act, Network } from './network.ts';

interface SnapshotsProps {
  readonly network: Network;
  readonly act: Act;
}

/** Snapshots of the whole network, and the check of all its history. */
export function SnapshotsView({ network: { snapshots }, act }: SnapshotsProps): VNode {
  const check = () =>
    act(async ({ admin }) => checkInWords(await admin<Findings>('POST', '/check')));
  return (
    <section>
      <h2>Snapshots and check</h2>
      <ul>
        {snapshots.map((name) => (
          <li key={name}>
            {name}{' '}
            <AskedButton
              word="Restore"
              of={name}
              sure="Yes, go back"
              doing={() => act(({ admin }) => admin('POST', `/snapshots/${name}/restore`))}
            />{' '}
            <Button
              word="Delete"
              of={name}
              doing={() => act(({ admin }) => admin('DELETE', `/snapshots/${name}`))}
            />
          </li>
        ))}
      </ul>
      <form
        class="line"
        onSubmit={(event) => {
          event.preventDefault();
          const name = String(new FormData(event.currentTarget).get('name'));
          void act(({ admin }) => admin('POST', '/snapshots', { name }));
        }}
      >
        <input name="name" aria-label="name of a snapshot" placeholder="before-the-test" required />{' '}
        <button type="submit">Take a snapshot</button>{' '}
        <AskedButton
          word="Back to the beginning"
          sure="Yes, undo everything"
          doing={() => act(({ admin }) => admin('POST', '/reset'))}
        />{' '}
        <Button word="Check everything" doing={check} />
      </form>
    </section>
  );
}

/** Tells what a check found. */
function checkInWords({ validators, others, isSound }: Findings): string {
  if (isSound) return 'The check found nothing wrong.';
  const problems = [...validators, ...others].flatMap((node) =>
    node.problems.map((problem) => `${node.name}: ${problem}`),
  );
  return `The check found damage. ${problems.join('; ')}`;
}
