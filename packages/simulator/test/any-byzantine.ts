import {
  CERTIFICATE_CHOICES,
  FALSE_REFUSALS,
  LIE_SUBJECTS,
  RECORD_LIES,
  REQUEST_KINDS,
  SUBMISSION_RULES,
} from '@quorate/byzantine';
import fc from 'fast-check';
import type { ByzantineAct, ByzantineParty } from '../src/scenario/byzantine/byzantine.ts';
import type { ClientDeed } from '../src/scenario/byzantine/client-act.ts';
import type { ProxyDeed } from '../src/scenario/byzantine/proxy-act.ts';
import type { ValidatorDeed } from '../src/scenario/byzantine/validator-act.ts';
import {
  CERTIFICATE_FLAWS,
  CHANGE_FORGERIES,
  ENCODING_FAULTS,
  FORBIDDEN_ROLES,
  FORGED_FLAWS,
  INADMISSIBLE_KINDS,
  PROXY_REFUSALS,
  SNAPSHOT_LIES,
  TRAFFIC_KINDS,
} from '../src/scenario/byzantine/words.ts';
import { anyMoment } from './any-fault.ts';
import {
  anyAmount,
  anyClient,
  anyDuration,
  anyUint64,
  anyValidator,
  CLIENTS,
  oneOfTable,
  optional,
  PROXIES,
  VALIDATORS,
} from './any-values.ts';

type Deeds<D extends { readonly act: string }> = {
  readonly [A in D['act']]: fc.Arbitrary<Extract<D, { readonly act: A }>>;
};

const scope = fc.record({
  peers: optional(fc.subarray([...VALIDATORS, ...PROXIES, ...CLIENTS])),
  senders: optional(fc.subarray([...CLIENTS])),
});

/** An act that has nothing but its name. */
const bare = <A extends string>(act: A) => fc.constant({ act });

const validatorDeeds: Deeds<ValidatorDeed> = {
  twin: bare('twin'),
  'double-sign': bare('double-sign'),
  'sign-invalid': fc.record({
    act: fc.constant('sign-invalid'),
    rules: fc.subarray([...SUBMISSION_RULES]),
  }),
  collude: fc.record({ act: fc.constant('collude'), with: anyClient }),
  withhold: fc.record({ act: fc.constant('withhold'), kinds: fc.subarray([...REQUEST_KINDS]) }),
  forge: bare('forge'),
  'duplicate-signer': bare('duplicate-signer'),
  'wrong-name': fc.record({ act: fc.constant('wrong-name'), as: anyValidator }),
  'stale-view': fc.record({ act: fc.constant('stale-view'), requests: fc.integer({ min: 1 }) }),
  lie: fc.record({
    act: fc.constant('lie'),
    about: fc.constantFrom(...LIE_SUBJECTS),
    by: anyUint64,
  }),
  'ack-without-apply': bare('ack-without-apply'),
  'selective-service': fc.record({ act: fc.constant('selective-service'), serves: scope }),
  'false-snapshot': fc.record({
    act: fc.constant('false-snapshot'),
    of: anyClient,
    shows: fc.constantFrom(...SNAPSHOT_LIES),
    to: anyClient,
    amount: anyAmount,
  }),
  'false-change': fc.record({
    act: fc.constant('false-change'),
    forges: fc.constantFrom(...CHANGE_FORGERIES),
    members: fc.subarray([...VALIDATORS], { minLength: 1 }),
  }),
  'false-records': fc.record({
    act: fc.constant('false-records'),
    shows: fc.constantFrom(...RECORD_LIES),
  }),
  'other-certificates': fc.record({
    act: fc.constant('other-certificates'),
    shows: fc.constantFrom(...CERTIFICATE_CHOICES),
  }),
  refuse: fc.record({ act: fc.constant('refuse'), code: fc.constantFrom(...FALSE_REFUSALS) }),
  'answer-client': fc.record({
    act: fc.constant('answer-client'),
    code: fc.constantFrom(...FALSE_REFUSALS),
  }),
};

const flaw = fc.constantFrom(...FORGED_FLAWS);

