import type { Result } from '@quorate/core';
import { describe, expect, it } from 'vitest';
import { readerOf } from '../../world/links.ts';
import { createPlainReadings } from './plain-readings.ts';

const TOKENS = { type: 'TokenInfo', tokens: [] } as const satisfies Result;
const LATER = { ...TOKENS };

/** A proxy p1 that is asked for tokens, and whose steps are noted one by one. */
function createProxy() {
  const readings = createPlainReadings();
  const tokenIds: readonly never[] = [];
  const query = (requestId: string) => ({ type: 'GetTokenInfo', requestId, tokenIds });
  const step = (input: object, effects: readonly object[], isFirst = false) =>
    readings.step({ node: 'p1', isFirst, observation: { input, effects } } as never);
  const asking = (names: readonly string[], requestId: string) =>
    names.map((to) => ({ type: 'Send', to, message: query(requestId) }));
  const from = readerOf('alice');
  return {
    asked: (names: readonly string[], sentAs: string) =>
      step({ type: 'Message', from, message: query('r') }, asking(names, sentAs)),
    restarts: () => step({ type: 'Start' }, [], true),
    repeats: (names: readonly string[], sentAs: string) =>
      step({ type: 'Timer', id: 't' }, asking(names, sentAs)),
    hears: (node: string, requestId: string, result: Result = TOKENS) =>
      step({ type: 'Message', from: node, message: { type: 'Response', requestId, result } }, []),
    /** Tells the reader; gives who has said something by then, and who said the later thing. */
    tells: () =>
      step({ type: 'Timer', id: 't' }, [
        { type: 'Reply', to: from, requestId: 'r', result: TOKENS },
      ]).map(({ said }) =>
        [...said].map(([node, result]) => (result === LATER ? `${node} later` : node)),
      ),
  };
}

describe('read-quorum, of what validators have said of tokens', () => {
  it('begins anew for whom the proxy asks anew, and still counts for the others', () => {
    const proxy = createProxy();
    proxy.asked(['v1', 'v2', 'v3'], '1');
    for (const node of ['v1', 'v2']) proxy.hears(node, '1');
    proxy.repeats(['v1', 'v3'], '2');
    proxy.hears('v1', '1');
    proxy.hears('v3', '2');
    expect(proxy.tells()).toEqual([['v2', 'v3']]);
    expect(proxy.tells()).toEqual([]);
  });

  it('counts what another copy of a request brings, though the proxy asks others once more', () => {
    const proxy = createProxy();
    proxy.asked(['v1', 'v2', 'v3'], '1');
    proxy.hears('v1', '1');
    proxy.hears('v2', '1');
    proxy.repeats(['v3'], '1');
    proxy.hears('v1', '1', LATER);
    proxy.hears('v3', '1', LATER);
    expect(proxy.tells()).toEqual([['v1 later', 'v2', 'v3 later']]);
  });

  it('counts no copy of a request once all are asked under another id', () => {
    const proxy = createProxy();
    proxy.asked(['v1', 'v2'], '1');
    proxy.hears('v1', '1');
    proxy.repeats(['v1', 'v2'], '2');
    proxy.hears('v1', '1', LATER);
    proxy.hears('v2', '2', LATER);
    expect(proxy.tells()).toEqual([['v2 later']]);
  });

  it('begins anew when the proxy restarts', () => {
    const proxy = createProxy();
    proxy.asked(['v1', 'v2'], '1');
    proxy.hears('v1', '1');
    proxy.restarts();
    proxy.asked(['v2'], '2');
    proxy.hears('v1', '1', LATER);
    proxy.hears('v2', '2');
    expect(proxy.tells()).toEqual([['v2']]);
  });

  it('goes on when the proxy asks a member once more under the same id', () => {
    const proxy = createProxy();
    proxy.asked(['v1', 'v2'], '1');
    proxy.hears('v1', '1');
    proxy.repeats(['v1'], '1');
    expect(proxy.tells()).toEqual([['v1']]);
  });
});
