import { certificateKey, type StoredCertificate, type StoreRow } from '@quorate/core';
import { factsOf, type TransactionCertificate } from '@quorate/protocol';
import type { Finding, Oracle, ProxyStep } from './oracle.ts';

/**
 * What a correct proxy acknowledges it has written down, and it answers with the same signatures ever after
 * (rule P3), unless it lets go of certificates.
 *
 * An addition of ours to the ledger document. What is not on its disk it has to ask validators for, and each of
 * them may have been brought another certificate.
 */
export function successKept(): Oracle {
  /** By proxy, for its present life; undefined where a row of its disk has rotted. */
  const kept = new Map<string, Map<string, string> | undefined>();

  function keptBy({ node, isFirst, disk }: ProxyStep): Map<string, string> | undefined {
    if (!isFirst) return kept.get(node);
    const held = disk()?.filter(isCertificate);
    const rows = held && new Map(held.map(({ key, value }) => [key, textAt(value)]));
    kept.set(node, rows);
    return rows;
  }

  return {
    name: 'success-kept',
    kind: 'safety',
    afterProxyStep: (step) => {
      const { effects, after } = step.observation;
      if (after.pruning !== undefined) return undefined;
      const rows = keptBy(step);
      if (rows === undefined) return undefined;
      for (const [key, text] of writtenBy(effects)) rows.set(key, text);
      for (const { certificate } of successesIn(effects)) {
        const finding = unkept(step.node, certificate, rows);
        if (finding !== undefined) return finding;
      }
      return undefined;
    },
  };
}

type Effects = ProxyStep['observation']['effects'];

function writtenBy(effects: Effects): readonly (readonly [key: string, text: string])[] {
  const writes = effects.flatMap((effect) => (effect.type === 'Persist' ? effect.writes : []));
  return writes.filter(isCertificate).map(({ key, value }) => [key, textAt(value)]);
}

function successesIn(effects: Effects) {
  return effects.flatMap((effect) =>
    effect.type === 'Reply' && effect.result.type === 'Success' ? [effect.result] : [],
  );
}

function unkept(
  proxy: string,
  certificate: TransactionCertificate,
  rows: ReadonlyMap<string, string>,
): Finding | undefined {
  const { id, transaction } = factsOf(certificate.envelope.transaction);
  const row = rows.get(certificateKey(transaction.sender, transaction.nonce));
  if (row === textOf(certificate)) return undefined;
  const what = row === undefined ? 'none' : 'another certificate';
  return {
    message: `${proxy} acknowledged a transaction and kept ${what} of it`,
    facts: { proxy, transaction: id },
  };
}

function isCertificate({ key }: Pick<StoreRow, 'key'>): boolean {
  return key.startsWith('certificate/');
}

function textAt(value: unknown): string {
  return textOf((value as StoredCertificate).certificate);
}

function textOf({ envelope, signatures }: TransactionCertificate): string {
  return [factsOf(envelope.transaction).id, ...signatures.flat()].join(' ');
}