const proxyDeeds: Deeds<ProxyDeed> = {
  drop: fc.record({ act: fc.constant('drop'), kinds: fc.subarray([...TRAFFIC_KINDS]) }),
  swap: fc.record({ act: fc.constant('swap'), what: fc.constantFrom('answers', 'signatures') }),
  'forge-quorum': fc.record({ act: fc.constant('forge-quorum'), flaw }),
  'withhold-certificate': bare('withhold-certificate'),
  'false-refusal': fc.record({
    act: fc.constant('false-refusal'),
    code: fc.constantFrom(...PROXY_REFUSALS),
  }),
};

const payment = {
  to: anyClient,
  amount: anyAmount,
  targets: optional(fc.subarray([...VALIDATORS, ...PROXIES])),
};

const clientDeeds: Deeds<ClientDeed> = {
  equivocate: fc.record({
    act: fc.constant('equivocate'),
    rivals: fc.array(
      fc.record({
        to: anyClient,
        amount: anyAmount,
        validators: fc.subarray([...VALIDATORS]),
        deliver: optional(fc.subarray([...VALIDATORS])),
      }),
      { minLength: 2, maxLength: 3 },
    ),
    nonce: optional(anyUint64),
    cross: optional(anyDuration),
  }),
  'nonce-abuse': fc.record({
    act: fc.constant('nonce-abuse'),
    kind: fc.constantFrom('gap', 'reuse', 'huge'),
    ...payment,
  }),
  'bad-encoding': fc.record({
    act: fc.constant('bad-encoding'),
    kind: fc.constantFrom(...ENCODING_FAULTS),
    ...payment,
  }),
  'leaked-keys': fc.record({
    act: fc.constant('leaked-keys'),
    epoch: fc.nat(),
    reuse: fc.boolean(),
    mixed: fc.boolean(),
    ...payment,
  }),
  'incomplete-certificate': fc.record({
    act: fc.constant('incomplete-certificate'),
    flaw: fc.constantFrom(...CERTIFICATE_FLAWS),
    ...payment,
  }),
  inadmissible: fc.record({
    act: fc.constant('inadmissible'),
    kind: fc.constantFrom(...INADMISSIBLE_KINDS),
    targets: payment.targets,
  }),
  'forged-share': fc.record({ act: fc.constant('forged-share'), of: anyClient }),
};

const act = { moment: optional(anyMoment) };
const bending = {
  ...act,
  only: scope,
  times: optional(fc.integer({ min: 1 })),
  for: optional(anyDuration),
};

function withKeys<D extends object, K extends object>(
  deeds: fc.Arbitrary<D>,
  keys: fc.Arbitrary<K>,
) {
  return fc.tuple(deeds, keys).map(([deed, more]) => ({ ...more, ...deed }));
}

const staleCommittee = fc.record({
  act: fc.constant('stale-committee' as const),
  members: fc.subarray([...VALIDATORS], { minLength: 1 }),
});

const takeRole = fc.record({
  act: fc.constant('take-role' as const),
  role: fc.constantFrom(...FORBIDDEN_ROLES),
});

const propose = fc.record({
  act: fc.constant('propose' as const),
  members: fc.subarray([...VALIDATORS], { minLength: 1 }),
  signers: fc.subarray([...VALIDATORS]),
  quorum: optional(fc.integer({ min: 1 })),
});

const acts = {
  v4: fc.oneof(
    withKeys(oneOfTable<ValidatorDeed>(validatorDeeds), fc.record(bending)),
    withKeys(takeRole, fc.record(act)),
    withKeys(propose, fc.record(act)),
  ),
  p2: fc.oneof(withKeys(oneOfTable<ProxyDeed>(proxyDeeds), fc.record(bending)), staleCommittee),
  alice: withKeys(oneOfTable<ClientDeed>(clientDeeds), fc.record(act)),
};

/** Any list of Byzantine nodes: a validator, a proxy, a client, with acts of every kind. */
export const anyByzantine: fc.Arbitrary<readonly ByzantineParty[]> = fc
  .tuple(
    ...Object.entries(acts).map(([node, any]) =>
      fc.array(any as fc.Arbitrary<object>, { maxLength: 3 }).map((list) => ({ node, list })),
    ),
  )
  .chain((parties) => fc.subarray(parties))
  .map((parties) =>
    parties.map(({ node, list }) => ({
      id: `b-${node}`,
      node,
      acts: list.map((each, index) => ({ id: `b-${node}-${index}`, ...each }) as ByzantineAct),
    })),
  );
