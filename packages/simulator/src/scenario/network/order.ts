import { REQUEST_TYPES, RESPONSE } from '@quorate/network';
import type { Problem } from '../diagnostic.ts';
import {
  choice,
  is,
  listOf,
  mapping,
  node,
  positive,
  text,
  unless,
  type ValueOf,
} from '../forms.ts';
import { field, items, text as textIn } from '../loose.ts';
import { known } from '../steps/check-steps.ts';

const nth = (description: string) => ({ 'nth?': unless(positive(description), 1) });

const ofMessage = {
  message: text('What kind of message, in the words of replay --step, such as Response Signed.'),
  from: node('Who sent it.'),
  to: node('Who gets it.'),
  'about?': text('Which transaction it is about, such as alice pays bob 1; any by default.'),
  ...nth('Which of the messages that fit, in the order of sending; the first by default.'),
};

const turn = choice('One event.', 'do', [
  mapping('A message arrives.', { do: is('deliver'), ...ofMessage }),
  mapping('A message is lost.', { do: is('lose'), ...ofMessage }),
  mapping('A message arrives, and may do so again.', { do: is('copy'), ...ofMessage }),
  mapping('A timer goes off.', {
    do: is('fire'),
    node: node('Whose timer it is.'),
    timer: text('What replay --step calls it, without the id of a transaction, such as retry.'),
    ...nth('Which of the timers that fit, in the order of setting; the first by default.'),
  }),
]);

/** What comes next: something happens to a message under way, or a timer goes off. */
export type OrderedTurn = ValueOf<typeof turn>;

/** The form of the order in which a run begins. */
export const orderForm = unless(
  listOf(
    'What comes first, in this order; all other messages and timers of nodes come afterwards.',
    turn,
  ),
  [],
);

/** Finds nodes and messages in an order that do not exist; accepts values of any shape. */
export function checkOrderNames(data: unknown, nodes: readonly string[]): Problem[] {
  return items(field(data, 'network'), 'order').flatMap((each, index) => {
    const path = ['network', 'order', index] as const;
    return [
      ...['from', 'to', 'node'].flatMap((key) =>
        known('node', [...path, key], textIn(each, key), nodes),
      ),
      ...checkMessage(textIn(each, 'message'), [...path, 'message']),
    ];
  });
}

function checkMessage(message: string | undefined, path: Problem['path']): Problem[] {
  // What answers say is up to those who answer, such as nodes of somebody else.
  if (message?.startsWith(`${RESPONSE} `)) return [];
  if (message !== RESPONSE) return known('message', path, message, REQUEST_TYPES);
  const problem = `expected what the response says as well, such as "${RESPONSE} Signed"`;
  return [{ path, at: 'value', message: problem }];
}
