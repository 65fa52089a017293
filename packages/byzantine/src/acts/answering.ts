import type { Message, Result } from '@quorate/core';
import { isSameData } from '@quorate/protocol';
import type { Bend } from '../bend.ts';
import type { Reach } from '../reach.ts';

/**
 * Creates the bend of an act that changes answers: to other results, to several or to none. If
 * `change` gives undefined, the answer stays as it is. A change to the very same answer does
 * nothing.
 */
export function answering(
  reach: Reach,
  change: (result: Result, asked: Message) => readonly Result[] | undefined,
): Bend {
  return {
    say: (said) => {
      const { to, message, asked } = said;
      if (message.type !== 'Response' || asked === undefined) return [said];
      const results = reach.act({ peer: to, request: asked }, () => {
        const changed = change(message.result, asked);
        return isSameData(changed, [message.result]) ? undefined : changed;
      });
      return results?.map((result) => ({ ...said, message: { ...message, result } })) ?? [said];
    },
  };
}
