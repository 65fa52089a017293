import { type Moment, moment, type RawMoment } from '../faults/moment.ts';
import {
  duration,
  type Form,
  id,
  is,
  type Keys,
  type Loaded,
  listOf,
  mapping,
  node,
  positive,
  type Spread,
  unless,
  type ValueOf,
  word,
} from '../forms.ts';
import { definition } from '../schema-shapes.ts';

const anyScope = mapping('Some of the traffic of a node.', {
  // A client that signs by hand is known under the client's name.
  'peers?': listOf('Whom the node talks with.', node('A node.')),
  'senders?': listOf('Whose transactions and accounts it is about.', node('A client.')),
});

/** Narrows an act to some of the traffic; an undefined key does not narrow it. */
export type Scope = ValueOf<typeof anyScope>;

/** Shapes that all acts share. */
export const actDefinitions = {
  'act-at': moment.keys['at?'],
  'act-when': moment.keys['when?'],
  scope: { title: 'peers, senders or both', ...anyScope.schema },
};

/** The form of the traffic that something touches. */
export const scope = (description: string) => ({
  ...anyScope,
  schema: definition('scope', description),
});

// Unlike a fault, an act may have no moment: then it describes what the node is like throughout.
const actMoment: Spread<Moment | undefined, RawMoment> = {
  keys: {
    'at?': definition('act-at', 'From when on, or when; the start by default.'),
    'when?': definition('act-when', 'The same, at a point of the protocol.'),
  },
  load: (raw) => (raw.at === undefined && raw.when === undefined ? undefined : moment.load(raw)),
  state: (value) => (value === undefined ? {} : moment.state(value)),
};

/** The form of the name of an act, which is unique among all acts of a scenario. */
export const actId = id('A name for reports.');

const every = { id: actId, moment: actMoment };

/**
 * What all acts have in common. An act applies from its moment on, or at this moment; undefined
 * means from the start of the run.
 */
export type Act = Loaded<typeof every>;

const narrow = {
  'only?': unless(scope('The traffic that it touches; by default all.'), {}),
  'times?': positive('How often; by default always.'),
  'for?': duration('For how long, from its moment on; by default until the run ends.'),
};

/** What all acts have in common that change the traffic of their node. */
export type BendingAct = Act & Loaded<typeof narrow>;

/** What acts do, without what they have in common. */
export type DeedOf<A> = A extends unknown ? Omit<A, keyof BendingAct> : never;

/** The form of an act. */
export function acting<const A extends string, const K extends Keys>(
  act: A,
  description: string,
  keys: K,
) {
  return mapping(description, { id: actId, act: is(act), moment: actMoment, ...keys });
}

/** The form of an act that changes the traffic of its node. */
export function bending<const A extends string, const K extends Keys>(
  act: A,
  description: string,
  keys: K,
) {
  return acting(act, description, { ...narrow, ...keys });
}

/** The form of a list of words. */
export function words<const Word extends string>(
  description: string,
  known: readonly Word[],
): Form<readonly Word[]> {
  return listOf(description, { ...word('', known), schema: wordSchema(known) });
}

function wordSchema(known: readonly string[]) {
  return { title: `one of ${known.join(', ')}`, enum: known };
}
