import type { VNode } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import { AccountsView } from './accounts-view.tsx';
import { Button } from './button.tsx';
import { type Calls, createCalls, TokenWanted } from './calls.ts';
import { FaultsView } from './faults-view.tsx';
import { HealthView } from './health-view.tsx';
import { HeldView } from './held-view.tsx';
import { LinksView } from './links-view.tsx';
import { type Act, createNetworkReader, type Network } from './network.ts';
import { usePolled } from './polled.ts';
import { SnapshotsView } from './snapshots-view.tsx';
import { TransactionsView } from './transactions-view.tsx';
import { ValidatorsView } from './validators-view.tsx';

/** How often the page asks what is new. */
const POLL_MILLIS = 1000;
const TOKEN_KEY = 'quorate-token';

// The same token would be refused again.
const wantsToken = (failure: unknown): boolean => failure instanceof TokenWanted;

/** The whole page. */
export function App(): VNode {
  const [token, setToken] = useState(sessionStorage.getItem(TOKEN_KEY) ?? '');
  const calls = useMemo(() => createCalls(token), [token]);
  const read = useMemo(() => createNetworkReader(calls), [calls]);
  const { value: network, failure, again } = usePolled(read, POLL_MILLIS, wantsToken);
  const [said, setSaid] = useState('');
  const act: Act = useCallback(
    async (doing) => {
      try {
        const given = await doing(calls);
        setSaid(typeof given === 'string' ? given : '');
      } catch (refused) {
        setSaid(messageOf(refused));
      }
      again();
    },
    [calls, again],
  );
  if (failure instanceof TokenWanted) {
    return (
      <TokenForm
        refusal={token === '' ? '' : failure.message}
        onGiven={(given) => {
          sessionStorage.setItem(TOKEN_KEY, given);
          setToken(given);
        }}
      />
    );
  }
  return (
    <>
      <header>
        <h1>Quorate devnet</h1>
        <nav>
          <a href="/api-docs">REST</a> <a href="/api-docs?admin">admin interface</a>{' '}
          <a href="/metrics">metrics</a>
        </nav>
      </header>
      {failure !== undefined && (
        <p role="alert">
          The devnet does not answer: {messageOf(failure)}.{' '}
          {network !== undefined && 'Below is what it told last.'}
        </p>
      )}
      {/* A screen reader reads out what changes in it, but not a status that is new itself. */}
      <div role="status">
        {said !== '' && (
          <p class="said">
            {said} <Button word="dismiss" doing={() => setSaid('')} />
          </p>
        )}
      </div>
      {network === undefined ? <p>Asking…</p> : <Views network={network} act={act} calls={calls} />}
    </>
  );
}

interface ViewsProps {
  readonly network: Network;
  readonly act: Act;
  readonly calls: Calls;
}

function Views({ network, act, calls }: ViewsProps): VNode {
  return (
    <main>
      <HealthView network={network} />
      <ValidatorsView network={network} act={act} />
      <TransactionsView network={network} act={act} />
      <AccountsView network={network} calls={calls} />
      <LinksView network={network} act={act} />
      <FaultsView network={network} act={act} />
      <HeldView network={network} act={act} />
      <SnapshotsView network={network} act={act} />
    </main>
  );
}

interface TokenFormProps {
  readonly refusal: string;
  readonly onGiven: (token: string) => void;
}

function TokenForm({ refusal, onGiven }: TokenFormProps): VNode {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onGiven(String(new FormData(event.currentTarget).get('token')));
      }}
    >
      <h1>Quorate devnet</h1>
      <label>
        Token <input name="token" type="password" autocomplete="off" required={true} />
      </label>{' '}
      <button type="submit">Open</button>
      <p>The devnet was started with this token (--token, or QUORATE_TOKEN).</p>
      {refusal !== '' && <p role="alert">{refusal}</p>}
    </form>
  );
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure);
}
