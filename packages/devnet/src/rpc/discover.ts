import type { JsonObject } from '@quorate/protocol';
import { putOff } from '../put-off.ts';
import { version } from '../version.ts';
import type { RpcMethods } from './json-rpc.ts';

/** Builds descriptions of JSON-RPC endpoints. */
export const openRpc = putOff(() => import('../docs/openrpc.ts'));

/** Adds `rpc.discover`, which answers with the OpenRPC document of the endpoint. */
export function discoverable(role: string, methods: RpcMethods): RpcMethods {
  const names = Object.keys(methods);
  let document: JsonObject | undefined;
  return {
    ...methods,
    'rpc.discover': async () => {
      const { openRpcDocument } = await openRpc();
      // Kept: building it for each call of a small batch would block all other callers for seconds.
      document ??= openRpcDocument({ role, version, methods: names }) as JsonObject;
      return document;
    },
  };
}
