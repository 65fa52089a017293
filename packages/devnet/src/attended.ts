import type { AttentiveAsker } from './asker.ts';
import type { HostedNode } from './local-network.ts';

/** Whoever waits for an answer of a node that goes down is told at once that there will be none. */
export function attended<H extends HostedNode<unknown>>(hosted: H, asker: AttentiveAsker): H {
  const { node } = hosted;
  const giveUp = asker.attend(node.name, () => ['crashed', 'failed'].includes(node.status()));
  return {
    ...hosted,
    node: {
      ...node,
      crash() {
        node.crash();
        giveUp();
      },
    },
    restore(rows) {
      const restored = hosted.restore(rows);
      giveUp();
      return restored;
    },
  };
}
