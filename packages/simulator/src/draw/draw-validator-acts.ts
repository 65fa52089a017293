import type { Stream } from '@quorate/network';
import type { ByzantineAct } from '../scenario/byzantine/byzantine.ts';
import type { ValidatorDeed } from '../scenario/byzantine/validator-act.ts';
import {
  FALSE_REFUSALS,
  REQUEST_KINDS,
  SUBMISSION_RULES,
  VALIDATOR_ACTS,
} from '../scenario/byzantine/words.ts';
import type { ScenarioCluster } from '../scenario/scenario.ts';
import { someOf, wholeIn } from './dice.ts';

/** Who takes part, and with which client a Byzantine validator is in league. */
export interface Company {
  readonly cluster: ScenarioCluster;
  readonly accomplice: string;
}

type Deeds = {
  readonly [A in ValidatorDeed['act']]: (
    stream: Stream,
    company: Company,
  ) => Extract<ValidatorDeed, { readonly act: A }>;
};

const DEEDS: Deeds = {
  twin: () => ({ act: 'twin' }),
  'double-sign': () => ({ act: 'double-sign' }),
  'sign-invalid': (stream) => ({ act: 'sign-invalid', rules: someOf(stream, SUBMISSION_RULES) }),
  collude: (_, { accomplice }) => ({ act: 'collude', with: accomplice }),
  withhold: (stream) => ({ act: 'withhold', kinds: someOf(stream, REQUEST_KINDS) }),
  forge: () => ({ act: 'forge' }),
  'duplicate-signer': () => ({ act: 'duplicate-signer' }),
  'wrong-name': (stream, { cluster }) => ({
    act: 'wrong-name',
    as: stream.pick(cluster.validators),
  }),
  'stale-view': (stream) => ({
    act: 'stale-view',
    requests: wholeIn(stream, { least: 1, greatest: 20 }),
  }),
  lie: (stream) => ({
    act: 'lie',
    about: stream.pick(['balance', 'nonce'] as const),
    by: stream.pick([1n, -1n, 100n, 1_000_000n]),
  }),
  'ack-without-apply': () => ({ act: 'ack-without-apply' }),
  'selective-service': (stream, { cluster }) => ({
    act: 'selective-service',
    serves: { peers: undefined, senders: someOf(stream, namesOf(cluster)) },
  }),
  refuse: (stream) => ({ act: 'refuse', code: stream.pick(FALSE_REFUSALS) }),
};

/** Draws what a Byzantine validator does: one to three acts of different kinds. */
export function drawValidatorActs(
  stream: Stream,
  id: string,
  company: Company,
): readonly ByzantineAct[] {
  const kinds = stream.shuffle(VALIDATOR_ACTS);
  const count = wholeIn(stream, { least: 1, greatest: 3 });
  return kinds.slice(0, count).map((kind, index) => {
    const isNarrow = stream.chance(0.3);
    const senders = someOf(stream, namesOf(company.cluster));
    return {
      id: `${id}-${index + 1}`,
      moment: undefined,
      only: { peers: undefined, senders: isNarrow ? senders : undefined },
      times: stream.chance(0.3) ? wholeIn(stream, { least: 1, greatest: 3 }) : undefined,
      ...DEEDS[kind](stream, company),
    } as ByzantineAct;
  });
}

function namesOf({ clients }: ScenarioCluster): readonly string[] {
  return clients.map(({ name }) => name);
}
