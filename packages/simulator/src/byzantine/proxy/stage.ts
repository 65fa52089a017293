import type { Signer } from '@quorate/crypto';
import type { Say } from '../bend.ts';

/** What the acts of a Byzantine proxy work with. */
export interface ProxyStage {
  readonly say: Say;
  readonly signer: Signer;
  /** The size of a quorum. */
  readonly quorum: number;
}
