import type { JsonObject } from '@quorate/protocol';
import { version } from '../version.ts';
import type { RpcMethods } from './json-rpc.ts';

/** Adds `rpc.discover`, which answers with the OpenRPC document of the endpoint. */
export function discoverable(title: string, methods: RpcMethods): RpcMethods {
  const names = Object.keys(methods);
  return {
    ...methods,
    'rpc.discover': async () => {
      const { openRpcDocument } = await import('../docs/openrpc.ts');
      return openRpcDocument({ title, version, methods: names }) as JsonObject;
    },
  };
}
