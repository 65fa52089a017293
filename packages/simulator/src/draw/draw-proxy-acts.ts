import type { Stream } from '@quorate/network';
import type { ByzantineAct } from '../scenario/byzantine/byzantine.ts';
import type { ProxyAct } from '../scenario/byzantine/proxy-act.ts';
import { CERTIFICATE_FLAWS, PROXY_ACTS, TRAFFIC_KINDS } from '../scenario/byzantine/words.ts';
import { someOf, wholeIn } from './dice.ts';

type Deeds = {
  readonly [A in ProxyAct['act']]: (stream: Stream, all: readonly string[]) => object;
};

const DEEDS: Deeds = {
  drop: (stream) => ({ kinds: someOf(stream, TRAFFIC_KINDS) }),
  swap: (stream) => ({ what: stream.pick(['answers', 'signatures'] as const) }),
  'forge-quorum': (stream) => ({ flaw: stream.pick(CERTIFICATE_FLAWS) }),
  'withhold-certificate': () => ({}),
  'stale-committee': (stream, validators) => ({ members: someOf(stream, validators) }),
};

/** Draws what a Byzantine proxy does: one or two acts of different kinds. */
export function drawProxyActs(
  stream: Stream,
  id: string,
  validators: readonly string[],
): readonly ByzantineAct[] {
  const kinds = stream.shuffle(PROXY_ACTS);
  const count = wholeIn(stream, { least: 1, greatest: 2 });
  return kinds.slice(0, count).map((act, index) => {
    const own = { id: `${id}-${index + 1}`, act, ...DEEDS[act](stream, validators) };
    if (act === 'stale-committee') return own as ByzantineAct;
    const times = stream.chance(0.3) ? wholeIn(stream, { least: 1, greatest: 3 }) : undefined;
    const everybody = { peers: undefined, senders: undefined };
    return { ...own, moment: undefined, only: everybody, times } as ByzantineAct;
  });
}
