import type { Say } from '@quorate/byzantine';
import type { Signer } from '@quorate/crypto';

/** What the acts of a Byzantine proxy work with. */
export interface ProxyStage {
  readonly say: Say;
  readonly signer: Signer;
  /** The size of a quorum. */
  readonly quorum: number;
}
