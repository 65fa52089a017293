import type { End, NetworkConditions, Rng, Span } from '@quorate/network';
import type {
  ClogFault,
  CutFault,
  DegradeFault,
  NetworkFault,
  SwizzleClogFault,
} from '../../scenario/faults/network-fault.ts';
import type { VirtualClock } from '../../virtual-clock.ts';
import { spanAmong, spanOf } from '../links.ts';
import type { Moments } from '../moments.ts';
import type { TraceRecorder } from '../trace-recorder.ts';
import { createEnds } from './ends.ts';

/** What network faults act on. */
export interface NetworkFaultGround {
  readonly clock: VirtualClock;
  readonly moments: Pick<Moments, 'next'>;
  readonly rng: Rng;
  readonly trace: Pick<TraceRecorder, 'fault'>;
  readonly conditions: NetworkConditions;
}

/** Carries out network faults. */
export interface NetworkFaults {
  /** Begins a fault; `meets` is called whenever a message is affected. */
  begin(fault: NetworkFault, meets: () => void): void;
  /**
   * Ends every fault on the links between these nodes, which only delay messages from then on.
   * Faults of other links become permanent.
   */
  heal(nodes: ReadonlySet<string>): void;
}

type LastingFault = CutFault | ClogFault | DegradeFault;

/** Creates the network faults of a run. */
export function createNetworkFaults(ground: NetworkFaultGround): NetworkFaults {
  const { clock, moments, rng, trace, conditions } = ground;
  const whenOver = createEnds(clock, moments);
  let isHealed = false;

  function unlessHealed(act: () => void): () => void {
    return () => {
      if (!isHealed) act();
    };
  }

  function conditionOf(fault: LastingFault, span: Span): End {
    switch (fault.kind) {
      case 'cut':
        return conditions.cut(span);
      case 'clog':
        return conditions.clog(span);
      case 'degrade':
        return conditions.degrade(span, fault.link);
    }
  }

  function last(fault: LastingFault, meets: () => void): void {
    const concerns = spanOf(fault);
    // Only messages cause queries about links, so each query is a message.
    const span: Span = (from, to) => {
      const isConcerned = concerns(from, to);
      if (isConcerned) meets();
      return isConcerned;
    };
    const word = WORDS[fault.kind];
    trace.fault(word, fault.id, clock.now());
    const end = conditionOf(fault, span);
    const finish = unlessHealed(() => {
      trace.fault(`${word}End`, fault.id, clock.now());
      end();
    });
    whenOver(fault, finish);
  }

  function swizzle(
    { id, moment, nodes, spread, for: length }: SwizzleClogFault,
    meets: () => void,
  ): void {
    const stream = rng.stream(`faults/${id}`);
    for (const node of nodes) {
      const begins = stream.bigintBelow(spread + 1n);
      const ends = length + stream.bigintBelow(spread + 1n);
      const clog = { kind: 'clog', id: `${id}/${node}`, moment, for: ends - begins } as const;
      const begin = () => last({ ...clog, from: [node], to: ['*'], direction: 'two-way' }, meets);
      clock.interrupt(clock.now() + begins, unlessHealed(begin));
    }
  }

  return {
    begin: (fault, meets) =>
      fault.kind === 'swizzle-clog' ? swizzle(fault, meets) : last(fault, meets),
    heal(nodes) {
      isHealed = true;
      conditions.heal(spanAmong(nodes));
    },
  };
}

/** The names of network faults in the trace. */
const WORDS = { cut: 'Cut', clog: 'Clog', degrade: 'Degrade' } as const;
