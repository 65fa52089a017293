import type { NodeStatus } from '@quorate/actors';
import type { Standing } from '../committee/standing.ts';

/** Hears what becomes of the nodes of a process. */
export interface NodeWatch {
  /** `reason` is why a node stopped by itself, if that is known. */
  readonly onStatus: (node: string, status: NodeStatus, reason?: string) => void;
  /** The state of a validator between epochs is this, since it started or changed. */
  readonly onStanding: (node: string, standing: Standing) => void;
}
