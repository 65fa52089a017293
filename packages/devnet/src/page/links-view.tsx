import { Fragment, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './button.tsx';
import { isLink, isOfLinks, type Link, type LinkState, linkState } from './links.ts';
import type { Act, Network } from './network.ts';

interface LinksProps {
  readonly network: Network;
  readonly act: Act;
}

/** The clients of the devnet itself. The wallet exists once it has been used. */
const CLIENTS = ['faucet', 'wallet'];

/** The links with which callers, clients and the proxy ask, with what is in effect there and what can be done about it. */
export function LinksView({ network, act }: LinksProps): VNode {
  const { genesis, validators, faults } = network;
  const [chosen, setChosen] = useState<Link | undefined>();
  const known = new Set(genesis.accounts.map(({ name }) => name));
  const callers = ['p1', 'http', ...CLIENTS.filter((name) => known.has(name))];
  const receivers = ['p1', ...validators.map(({ name }) => name)];
  const ofLinks = faults.filter(isOfLinks);
  const choose = (link: Link): void => setChosen(isSame(link, chosen) ? undefined : link);
  return (
    <section>
      <h2>Links</h2>
      <p class="hint">
        Who asks whom: <code>http</code> is everybody outside. → is the way of requests, ← that of
        answers. Press a link to change it.
        {overHttpIn(network).length > 0 &&
          ' What comes to a validator over HTTP, from callers or from other validators, has no faults.'}
      </p>
      <table class="links">
        <thead>
          <tr>
            <th />
            {callers.map((caller) => (
              <th key={caller}>from {caller}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {receivers.map((receiver) => (
            <Fragment key={receiver}>
              <LinkRow {...{ network, receiver, callers, chosen, choose }} />
              {chosen?.receiver === receiver && (
                <tr>
                  <td colSpan={callers.length + 1}>
                    <LinkActs link={chosen} state={linkState(network, chosen)} act={act} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
      <p>
        {ofLinks.length > 0 && <Button word="Heal all links" doing={() => endAll(ofLinks, act)} />}
      </p>
    </section>
  );
}

interface RowProps extends Pick<LinksProps, 'network'> {
  readonly receiver: string;
  readonly callers: readonly string[];
  readonly chosen: Link | undefined;
  readonly choose: (link: Link) => void;
}

function LinkRow({ network, receiver, callers, chosen, choose }: RowProps): VNode {
  const overHttp = overHttpIn(network);
  return (
    <tr>
      <th scope="row">to {receiver}</th>
      {callers.map((caller) => {
        const link = { caller, receiver };
        if (!isLink(link, overHttp)) return <td key={caller} />;
        const { words } = linkState(network, link);
        return (
          <td key={caller}>
            <button
              type="button"
              class={words.length === 0 ? 'open' : 'struck'}
              aria-label={`link ${caller} to ${receiver}: ${inWords(words)}`}
              aria-expanded={isSame(link, chosen)}
              onClick={() => choose(link)}
            >
              {inWords(words)}
            </button>
          </td>
        );
      })}
    </tr>
  );
}

interface ActsProps {
  readonly link: Link;
  readonly state: LinkState;
  readonly act: Act;
}

function LinkActs({ link: { caller, receiver }, state, act }: ActsProps): VNode {
  const { own, wider } = state;
  const between = { from: caller, to: receiver };
  const begin = (word: string, fault: object) => (
    <Button word={word} doing={() => act(({ admin }) => admin('POST', '/faults', fault))} />
  );
  const oneWay = { kind: 'cut', direction: 'one-way' };
  const slow = { delay: { dist: 'const', mean: '1 s' } };
  return (
    <fieldset>
      <legend>
        {caller} to {receiver}
      </legend>
      {begin('Cut both ways', { kind: 'cut', ...between })}
      {begin('Lose requests', { ...oneWay, ...between })}
      {begin('Lose answers', { ...oneWay, from: receiver, to: caller })}
      {begin('Hold', { kind: 'clog', ...between })}
      {begin('Slow by 1 s', { kind: 'degrade', ...between, link: slow })}
      {begin('Lose a fifth', { kind: 'degrade', ...between, link: { drop: 0.2 } })}
      {own.length > 0 && <Button word="Heal" doing={() => endAll(own, act)} />}
      {wider.map(({ id }) => (
        <Button
          key={id}
          word={`End ${id}, which strikes other links too`}
          doing={() => act(({ admin }) => admin('DELETE', `/faults/${id}`))}
        />
      ))}
    </fieldset>
  );
}

function endAll(faults: Network['faults'], act: Act): void {
  void act(({ admin }) => Promise.all(faults.map(({ id }) => admin('DELETE', `/faults/${id}`))));
}

function overHttpIn({ validators }: Network): readonly string[] {
  return validators.filter((each) => each.over_http).map(({ name }) => name);
}

function isSame(one: Link, other: Link | undefined): boolean {
  return one.caller === other?.caller && one.receiver === other.receiver;
}

function inWords(words: readonly string[]): string {
  return words.length === 0 ? 'open' : words.join(', ');
}
