import { PRECHECKS } from '@quorate/core';
import { CRYPTO_MODES } from '@quorate/crypto';
import {
  amount,
  byName,
  duration,
  type Form,
  flag,
  listOf,
  mapping,
  node,
  nonce,
  orElse,
  positive,
  type StatedOf,
  unless,
  type ValueOf,
  whole,
  word,
} from '../forms.ts';
import { diskForm } from './disk.ts';
import { feesForm } from './fees.ts';
import { MAX_CANDIDATES, MAX_PROXIES, MAX_VALIDATORS, nodeNames } from './names.ts';
import { pruningForm } from './pruning.ts';

const client = mapping('One client.', {
  'balance?': orElse(amount('Native tokens at genesis, in least units; 0 by default.'), 0),
  'proxy?': orElse(node('The proxy that it submits to; p1 by default.'), 'p1'),
  'operates?': node('The validator that it runs; none by default.'),
});

const account = mapping('An account that several clients hold together.', {
  signers: listOf('Who may sign for it.', node('A client.')),
  quorum: positive('How many of them must.'),
  'nonce?': nonce(
    'What tells it from another account of the same signers and quorum; 0 by default.',
  ),
  'balance?': orElse(amount('Native tokens at genesis, in least units; 0 by default.'), 0),
});

/** One client, which submits to its proxy, and its balance at genesis. */
export type ScenarioClient = { readonly name: string } & ValueOf<typeof client>;

/** One multisig account, and its balance at genesis. */
export type ScenarioAccount = { readonly name: string } & ValueOf<typeof account>;

/** A multisig account as the file states it. */
export type RawAccount = StatedOf<typeof account>;

const clients = byName(
  'Who holds an account, by name.',
  client,
  (name, rest): ScenarioClient => ({ name, ...rest }),
  ({ name, ...rest }) => [name, rest],
);

const keys = {
  validators: whole('How many validators there are.', 1, MAX_VALIDATORS),
  'candidates?': unless(
    whole(
      'How many validators more begin without a seat, numbered on; 0 by default.',
      0,
      MAX_CANDIDATES,
    ),
    0,
  ),
  'proxies?': orElse(whole('How many proxies there are; 1 by default.', 1, MAX_PROXIES), 1),
  clients: { ...clients, schema: { ...clients.schema, examples: [{ alice: { balance: 100 } }] } },
  'accounts?': unless(
    byName(
      'Multisig accounts, by name.',
      account,
      (name, rest): ScenarioAccount => ({ name, ...rest }),
      ({ name, ...rest }) => [name, rest],
    ),
    {},
  ),
  'disk?': unless(diskForm, {}),
  'prune?': pruningForm,
  'fees?': feesForm,
  // Rule P5.
  'precheck?': unless(
    word(
      'How proxies check what they send: by asking, or by what they were told; asked by default.',
      PRECHECKS,
    ),
    'asked',
  ),
  // Rule V2.
  'acceptsUnversioned?': unless(
    flag('Whether transactions that name no release and no network are; true by default.'),
    true,
  ),
  // Rule C2.
  'requestAge?': unless(
    duration(
      'How old an epoch must be before requests to join or leave settle; any age by default.',
    ),
    '0 ms',
  ),
  'crypto?': orElse(
    word(
      'How much of Ed25519 is computed; all modes give equal runs, trusted by default.',
      CRYPTO_MODES,
    ),
    'trusted',
  ),
  'workers?': whole(
    'Threads that share the validators; runs are the same without any, which is the default.',
    1,
    MAX_VALIDATORS,
  ),
};

const counted = mapping('The nodes: validators v1, v2, …, proxies p1, p2, … and clients.', keys);

/** The nodes of the cluster; clients and accounts keep the order of the file. */
export interface ScenarioCluster
  extends Omit<ValueOf<typeof counted>, 'validators' | 'candidates' | 'proxies'> {
  /** The committee of epoch 0, in order. */
  readonly validators: readonly string[];
  /** Validators that start without a seat. */
  readonly candidates: readonly string[];
  readonly proxies: readonly string[];
}

/** The form of the nodes. The only proxy is stated for no client. */
export const clusterForm: Form<ScenarioCluster, StatedOf<typeof counted>> = {
  schema: counted.schema,
  load(stated) {
    const { validators, proxies, candidates, ...rest } = counted.load(stated);
    return { ...nodeNames(validators, proxies, candidates), ...rest };
  },
  state({ validators, candidates, proxies, ...rest }) {
    const stated = counted.state({
      validators: validators.length,
      candidates: candidates.length,
      proxies: proxies.length,
      ...rest,
    });
    if (proxies.length > 1) return stated;
    const names = Object.entries(stated.clients).map(([name, { proxy: _, ...each }]) => [
      name,
      each,
    ]);
    return { ...stated, clients: Object.fromEntries(names) };
  },
};
