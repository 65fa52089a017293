import {
  CERTIFICATE_PREFIX,
  type CertificateRow,
  certificateKey,
  isTombstone,
  type PrunePolicy,
  type StoredCertificate,
  type StoreRow,
} from '@quorate/core';
import { factsOf, type TransactionFacts } from '@quorate/protocol';
import { isPersist } from './is-persist.ts';
import type { Finding, Oracle, ProxyStep, Resting, ValidatorStep } from './oracle.ts';
import { settledKeys } from './settled-by.ts';
import { isChanging, isLasting } from './wrongly-pruned.ts';

/**
 * A correct node that prunes and has come to rest has let go of all that it was told to: a validator of each
 * certificate that is not among the newest of its sender, a proxy of each after which it has kept so many newer ones
 * (docs/durability.md).
 *
 * An addition of ours to the ledger document. Who keeps everything harms no ledger, until his disk is full.
 */
export function prunedWhenDue(): Oracle {
  const validators = new Map<string, PruningValidator>();
  const proxies = new Map<string, PruningProxy>();
  const undated = new Set<string>();
  return {
    name: 'pruned-when-due',
    kind: 'safety',
    afterStep: (step) => {
      if (step.observation.after.pruning === undefined) return undefined;
      const known = validators.get(step.validator);
      if (known !== undefined) follow(known, step);
      passOver(undated, step.validator, step);
      return undefined;
    },
    afterHandover: ({ node, isFirst, disk, observation: { before, after } }) => {
      if (after.pruning === undefined) return undefined;
      const known = isFirst ? undefined : validators.get(node);
      const isHeldUp = known?.isHeldUp === true || isChanging(before) || isChanging(after);
      validators.set(node, { disk, now: known?.now, isHeldUp });
      return undefined;
    },
    afterProxyStep: (step) => {
      if (step.observation.after.pruning === undefined) return undefined;
      const known = proxies.get(step.node) ?? { disk: step.disk, written: new Map(), count: 0 };
      proxies.set(step.node, known);
      note(known, step);
      passOver(undated, step.node, step);
      return undefined;
    },
    atRest: ({ resting }) => {
      for (const node of resting) {
        const { name } = node;
        const isUndated = (key: string) => undated.has(`${name} ${key}`);
        const left = leftBy(node, {
          validator: validators.get(name),
          proxy: proxies.get(name),
          isUndated,
        });
        if (left !== undefined) return found(name, left);
      }
      return undefined;
    },
  };
}

interface PruningValidator {
  readonly disk: ProxyStep['disk'];
  /** Its clock; undefined before it has settled anything. */
  now: ValidatorStep['now'] | undefined;
  /** Whether a committee was changing since it settled something last: it looks again when it does. */
  isHeldUp: boolean;
}

function follow(known: PruningValidator, step: ValidatorStep): void {
  const { before, after } = step.observation;
  if (settledKeys(step.changes).length > 0) {
    known.now = step.now;
    known.isHeldUp = isChanging(after);
  } else {
    known.isHeldUp ||= isChanging(before) || isChanging(after);
  }
}

interface PruningProxy {
  readonly disk: ProxyStep['disk'];
  /** Of each certificate the number of the step that wrote it last. */
  readonly written: Map<string, number>;
  count: number;
}

function note(known: PruningProxy, { observation: { effects } }: ProxyStep): void {
  known.count += 1;
  for (const { writes } of effects.filter(isPersist)) {
    for (const { key, value } of writes) {
      if (value !== undefined && key.startsWith(CERTIFICATE_PREFIX)) {
        known.written.set(key, known.count);
      }
    }
  }
}

/** So far ahead of a clock is no date: what has it stays for good. Units: nanoseconds. */
const AHEAD_MAX = 3_600_000_000_000n;

/** Takes note of what a node looks at while its clock is so far behind that nobody knows how old that is. */
function passOver(
  undated: Set<string>,
  node: string,
  { observation: { input }, now }: Pick<ValidatorStep | ProxyStep, 'observation' | 'now'>,
): void {
  if (input.type !== 'Loaded') return;
  for (const { key, value } of input.rows.flat()) {
    if (!key.startsWith(CERTIFICATE_PREFIX)) continue;
    if ((value as CertificateRow).settledAt - now() > AHEAD_MAX) undated.add(`${node} ${key}`);
  }
}

interface Known {
  readonly validator: PruningValidator | undefined;
  readonly proxy: PruningProxy | undefined;
  /** Tells the key of a certificate of which the node did not know how old it is. */
  readonly isUndated: (key: string) => boolean;
}

function leftBy(
  node: Resting,
  { validator, proxy, isUndated }: Known,
): TransactionFacts | undefined {
  if (node.role === 'validator' && node.state.pruning !== undefined) {
    if (validator?.now === undefined || validator.isHeldUp) return undefined;
    const { account } = node.state.ledger;
    const { keepPerAccount } = node.state.pruning.policy;
    const now = validator.now();
    const rows = (validator.disk() ?? []).filter(({ key }) => !isUndated(key));
    return firstKept(
      rows,
      ({ transaction: { sender, nonce } }, settledAt) =>
        nonce + keepPerAccount < (account.get(sender)?.nextNonce ?? 0n) && settledAt <= now,
    );
  }
  if (node.role === 'proxy' && node.state.pruning !== undefined && proxy !== undefined) {
    return leftByProxy(proxy, node.state.pruning.policy, isUndated);
  }
  return undefined;
}

function leftByProxy(
  { disk, written }: PruningProxy,
  { keepPerAccount }: PrunePolicy,
  isUndated: Known['isUndated'],
): TransactionFacts | undefined {
  const rows = disk() ?? [];
  const byKey = new Map(rows.map(({ key, value }) => [key, value as StoredCertificate]));
  const dated = rows.filter(({ key }) => !isUndated(key));
  return firstKept(dated, ({ transaction: { sender, nonce } }, settledAt) => {
    const key = certificateKey(sender, nonce + keepPerAccount);
    const newer = byKey.get(key);
    const isNewer = (written.get(key) ?? 0) > (written.get(certificateKey(sender, nonce)) ?? 0);
    return newer !== undefined && isNewer && settledAt <= newer.settledAt;
  });
}

/**
 * Finds the first certificate of which the body is there, and that has to go. What its clock had not come to yet, or
 * has gone back behind, a node may keep; evidence (rule S2) and what is to last it has to.
 */
function firstKept(
  rows: readonly StoreRow[],
  isOld: (facts: TransactionFacts, settledAt: bigint) => boolean,
): TransactionFacts | undefined {
  const contradicted = new Set(
    rows.flatMap(({ key }) => (key.startsWith(CONFLICT) ? [placeIn(key)] : [])),
  );
  for (const { key, value } of rows) {
    if (!key.startsWith(CERTIFICATE_PREFIX)) continue;
    const row = value as CertificateRow;
    if (isTombstone(row) || contradicted.has(key.slice(CERTIFICATE_PREFIX.length))) continue;
    const facts = factsOf(row.certificate.envelope.transaction);
    if (!isLasting(facts) && isOld(facts, row.settledAt)) return facts;
  }
  return undefined;
}

const CONFLICT = 'conflict/';

/** What was settled where another certificate contradicts it: sender and nonce. */
function placeIn(key: string): string {
  return key.slice(CONFLICT.length, key.lastIndexOf('/'));
}

function found(node: string, { id, transaction: { nonce } }: TransactionFacts): Finding {
  return {
    message: `${node} keeps a certificate that it was told to let go of`,
    facts: { node, transaction: id, nonce: String(nonce) },
  };
}
