import type { Oracle } from '../oracle.ts';

/**
 * No message leaves a correct node before everything is durable that the node had written when it
 * decided to send it, and an answer of a validator not before all that its step writes (rule V8).
 *
 * Our addition to ledger.md. Without it, such a message does harm only if the power fails at that
 * very moment and somebody asks for a rival afterwards.
 */
export function sentWhenDurable(): Oracle {
  return {
    name: 'sent-when-durable',
    kind: 'safety',
    afterSend: ({ node, message, lacking }) =>
      lacking === 0
        ? undefined
        : {
            message: `${node} lets a message leave before what it rests on is durable`,
            facts: { node, message: message.type, lacking: String(lacking) },
          },
  };
}
