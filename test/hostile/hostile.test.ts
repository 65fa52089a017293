import { describe, it } from 'vitest';
import { attackOne } from './hostile.ts';

describe('hostile input', () => {
  it('is answered with 4xx or an error of JSON-RPC, and leaves the devnet as it was', () =>
    attackOne(5_000, 1));
});
