import { type IncomingMessage, ServerResponse } from 'node:http';

/** Answers that are ready, in the order in which they became ready. */
let ready: (() => void)[] = [];

/**
 * An answer that is sent together with the others that are ready at the end of the host's turn.
 *
 * Writing to a socket wakes the process at its other end, which costs many times the writing itself
 * if that process was asleep. If several answers are sent one after the other, only the first one
 * has to wake it.
 */
export class GroupedResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** Takes the arguments of `ServerResponse.end`. */
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
