import type { JsonObject } from '@quorate/protocol';
import { lazily } from '../timing/lazily.ts';
import { putOff } from '../timing/put-off.ts';
import { version } from '../version.ts';
import type { RpcMethods } from './json-rpc.ts';

const openRpc = putOff(() => import('../docs/openrpc.ts'));

/** Methods of an endpoint that describes them. */
export interface Discoverable extends RpcMethods {
  readonly 'rpc.discover': () => Promise<JsonObject>;
}

/** Adds `rpc.discover`, which answers with the OpenRPC document of the endpoint. */
export function discoverable(role: string, own: RpcMethods): Discoverable {
  const methods = Object.keys(own);
  return {
    ...own,
    // Kept: building it for each call of a small batch would block all other callers for seconds.
    'rpc.discover': lazily(async () => {
      const { openRpcDocument } = await openRpc();
      return openRpcDocument({ role, version, methods });
    }),
  };
}
