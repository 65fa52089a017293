import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

/** What went wrong between two threads. */
export type ThreadErrorCode = 'ThreadLost' | 'ThrownElsewhere';

/** The other thread is gone, or has thrown an error, which is passed on here. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  readonly code: ThreadErrorCode;

  constructor(code: ThreadErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Connects two threads of which only one runs at a time. The caller blocks until the answer
 * arrives, and meanwhile answers the calls that the other thread makes in return. So the two behave
 * like one thread.
 *
 * Requests and answers are plain data and are structurally cloned.
 */
export interface ThreadLink {
  /**
   * Sends a request to the other thread and waits for its answer.
   *
   * @throws ThreadError `ThrownElsewhere` with the message and stack of what the other thread
   * threw; `ThreadLost` when it no longer answers
   */
  call(request: unknown): unknown;
  /** Answers calls until the other thread ends the link; for a thread that only serves. */
  serve(): void;
  /** Ends the link: the other thread stops serving. */
  end(): void;
}

/**
 * The part of a `MessagePort` of `node:worker_threads` that is used here. The type itself is not
 * named, so that users of this package need no types of Node.js.
 */
export interface ThreadPort {
  postMessage(value: unknown): void;
  start(): void;
  ref(): void;
  unref(): void;
  close(): void;
}

/** What one end of a link is made of. */
export interface ThreadLinkOptions {
  readonly port: ThreadPort;
  /** Memory shared by both ends: how many messages each was sent. Two 32-bit numbers. */
  readonly sent: Int32Array;
  /** Which of the two numbers counts the messages to this end. */
  readonly end: 0 | 1;
  /** Answers a call of the other thread. What it throws is thrown there. */
  readonly answer: (request: unknown) => unknown;
  /** How long the other thread may be silent before it counts as lost, in milliseconds. */
  readonly patience: number;
}

type Letter =
  | { readonly type: 'Call'; readonly request: unknown }
  | { readonly type: 'Return'; readonly value: unknown }
  | { readonly type: 'Throw'; readonly message: string; readonly stack: string | undefined }
  | { readonly type: 'End' };

/** Creates the memory that both ends of a link share. */
export function createSentCounts(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** Creates one end of a link. */
export function createThreadLink(options: ThreadLinkOptions): ThreadLink {
  const { port, sent, end, answer, patience } = options;
  const other = 1 - end;

  function post(letter: Letter): void {
    port.postMessage(letter);
    Atomics.add(sent, other, 1);
    Atomics.notify(sent, other);
  }

  function receive(): Letter {
    for (;;) {
      const seen = Atomics.load(sent, end);
      const received = receiveMessageOnPort(port as MessagePort);
      if (received !== undefined) return received.message;
      // Returns at once if something was sent since. Otherwise it waits for the other thread, which
      // runs meanwhile; no time passes in the simulation.
      if (Atomics.wait(sent, end, seen, patience) === 'timed-out') {
        throw new ThreadError('ThreadLost', `the other thread was silent for ${patience} ms`);
      }
    }
  }

  function reply(request: unknown): void {
    // A value that cannot be cloned is not sent, and the caller is told of that error too.
    try {
      post({ type: 'Return', value: answer(request) });
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      post({ type: 'Throw', message, stack });
    }
  }

  return {
    call(request) {
      post({ type: 'Call', request });
      for (;;) {
        const letter = receive();
        switch (letter.type) {
          case 'Call':
            reply(letter.request);
            break;
          case 'Return':
            return letter.value;
          case 'Throw':
            throw elsewhere(letter);
          case 'End':
            throw new ThreadError('ThreadLost', 'the other thread ended the link');
        }
      }
    },
    serve() {
      for (;;) {
        const letter = receive();
        if (letter.type === 'End') return;
        if (letter.type === 'Call') reply(letter.request);
      }
    },
    end: () => post({ type: 'End' }),
  };
}

function elsewhere({ message, stack }: Extract<Letter, { readonly type: 'Throw' }>): ThreadError {
  const error = new ThreadError('ThrownElsewhere', message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
