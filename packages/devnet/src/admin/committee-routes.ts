import { type CommitteeRequest, committeeConfig, quorumSize } from '@quorate/core';
import { formatAddress, type JsonValue, multiSigAddress } from '@quorate/protocol';
import type { Context } from 'hono';
import type { Seating } from '../committee/seating.ts';
import type { Faults } from '../faults/faults.ts';
import type { PlacedValidator } from '../hosting.ts';
import { committeeJson, validatorJson } from './admin-json.ts';
import type { AdminRoutes } from './admin-routes.ts';

/** What the routes of committees work on. */
export interface CommitteeRoutesOptions {
  readonly seating: Seating;
  readonly faults: Pick<Faults, 'actsOf'>;
  /** Finds the validator that a path names. @throws AdminError if there is none */
  readonly validatorOf: (context: Context) => PlacedValidator;
}

/** Adds the routes with which operators inspect committees and prepare validators for them. */
export function addCommittees(
  routes: AdminRoutes,
  { seating, faults, validatorOf }: CommitteeRoutesOptions,
): void {
  routes.get('/committee', () => {
    const running = seating.running();
    const account = multiSigAddress(committeeConfig(running, quorumSize));
    return { ...committeeJson(running), account: formatAddress(account) };
  });
  routes.get('/committees', () => seating.committees().map(committeeJson));
  routes.get('/committee-requests', () => seating.requests().map(requestJson));
  routes.act('/validators', async () => validatorJson(await seating.add(), faults));
  routes.act('/validators/:name/keys', async (context) => {
    const { node, seats } = validatorOf(context).hosted;
    const address = formatAddress(await seats.freshKey());
    // Validators of a devnet are reached by name, wherever they listen.
    return { address, host: node.name, rpc_port: 0 };
  });
}

function requestJson(request: CommitteeRequest): JsonValue {
  return {
    kind: request.kind,
    operator: formatAddress(request.operator),
    timestamp_nanos: request.timestampNanos,
    nonce: request.origin.nonce,
    ...(request.kind === 'Leave'
      ? {}
      : {
          address: formatAddress(request.config.address),
          host: request.config.host,
          rpc_port: request.config.rpcPort,
        }),
  };
}
