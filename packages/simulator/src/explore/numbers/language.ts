import type { Machine } from '../machines/machine.ts';
import { createIdentities, type Identities } from './identities.ts';
import { createMessages, type Messages } from './messages.ts';

/** Numbers for the states and messages of nodes, shared by everything that compares them. */
export interface Language {
  readonly identities: Identities;
  readonly messages: Messages;
}

/** Creates the language of some nodes; it knows no message yet. */
export function createLanguage(machines: readonly Machine[]): Language {
  const identities = createIdentities();
  return { identities, messages: createMessages(machines, identities) };
}
