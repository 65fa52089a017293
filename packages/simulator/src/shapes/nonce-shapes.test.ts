import { describe, expect, it } from 'vitest';
import { createNonceShapes } from './nonce-shapes.ts';

type GivenSignature = Parameters<ReturnType<typeof createNonceShapes>['signed']>[0];

function signatureOf(id: string, isCorrect = false): GivenSignature {
  const facts = { id, transaction: { sender: 'alice', nonce: 0n } };
  return { facts, isCorrect } as never;
}

describe('the shapes of a nonce', () => {
  it('count no more rivals than tell them apart: a liar signs ten thousand in a long run', () => {
    const shapes = createNonceShapes(4);
    const told = Array.from({ length: 10_000 }, (_, index) =>
      shapes.signed(signatureOf(`t${index}`)),
    );
    const distinct = new Set(told.filter((shape) => shape !== undefined));
    expect(distinct.size).toBe(20);
    expect(told.slice(20)).toEqual(Array<undefined>(9_980).fill(undefined));
  });

  it('go on counting who signs a rival that counts', () => {
    const shapes = createNonceShapes(4);
    for (let index = 0; index < 30; index += 1) shapes.signed(signatureOf(`t${index}`));
    const before = shapes.signed(signatureOf('t3', true));
    expect(shapes.signed(signatureOf('t3', true))).not.toBe(before);
  });
});
