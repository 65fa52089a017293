import type { Dispatcher } from 'undici';
import { RemoteError } from './remote-error.ts';

/** What is read of the answer to a request. */
export type Answered = Pick<Dispatcher.ResponseData, 'headers' | 'body'>;

/** Reads the answers of one validator. */
export interface AnswerReader {
  /**
   * Reads an answer of at most this many bytes.
   *
   * @throws RemoteError if it is longer, or if the validator's answers take too much room together
   */
  read(answered: Answered, most: number): Promise<string>;
}

/** Answers that state no more bytes than this are read without counting, which costs time. */
const SMALL = 64 * 1024;
/**
 * The most bytes of all answers of one validator that are still arriving: room for the longest one,
 * not for one of those on each connection.
 */
const ARRIVING_MAX = 64 * 1024 * 1024;

/** Creates a reader that holds nothing yet. */
export function createAnswerReader(arrivingMax: number = ARRIVING_MAX): AnswerReader {
  let arriving = 0;
  return {
    async read({ headers, body }, most) {
      if (Number(headers['content-length']) <= Math.min(SMALL, most)) return body.text();
      const pieces: Buffer[] = [];
      let length = 0;
      try {
        for await (const piece of body) {
          const bytes = piece as Buffer;
          pieces.push(bytes);
          length += bytes.length;
          arriving += bytes.length;
          if (length > most) throw new RemoteError(`an answer of more than ${most} bytes`);
          if (arriving > arrivingMax) throw new RemoteError('too long answers at once');
        }
      } finally {
        arriving -= length;
      }
      return Buffer.concat(pieces).toString();
    },
  };
}
