import type { VNode } from 'preact';
import type { Fault, Validator } from './answers.ts';
import { AskedButton, Button } from './button.tsx';
import type { Calls } from './calls.ts';
import type { Act, Network } from './network.ts';
import { isOfLiar } from './reading.ts';

interface ValidatorsProps {
  readonly network: Network;
  readonly act: Act;
}

/** Each validator: how it is, what it has done, and what can be done to it. */
export function ValidatorsView({ network, act }: ValidatorsProps): VNode {
  const { validators, faults } = network;
  const most = Math.max(1, ...validators.map(({ settled }) => settled));
  return (
    <section>
      <h2>Validators</h2>
      <table>
        <thead>
          <tr>
            <th>name</th>
            <th>status</th>
            <th>seat</th>
            <th class="number">signed</th>
            <th class="number">settled</th>
            <th />
            <th>JSON-RPC</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {validators.map((validator) => (
            <ValidatorRow key={validator.name} {...{ validator, most, faults, act }} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps {
  readonly validator: Validator;
  /** The most that any validator has settled. */
  readonly most: number;
  readonly faults: readonly Fault[];
  readonly act: Act;
}

function ValidatorRow({ validator, most, faults, act }: RowProps): VNode {
  const { name, status, rpc, seat, epoch, signed, settled, acts = [] } = validator;
  const paused = faults.find(({ kind, node }) => kind === 'pause' && node === name);
  const cut = faults.find(({ kind, from, to }) => kind === 'cut' && from === name && to === '*');
  const lies = faults.find((fault) => isOfLiar(fault, name));
  const shown = [status, paused && 'paused', cut && 'cut off', lies && `lies: ${acts.join(', ')}`]
    .filter(Boolean)
    .join(', ');
  const button = (word: string, ...request: Parameters<Calls['admin']>) => (
    <Button word={word} of={name} doing={() => act(({ admin }) => admin(...request))} />
  );
  return (
    <tr class={shown === 'active' ? '' : 'impaired'}>
      <th scope="row">{name}</th>
      <td>{shown}</td>
      <td class="whole">{seat === undefined ? 'none' : `${seat}, epoch ${epoch}`}</td>
      <td class="number">{signed}</td>
      <td class="number">{settled}</td>
      <td>
        <meter value={settled} max={most} title={lagOf(settled, most)} />
      </td>
      <td>
        <code>{rpc}</code>
      </td>
      <td class="acts">
        {status === 'active'
          ? button('Crash', 'POST', `/validators/${name}/crash`)
          : button('Start', 'POST', `/validators/${name}/start`)}
        {paused === undefined
          ? button('Pause', 'POST', '/faults', { kind: 'pause', node: name })
          : button('Resume', 'DELETE', `/faults/${paused.id}`)}
        {cut === undefined
          ? button('Cut off', 'POST', '/faults', { kind: 'cut', from: name })
          : button('Reconnect', 'DELETE', `/faults/${cut.id}`)}
        <AskedButton
          word="Forget"
          of={name}
          sure="Yes, forget all"
          doing={() => act(({ admin }) => admin('POST', `/validators/${name}/amnesia`))}
        />
      </td>
    </tr>
  );
}

function lagOf(settled: number, most: number): string {
  return settled === most ? 'nobody has settled more' : `${most - settled} fewer than the first`;
}
