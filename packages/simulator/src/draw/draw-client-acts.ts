import type { Stream } from '@quorate/network';
import type { ByzantineAct } from '../scenario/byzantine/byzantine.ts';
import type { ClientDeed, Rival } from '../scenario/byzantine/client-act.ts';
import { CERTIFICATE_FLAWS, CLIENT_ACTS, ENCODING_FAULTS } from '../scenario/byzantine/words.ts';
import type { ScenarioCluster } from '../scenario/scenario.ts';
import { someOf, spanIn, wholeIn } from './dice.ts';
import { drawAmount } from './draw-amount.ts';

/** A Byzantine client and whom it deals with. */
export interface Culprit {
  readonly client: string;
  readonly cluster: ScenarioCluster;
  /** The time within which it acts. Units: nanoseconds. */
  readonly horizon: bigint;
}

type Deeds = {
  readonly [A in ClientDeed['act']]: (
    stream: Stream,
    culprit: Culprit,
  ) => Extract<ClientDeed, { readonly act: A }>;
};

const DEEDS: Deeds = {
  equivocate: (stream, culprit) => ({
    act: 'equivocate',
    rivals: drawRivals(stream, culprit),
    nonce: undefined,
    crossAfter: stream.chance(0.5) ? spanIn(stream, 50, 2_000) : undefined,
  }),
  'nonce-abuse': (stream, culprit) => ({
    act: 'nonce-abuse',
    kind: stream.pick(['gap', 'reuse', 'huge'] as const),
    ...drawPayment(stream, culprit),
    targets: undefined,
  }),
  'bad-encoding': (stream, culprit) => ({
    act: 'bad-encoding',
    kind: stream.pick(ENCODING_FAULTS),
    ...drawPayment(stream, culprit),
    targets: undefined,
  }),
  'incomplete-certificate': (stream, culprit) => ({
    act: 'incomplete-certificate',
    flaw: stream.pick(CERTIFICATE_FLAWS),
    ...drawPayment(stream, culprit),
    targets: undefined,
  }),
};

/** Draws what a Byzantine client does: one or two acts of different kinds. */
export function drawClientActs(
  stream: Stream,
  id: string,
  culprit: Culprit,
): readonly ByzantineAct[] {
  const kinds = stream.shuffle(CLIENT_ACTS);
  const count = wholeIn(stream, { least: 1, greatest: 2 });
  return kinds.slice(0, count).map((kind, index) => ({
    id: `${id}-${index + 1}`,
    moment: { kind: 'time', at: spanIn(stream, 0, Number(culprit.horizon / 2_000_000n)) },
    ...DEEDS[kind](stream, culprit),
  }));
}

/** Two or three payments for one nonce, each for some of the validators. */
function drawRivals(stream: Stream, culprit: Culprit): readonly Rival[] {
  const { validators } = culprit.cluster;
  const count = wholeIn(stream, { least: 2, greatest: 3 });
  return Array.from({ length: count }, () => ({
    ...drawPayment(stream, culprit),
    validators: someOf(stream, validators),
    deliver: stream.chance(0.5) ? undefined : someOf(stream, validators),
  }));
}

function drawPayment(stream: Stream, { client, cluster }: Culprit) {
  const balance = cluster.clients.find(({ name }) => name === client)?.balance ?? 0n;
  const to = stream.pick(cluster.clients.map(({ name }) => name));
  return { to, amount: drawAmount(stream, balance) };
}
