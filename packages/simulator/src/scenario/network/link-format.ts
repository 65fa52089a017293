import {
  buildLink,
  LINK_LIMITS,
  type LinkModel,
  linkMistakes,
  type RawLink,
} from '@quorate/network';
import type { Path, Problem } from '../diagnostic.ts';
import type { Form } from '../forms.ts';
import { definition, duration, type JsonSchema, object } from '../schema-shapes.ts';
import { rawOfLink } from './raw-of-link.ts';

const probability = (description: string) => definition('probability', description);

/** The keys of a link, to be spread among those of whatever describes one. */
export const linkKeys: Readonly<Record<string, JsonSchema>> = {
  'delay?': definition('delay', 'How long a message travels.'),
  'drop?': probability('How likely a message is lost; 0 by default.'),
  'burst?': {
    title: 'a number, 1 or more',
    description:
      'How many messages are lost in a row on average; losses are independent by default.',
    type: 'number',
    minimum: 1,
  },
  'dropResponses?': probability(
    'How likely an answer is lost, though its request was handled; 0 by default.',
  ),
  'duplicate?': object('Lets messages arrive more than once.', {
    probability: probability('How likely a message is copied.'),
    'copies?': {
      title: `a whole number from 1 to ${LINK_LIMITS.copies}`,
      description: 'How many copies arrive besides the message itself; 1 by default.',
      type: 'integer',
      minimum: 1,
      maximum: LINK_LIMITS.copies,
    },
    'delay?': definition('delay', 'How much later each copy arrives; 1 s on average by default.'),
  }),
  'replay?': object('Sends earlier messages of the link again.', {
    probability: probability('How likely a message brings an earlier one along.'),
    'age?': duration('How old that may be; the whole run by default.'),
  }),
  'reorder?': object('Holds messages up, so that later ones overtake them.', {
    probability: probability('How likely a message is held up.'),
    by: duration('For how long at most; any time up to it is equally likely.'),
  }),
  'corrupt?': object('Flips bits of what is sent.', {
    probability: probability('How likely a message is hit.'),
    'bits?': {
      title: `a whole number from 1 to ${LINK_LIMITS.bits}`,
      description: 'How many of its bits; 1 by default.',
      type: 'integer',
      minimum: 1,
      maximum: LINK_LIMITS.bits,
    },
  }),
};

/** The form of some keys of a link. */
export function changedLink(description: string): Form<Partial<LinkModel>, RawLink> {
  return { schema: object(description, linkKeys), load: buildLink, state: rawOfLink };
}

/** Finds values of a link that contradict each other; expects the checked shape. */
export function checkLink(link: RawLink, path: Path): Problem[] {
  return linkMistakes(link, path).map((mistake) => ({ ...mistake, at: 'value' }));
}
