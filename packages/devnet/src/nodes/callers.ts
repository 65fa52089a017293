import type { Farewell } from '../farewell.ts';
import { CALLERS } from '../faults/link-end.ts';
import { PATIENCE_MILLIS } from '../timing/patience.ts';
import { type AttentiveAsker, createAsker } from './asker.ts';
import { attended } from './attended.ts';
import type { HostedNode, LocalNetworkOptions } from './host-node.ts';
import { withUnusedNonce } from './used-nonce.ts';

/** The askers that send the requests of HTTP callers to nodes. */
export interface Callers {
  readonly asker: AttentiveAsker;
  /** That of callers over JSON-RPC. */
  readonly rpcAsker: AttentiveAsker;
}

/** Creates the askers of the HTTP callers of a devnet, which end with it. */
export function askersOver(
  transport: LocalNetworkOptions['bus'],
  { askers }: Pick<Farewell, 'askers'>,
): Callers {
  const askerCalled = (name: string): AttentiveAsker => {
    const asker = createAsker({ transport, name, timeout: PATIENCE_MILLIS });
    askers.push(asker);
    return withUnusedNonce(asker);
  };
  return { asker: askerCalled(CALLERS.rest), rpcAsker: askerCalled(CALLERS.rpc) };
}

/** Registers a node for closing as soon as it is hosted, since the next one may fail. */
export function adoptionInto(
  nodes: HostedNode<unknown>[],
  { asker, rpcAsker }: Callers,
): <H extends HostedNode<unknown>>(hosted: H) => H {
  return (hosted) => {
    const adopted = attended(attended(hosted, asker), rpcAsker);
    nodes.push(adopted);
    return adopted;
  };
}
