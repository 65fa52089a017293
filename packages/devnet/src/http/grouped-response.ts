import { type IncomingMessage, ServerResponse } from 'node:http';

/** Answers that are ready, in the order in which they became so. */
let ready: (() => void)[] = [];

/**
 * An answer that leaves together with the others that are ready when the host's turn ends.
 *
 * To write to a socket wakes whoever waits at its other end, which costs many times the writing where
 * they had gone to sleep. Of answers that leave one after the other, only the first has to.
 */
export class GroupedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Takes what `ServerResponse.end` does. */
  override end(...rest: unknown[]): this {
    const leave = super.end.bind(this) as (...given: unknown[]) => this;
    if (ready.push(() => void leave(...rest)) === 1) setImmediate(leaveTogether);
    return this;
  }
}

function leaveTogether(): void {
  const leaving = ready;
  ready = [];
  for (const leave of leaving) leave();
}
