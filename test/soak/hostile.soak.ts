import { it } from 'vitest';
import { attackOne } from '../hostile/hostile.ts';

it('a devnet stands 100,000 hostile requests', () =>
  attackOne(100_000, Math.floor(Math.random() * 2 ** 31)));
