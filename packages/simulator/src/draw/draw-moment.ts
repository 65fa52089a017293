import type { Stream } from '@quorate/network';
import type { Moment, ProtocolMoment } from '../scenario/faults/moment.ts';
import type { ScenarioCluster } from '../scenario/scenario.ts';
import { spanIn, wholeIn } from './dice.ts';

/** What happens to a node of each role. */
const REACHED = {
  validator: ['received', 'signed', 'flushed', 'answered', 'settled'],
  proxy: ['received', 'certified', 'flushed', 'answered'],
  client: ['received', 'flushed', 'answered'],
} as const satisfies Readonly<Record<string, readonly ProtocolMoment[]>>;

/** Draws a time within `horizon`, in nanoseconds. */
export function drawTime(stream: Stream, horizon: bigint): Moment {
  return { kind: 'time', at: spanIn(stream, 0, Number(horizon / 1_000_000n)) };
}

/** Draws a moment: half of them points of the protocol at the node, the rest times. */
export function drawMoment(
  stream: Stream,
  node: string,
  { cluster, horizon }: { readonly cluster: ScenarioCluster; readonly horizon: bigint },
): Moment {
  const time = drawTime(stream, horizon);
  if (!stream.chance(0.5)) return time;
  const after = stream.pick<ProtocolMoment>(REACHED[roleOf(node, cluster)]);
  return { kind: 'trigger', node, after, count: wholeIn(stream, { least: 1, greatest: 4 }) };
}

function roleOf(node: string, { validators, proxies }: ScenarioCluster): keyof typeof REACHED {
  if (validators.includes(node)) return 'validator';
  return proxies.includes(node) ? 'proxy' : 'client';
}
