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
import { isPersist } from '../following/is-persist.ts';
import type { Finding, Oracle, ProxyStep, Resting, ValidatorStep } from '../oracle.ts';
import { isChanging, isLasting } from '../wrongly-pruned.ts';

/**
 * A correct node that prunes and has come to rest has pruned all that it should: a validator every
 * certificate that is not among the newest of its sender, a proxy every one after which it has
 * stored enough newer ones (docs/durability.md).
 *
 * Our addition to ledger.md. A node that keeps everything harms no ledger until its disk is full.
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
      if (known !== undefined) known.now = step.now;
      passOver(undated, step.validator, step);
      return undefined;
    },
    afterHandover: ({ node, isFirst, disk, observation: { after } }) => {
      if (after.pruning === undefined) return undefined;
      const known = isFirst ? undefined : validators.get(node);
      validators.set(node, { disk, now: known?.now });
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
  /** Its clock; undefined before it has changed or written anything in this life. */
  now: ValidatorStep['now'] | undefined;
}

interface PruningProxy {
  readonly disk: ProxyStep['disk'];
  /** For each certificate the number of the step that last wrote it. */
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

/**
 * A settlement time this far in the future is taken to be wrong: the certificate stays for good.
 * Units: nanoseconds.
 */
const AHEAD_MAX = 3_600_000_000_000n;

/** Notes what a node looks at while its clock is so far behind that the age is unknown. */
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
  /** Tells the keys of certificates whose age the node did not know. */
  readonly isUndated: (key: string) => boolean;
}

function leftBy(
  node: Resting,
  { validator, proxy, isUndated }: Known,
): TransactionFacts | undefined {
  if (node.role === 'validator' && node.state.pruning !== undefined) {
    // New members need the history while the committee changes (rule C7), and a validator that has
    // retired does not know when they have it.
    if (validator?.now === undefined || isChanging(node.state)) return undefined;
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
 * Finds the first certificate that is still there and should be pruned. A node may keep what is not
 * old enough by its clock, even if that was set back; it must keep evidence (rule S2) and what must
 * never be pruned.
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

/** Gives the (sender, nonce) of a certificate that another one contradicts. */
function placeIn(key: string): string {
  return key.slice(CONFLICT.length, key.lastIndexOf('/'));
}

function found(node: string, { id, transaction: { nonce } }: TransactionFacts): Finding {
  return {
    message: `${node} keeps a certificate that it was told to let go of`,
    facts: { node, transaction: id, nonce: String(nonce) },
  };
}
