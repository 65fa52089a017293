import type { VNode } from 'preact';
import { AskedButton, Button } from './button.tsx';
import type { Act, Network } from './network.ts';

interface HeldProps {
  readonly network: Network;
  readonly act: Act;
}

/** The messages that faults hold: each can be made to arrive, or be lost. */
export function HeldView({ network: { held, faults }, act }: HeldProps): VNode {
  const { count, overflow, messages } = held;
  const hasClog = faults.some(({ kind }) => kind === 'clog');
  return (
    <section>
      <h2>Held messages</h2>
      <p class="hint">
        What a <code>clog</code> holds. A message that you release arrives at once, before all
        others; one that you drop is lost. Callers wait 13 s for an answer.
      </p>
      {count === 0 && <p>{hasClog ? 'None yet.' : 'None: no clog is in effect.'}</p>}
      {count > 0 && (
        <>
          <p>
            {count > messages.length && `The first ${messages.length} of ${count}. `}
            <Button
              word="Release all"
              doing={() => act(({ admin }) => admin('POST', '/held/release'))}
            />{' '}
            <AskedButton
              word="Drop all"
              sure="Yes, lose them"
              doing={() => act(({ admin }) => admin('DELETE', '/held'))}
            />
          </p>
          <table>
            <thead>
              <tr>
                <th>id</th>
                <th>link</th>
                <th>message</th>
                <th>what it says</th>
                <th>since</th>
                <th />
              </tr>
            </thead>
            <tbody>
              {messages.map(({ id, from, to, message, content, since_nanos: since }) => (
                <tr key={id}>
                  <th scope="row">{id}</th>
                  <td class="whole">
                    {from} → {to}
                  </td>
                  <td>{message}</td>
                  <td class="says">{content}</td>
                  <td class="time">{new Date(since / 1e6).toLocaleTimeString()}</td>
                  <td class="acts">
                    <Button
                      word="Release"
                      of={id}
                      doing={() => act(({ admin }) => admin('POST', `/held/${id}/release`))}
                    />
                    <Button
                      word="Drop"
                      of={id}
                      doing={() => act(({ admin }) => admin('DELETE', `/held/${id}`))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {overflow > 0 && <p role="alert">{overflow} were lost: too much was held already.</p>}
    </section>
  );
}
