import { createIdentities, type Identities } from './identities.ts';
import type { Machine } from './machine.ts';
import { createMessages, type Messages } from './messages.ts';

/** What nodes are and say, by numbers: the same ones for all who compare them. */
export interface Language {
  readonly identities: Identities;
  readonly messages: Messages;
}

/** Creates the language of some nodes, in which nothing has been said. */
export function createLanguage(machines: readonly Machine[]): Language {
  const identities = createIdentities();
  return { identities, messages: createMessages(machines, identities) };
}
