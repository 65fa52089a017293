import { describeMessage } from '@quorate/network';
import type { Address, JsonObject } from '@quorate/protocol';
import { type AdminRoutes, countIn, param } from '../admin/admin-routes.ts';
import type { HeldMessage, HeldMessages } from './held-messages.ts';
import { contentInWords } from './message-words.ts';

/** The most held messages that are told at once. */
export const FIRST_MAX = 1000;

/** Adds the routes with which callers see what faults hold, and let it go on or lose it. */
export function addHeld(
  routes: AdminRoutes,
  held: HeldMessages,
  names: ReadonlyMap<Address, string>,
): void {
  routes.get('/held', (context) => {
    const first = countIn(context, { name: 'first', usual: 200, most: FIRST_MAX });
    const all = held.list();
    return {
      count: all.length,
      overflow: held.overflow(),
      messages: all.slice(0, first).map((each) => heldJson(each, names)),
    };
  });
  routes.act('/held/release', () => ({ released: [...held.releaseAll()] }));
  routes.act('/held/:id/release', (context) => {
    const id = param(context, 'id');
    held.release(id);
    return { id };
  });
  routes.delete('/held/:id', (context) => {
    const id = param(context, 'id');
    held.drop(id);
    return { id };
  });
  routes.delete('/held', () => ({ dropped: [...held.dropAll()] }));
}

function heldJson(
  { id, fault, from, to, since, message }: HeldMessage,
  names: ReadonlyMap<Address, string>,
): JsonObject {
  const { kind, transactionId } = describeMessage(message, String);
  return {
    id,
    fault,
    from,
    to,
    since_nanos: since,
    message: kind,
    transaction_id: transactionId ?? null,
    content: contentInWords(message, names),
  };
}
