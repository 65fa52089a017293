import type { AttentiveAsker } from './asker.ts';
import type { HostedNode } from './host-node.ts';

/** Requests that wait for a node resolve at once without an answer when the node goes down. */
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
