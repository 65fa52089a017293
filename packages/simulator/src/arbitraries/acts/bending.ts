import fc from 'fast-check';
import type { BendingAct, Scope } from '../../scenario/byzantine/act.ts';
import { given, maybe, outline, type Sketches, someFrom } from '../sketch.ts';
import { type Culprit, clientsOf, everybody } from '../stage.ts';

type How = Omit<BendingAct, 'id' | 'for'>;

/** How an act that changes traffic is narrowed: its moment, its scope, and how often it acts. */
export type Ways = { readonly [P in keyof How]-?: Sketches<Culprit, How[P]> };

/** Draws an act that changes traffic, still without its id. */
export function bending<D extends object>(
  { moment, only, times }: Ways,
  deed: Sketches<Culprit, D>,
): Sketches<Culprit, How & D> {
  const how = outline<Culprit, How>({ moment, only, times });
  return fc.tuple(how, deed).map(([drawn, done]) => (culprit) => ({
    ...drawn(culprit),
    ...done(culprit),
  }));
}

/** The probabilities with which an act touches only some peers, or only some accounts. */
export interface Narrowness {
  readonly peers: number;
  readonly senders: number;
}

/** Draws the scope of an act. */
export function someScope({ peers, senders }: Narrowness): Sketches<Culprit, Scope> {
  return outline<Culprit, Scope>({
    peers: maybe(peers, someFrom(everybody)),
    senders: maybe(senders, someFrom(clientsOf)),
  });
}

/** Draws how often an act is done: with this probability, only a few times. */
export function fewTimes(probability: number): Sketches<Culprit, number | undefined> {
  return maybe(probability, given(fc.integer({ min: 1, max: 3 })));
}
