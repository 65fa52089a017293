import type { Committee, ProxyState } from '@quorate/core';
import type { Asker } from '../nodes/asker.ts';
import type { HostedNode, LocalNetworkOptions } from '../nodes/host-node.ts';
import { lazily } from '../timing/lazily.ts';
import { putOff } from '../timing/put-off.ts';
import type { CrossSigner } from './cross-signer.ts';

const crossSigner = putOff(() => import('./cross-signer.ts'));

/** What the cross-signer of a devnet learns from. */
export interface CrossSignerSources {
  readonly proxy: HostedNode<ProxyState>;
  readonly asker: Pick<Asker, 'ask'>;
  /** Gives the committees of all epochs, as the validators know them. */
  readonly committees: () => readonly Committee[];
}

/** Gives the cross-signer of a devnet, which is created when it is first needed. */
export function lazyCrossSigner(
  { secretOf, crypto }: Pick<LocalNetworkOptions, 'secretOf' | 'crypto'>,
  { proxy, asker, committees }: CrossSignerSources,
): () => Promise<CrossSigner> {
  return lazily(async () => {
    const { createCrossSigner } = await crossSigner();
    return createCrossSigner({
      secretKey: secretOf('evm'),
      committees() {
        const followed = proxy.node.state()?.committees;
        if (followed === undefined) return undefined;
        // A proxy that has not followed a change yet, or has forgotten it, takes retired keys for
        // current ones.
        const known = committees();
        return known.length > followed.length ? known : followed;
      },
      verifier: crypto.verifier,
      async hasSettled(id) {
        const select = { by: 'Id', transactionId: id } as const;
        const shown = await asker.ask(proxy.node.name, { type: 'GetCertificates', select });
        if (shown?.type === 'Certificates') return shown.certificates.length > 0;
        // The request names one certificate by its id, so it is that one that was pruned.
        return shown?.type === 'Rejected' && shown.rejection.code === 'CertificatePruned';
      },
    });
  });
}
