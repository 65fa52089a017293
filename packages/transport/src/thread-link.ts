import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

/** Names what went wrong between two threads. */
export type ThreadErrorCode = 'ThreadLost' | 'ThrownElsewhere';

/** Reports that the other thread is gone, or passes on what was thrown there. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  readonly code: ThreadErrorCode;

  constructor(code: ThreadErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Joins two threads of which one runs at a time: who calls stands still until the answer is there,
 * and meanwhile answers what the other calls in return. So both together behave like one thread.
 *
 * Requests and answers are plain data and cross as structured clones.
 */
export interface ThreadLink {
  /**
   * Asks the other thread for something and waits for its answer.
   *
   * @throws ThreadError `ThrownElsewhere` with the message and stack of what the other thread threw;
   * `ThreadLost` when it does not answer any more
   */
  call(request: unknown): unknown;
  /** Answers calls until the other thread ends the link; for the thread that only serves. */
  serve(): void;
  /** Ends the link: the other thread stops serving. */
  end(): void;
}

/**
 * One end of a `MessageChannel` of `node:worker_threads`, and nothing else. Its own type is not named, so that who
 * uses the package, or one above it, needs no types of Node.js.
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
  /** Shared by both ends: how many messages each of them was sent. Two 32-bit numbers. */
  readonly sent: Int32Array;
  /** Which of the two numbers counts what is sent to this end. */
  readonly end: 0 | 1;
  /** Answers a call of the other thread; what it throws is thrown there. */
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
      // Returns at once when something was sent since; else it waits for a thread that runs in our
      // place, and for no time of anybody's.
      if (Atomics.wait(sent, end, seen, patience) === 'timed-out') {
        throw new ThreadError('ThreadLost', `the other thread was silent for ${patience} ms`);
      }
    }
  }

  function reply(request: unknown): void {
    // What cannot be cloned is not sent, and the caller hears of that too.
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
