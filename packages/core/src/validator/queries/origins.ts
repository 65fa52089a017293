import { type Address, LIMITS, type MissingDependency } from '@quorate/protocol';
import type { LoadRange } from '../../effect.ts';
import type { Ledger, Origin } from '../../ledger/ledger.ts';
import { byText } from '../../ledger/operations/token-creation.ts';
import { certificateKey, keyRange } from '../../store-keys.ts';

/** Gives the places of certificates in the store; each is named once, and 200 in all. */
export function certificateRanges(origins: readonly Origin[]): readonly LoadRange[] {
  const keys = new Set(origins.map(({ sender, nonce }) => certificateKey(sender, nonce)));
  return [...keys].slice(0, LIMITS.certificatesPerRequest).map(keyRange);
}

/** Names the certificates that made something, where memory holds them. */
export function originsOf(
  { token, update, config, job, request, committee }: Ledger,
  { kind, id, sender }: MissingDependency,
): readonly Origin[] {
  switch (kind) {
    case 'Token':
      return originIn(token.get(id)?.description);
    case 'TokenUpdate':
      return present(update.get(id));
    case 'EscrowConfig':
      return originIn(config.get(id));
    case 'EscrowJob':
      return originIn(job.get(id));
    case 'EscrowSubmit':
      // The job keeps the certificate of its creation; that of its delivery is in the store.
      return [];
    case 'Epoch':
      return originIn(committee.get(id));
    case 'Request':
      return originsOfJoins(request, id, sender);
  }
}

/**
 * Lists where a key was asked for, each transaction once, and by one operator where it is known whose request counts:
 * anybody may ask for anybody's key (rule C2).
 */
function originsOfJoins(
  requests: Ledger['request'],
  key: string,
  operator: Address | undefined,
): readonly Origin[] {
  const joins: (readonly [string, Origin])[] = [];
  // Anybody may ask at any time, and to sort all requests takes a hundred times as long as to look at them.
  requests.each((request, place) => {
    if (request.kind !== 'Join' || request.config.address !== key) return;
    if (operator === undefined || request.operator === operator)
      joins.push([place, request.origin]);
  });
  const origins: Origin[] = [];
  for (const [, origin] of joins.sort(([one], [other]) => byText(one, other))) {
    // Requests of one transaction follow one another.
    const last = origins.at(-1);
    if (last?.sender === origin.sender && last.nonce === origin.nonce) continue;
    origins.push(origin);
    if (origins.length === LIMITS.certificatesPerRequest) break;
  }
  return origins;
}

function originIn(record: { readonly origin: Origin | undefined } | undefined): readonly Origin[] {
  return present(record?.origin);
}

function present(origin: Origin | undefined): readonly Origin[] {
  return origin === undefined ? [] : [origin];
}
