import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import type { Act, Network } from './network.ts';
import { faultText } from './reading.ts';

interface FaultsProps {
  readonly network: Network;
  readonly act: Act;
}

const liar = (act: object) => ({ kind: 'byzantine', node: 'v1', acts: [act], for: '1 min' });

const EXAMPLES: Readonly<Record<string, object>> = {
  'answers of v1 are lost': {
    kind: 'degrade',
    from: 'v1',
    to: 'p1',
    direction: 'one-way',
    link: { drop: 1 },
    for: '30 s',
  },
  'everything is slow and some is lost': {
    kind: 'degrade',
    link: { delay: { dist: 'uniform', min: '20 ms', max: '200 ms' }, drop: 0.05 },
    for: '1 min',
  },
  'v1 takes a second for each message': { kind: 'slow', node: 'v1', delay: '1 s', for: '1 min' },
  'the clock of v1 is an hour ahead': { kind: 'clock', node: 'v1', offset: '1 h', for: '1 min' },
  'v1 crashes for ten seconds': { kind: 'crash', node: 'v1', restartAfter: '10 s' },
  'v1 shows false balances': liar({ act: 'lie', about: 'balance', by: 1000 }),
  'v1 shows a later nonce': liar({ act: 'lie', about: 'nonce', by: 1 }),
  'v1 does not answer requests to sign': liar({ act: 'withhold', kinds: ['sign'] }),
  'v1 gives signatures that do not verify': liar({ act: 'forge' }),
  'v1 signs in the name of v2': liar({ act: 'wrong-name', as: 'v2' }),
  'v1 says that it has settled what it has not': liar({ act: 'ack-without-apply' }),
  'v1 shows an old view': liar({ act: 'stale-view', requests: 5 }),
  'v1 signs two transactions at one nonce': liar({ act: 'double-sign' }),
  'v1 refuses everything for lack of funds': liar({ act: 'refuse', code: 'InsufficientFunding' }),
  'messages to v1 are held back': { kind: 'clog', from: 'p1', to: 'v1', for: '10 s' },
  'transactions wait here until you release them': {
    kind: 'clog',
    from: 'p1',
    direction: 'one-way',
    only: { message: 'SubmitTransaction' },
  },
};
const [FIRST = ''] = Object.keys(EXAMPLES);
const textOf = (name: string) => JSON.stringify(EXAMPLES[name], undefined, 2);

/** The faults in effect, and a form for more. */
export function FaultsView({ network: { faults, genesis }, act }: FaultsProps): VNode {
  const [text, setText] = useState(textOf(FIRST));
  const begin = () => act(({ admin }) => admin('POST', '/faults', JSON.parse(text) as object));
  return (
    <section>
      <h2>Faults</h2>
      <ul>
        {faults.map((fault) => (
          <li key={fault.id}>
            <code>{faultText(genesis, fault)}</code>{' '}
            <span class="hint">since {new Date(fault.since_nanos / 1e6).toLocaleTimeString()}</span>{' '}
            <Button
              word={`End ${fault.id}`}
              doing={() => act(({ admin }) => admin('DELETE', `/faults/${fault.id}`))}
            />
          </li>
        ))}
      </ul>
      {faults.length === 0 && <p>None.</p>}
      <p class="line">
        <label>
          Such as{' '}
          <select
            aria-label="example"
            onChange={({ currentTarget }) => setText(textOf(currentTarget.value))}
          >
            {Object.keys(EXAMPLES).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>{' '}
        <Button word="Begin" doing={begin} />{' '}
        <Button word="End all" doing={() => act(({ admin }) => admin('DELETE', '/faults'))} />
      </p>
      <textarea
        aria-label="fault"
        rows={8}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
    </section>
  );
}
