import type { Observation } from '@quorate/actors';
import type { ClientMessage, ClientState, Result } from '@quorate/core';
import { factsOf, type TransactionId } from '@quorate/protocol';
import type { VirtualClock } from '../../virtual-clock.ts';

/** How long a user takes to look at a client that has restarted. Units: nanoseconds. */
const LOOK_NANOS = 1_000_000_000n;

/** A request of a user to a client. */
export interface Request {
  /** The node of the client. */
  readonly node: string;
  readonly requestId: string;
  /** Whether the user still waits for the answer. */
  readonly isOpen: () => boolean;
  /** Sends the request again. */
  readonly again: () => void;
  /** Gives the user the answer. */
  readonly told: (result: Result) => void;
}

/**
 * What users see of clients that crash: such a client forgets whom it has to answer.
 *
 * After the restart its user looks at it. The user waits for what the client sends again or has
 * settled, and repeats what was open at the restart and the client never signed. So no user pays
 * twice, and none waits for ever.
 */
export interface Desk {
  asked(request: Request): void;
  /** Sees a step of a client. */
  observe(observation: ClientObservation): void;
  /** A client was restarted; `state` is called when the user looks. */
  restarted(node: string, state: () => ClientState | undefined): void;
}

/** Creates the desk of a run in which clients crash. */
export function createDesk(clock: VirtualClock): Desk {
  let requests: readonly Request[] = [];
  // What was open at a restart and has not been repeated since. A client that is paused has not
  // heard of later requests yet, but has not forgotten them either.
  const perhapsForgotten = new Set<Request>();
  const signedFor = new Map<string, TransactionId>();
  // By node and transaction, because the members of an account send the same one, each with its own
  // signature.
  const results = new Map<string, Result>();

  function openAt(node: string): readonly Request[] {
    requests = requests.filter(({ isOpen }) => isOpen());
    return requests.filter((request) => request.node === node);
  }

  function resultFor({ node, requestId }: Request): Result | undefined {
    const id = signedFor.get(requestId);
    return id === undefined ? undefined : results.get(`${node}/${id}`);
  }

  function look(node: string, state: ClientState): void {
    for (const request of openAt(node)) {
      if (!perhapsForgotten.has(request) || isHeld(request, state)) continue;
      const result = resultFor(request);
      if (result === undefined) repeat(request);
      else request.told(result);
    }
  }

  function repeat(request: Request): void {
    perhapsForgotten.delete(request);
    request.again();
  }

  function isHeld({ requestId }: Request, { inFlight, queue }: ClientState): boolean {
    if (queue.some(({ request }) => request.requestId === requestId)) return true;
    if (inFlight === undefined) return false;
    return (
      inFlight.asked?.request.requestId === requestId || signedFor.get(requestId) === idOf(inFlight)
    );
  }

  function noteRequest({ inFlight }: ClientState): void {
    if (inFlight?.asked === undefined) return;
    signedFor.set(inFlight.asked.request.requestId, idOf(inFlight));
  }

  // Answers requests on behalf of the client, which no longer knows whom it has to answer.
  function tellAt(node: string): void {
    for (const request of openAt(node)) {
      const result = resultFor(request);
      if (result !== undefined) request.told(result);
    }
  }

  return {
    asked(request) {
      requests = [...requests, request];
    },
    observe(observation) {
      noteRequest(observation.after);
      const ended = endedBy(observation);
      if (ended === undefined) return;
      results.set(`${observation.node}/${idOf(ended.inFlight)}`, ended.result);
      if (ended.inFlight.asked === undefined) tellAt(observation.node);
    },
    restarted(node, state) {
      for (const request of openAt(node)) perhapsForgotten.add(request);
      clock.setTimer(clock.now() + LOOK_NANOS, () => {
        const present = state();
        if (present !== undefined) look(node, present);
      });
    },
  };
}

type ClientObservation = Observation<ClientState, ClientMessage, never>;
type InFlight = NonNullable<ClientState['inFlight']>;

function endedBy({ input, before, after }: ClientObservation) {
  const { inFlight } = before;
  if (inFlight === undefined || !hasEnded(inFlight, after)) return undefined;
  if (input.type !== 'Message' || input.message.type !== 'Response') return undefined;
  return { inFlight, result: input.message.result };
}

function hasEnded(inFlight: InFlight, { inFlight: next }: ClientState): boolean {
  return next === undefined || idOf(next) !== idOf(inFlight) || next.isResting;
}

function idOf({ envelope }: InFlight): TransactionId {
  return factsOf(envelope.transaction).id;
}
