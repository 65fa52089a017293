import { type Address, LIMITS, type MissingDependency } from '@quorate/protocol';
import type { LoadRange } from '../../effect.ts';
import type { Ledger, Origin } from '../../ledger/ledger.ts';
import { byText } from '../../ledger/operations/token-creation.ts';
import { certificateKey, keyRange } from '../../store-keys.ts';

/** Gives the store ranges of certificates: each once, at most 200 in all. */
export function certificateRanges(origins: readonly Origin[]): readonly LoadRange[] {
  const keys = new Set(origins.map(({ sender, nonce }) => certificateKey(sender, nonce)));
  return [...keys].slice(0, LIMITS.certificatesPerRequest).map(keyRange);
}

/** Finds the certificates that provide a dependency, as far as the records in memory name them. */
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
      // The job record names the certificate that created it; the store has the one that submitted.
      return [];
    case 'Epoch':
      return originIn(committee.get(id));
    case 'Request':
      return originsOfJoins(request, id, sender);
  }
}

/**
 * Lists the certificates of the join requests for a validator key, each certificate once. Anybody
 * may request anybody's key, so if the operator whose request counts is known, only that operator's
 * are listed (rule C2).
 */
function originsOfJoins(
  requests: Ledger['request'],
  key: string,
  operator: Address | undefined,
): readonly Origin[] {
  const joins: (readonly [string, Origin])[] = [];
  // Strangers can add requests. Sorting all of them costs a hundred times more than scanning them.
  requests.each((request, place) => {
    if (request.kind !== 'Join' || request.config.address !== key) return;
    if (operator === undefined || request.operator === operator)
      joins.push([place, request.origin]);
  });
  const origins: Origin[] = [];
  for (const [, origin] of joins.sort(([one], [other]) => byText(one, other))) {
    // Requests of one transaction are neighbours here.
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
