import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type Answered, createAnswerReader } from './answer-reader.ts';

/** An answer of these bytes that ends only when it is told to. */
function arriving(bytes: number) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  async function* pieces() {
    yield Buffer.alloc(bytes, 'x');
    begin();
    await ended;
  }
  const body = Readable.from(pieces());
  return { answered: { headers: {}, body } as unknown as Answered, body, begun, end };
}

describe('createAnswerReader', () => {
  it('reads an answer of as many bytes as it may have, and none of more', async () => {
    const { read } = createAnswerReader();
    const [whole, longer] = [arriving(100_000), arriving(100_001)];
    whole.end();
    expect(await read(whole.answered, 100_000)).toBe('x'.repeat(100_000));
    await expect(read(longer.answered, 100_000)).rejects.toThrow('more than 100000 bytes');
    expect(longer.body.destroyed).toBe(true);
  });

  it('gives up an answer while others take the room, and reads again once they are in', async () => {
    const { read } = createAnswerReader(1000);
    const first = arriving(600);
    const reading = read(first.answered, 1000);
    await first.begun;
    const second = arriving(600);
    await expect(read(second.answered, 1000)).rejects.toThrow('too long answers at once');
    expect(second.body.destroyed).toBe(true);
    first.end();
    expect(await reading).toHaveLength(600);
    const third = arriving(900);
    third.end();
    expect(await read(third.answered, 1000)).toHaveLength(900);
  });
});
