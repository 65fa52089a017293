import type { Finding, Oracle, Resting } from '../oracle.ts';

/**
 * No correct node forgets its tasks: while it drives a transaction, collects snapshots or has
 * others to tell, some event is still to come, at least a timer (rules P1, P8, C4, C6).
 *
 * Our addition to ledger.md. A task that others share gets done without this node, but by nobody
 * once the others are gone.
 */
export function nothingLeftUndone(): Oracle {
  return {
    name: 'nothing-left-undone',
    kind: 'safety',
    atRest: ({ resting }) => {
      for (const node of resting) {
        const [task] = tasksOf(node);
        if (task !== undefined) return idle(node.name, task);
      }
      return undefined;
    },
  };
}

function tasksOf(node: Resting): readonly string[] {
  switch (node.role) {
    case 'validator': {
      const { late, pushes, rumours, merge } = node.state.handover;
      return [
        ...[...late.keys()].map((key) => `to bring on ${key}`),
        ...pushes.map(({ epoch }) => `to tell that epoch ${epoch} has begun`),
        ...rumours.map(({ epoch }) => `to settle what begins epoch ${epoch}`),
        ...(merge === undefined ? [] : [`to merge its way into epoch ${merge.epoch}`]),
      ];
    }
    case 'proxy': {
      const { submissions, reads } = node.state;
      return [
        ...[...submissions.keys()].map((id) => `to drive ${id}`),
        ...[...reads.values()].map(({ waiting }) => `to answer ${waiting.requestId}`),
      ];
    }
    case 'client': {
      const { inFlight } = node.state;
      const isUnderWay = inFlight !== undefined && !inFlight.isResting;
      return isUnderWay ? ['to see its transaction through'] : [];
    }
  }
}

function idle(node: string, task: string): Finding {
  return {
    message: `${node} has something left to do, and nothing will come of it`,
    facts: { node, task },
  };
}
