import type { MissingDependency } from '@quorate/protocol';
import type { Position, Progress } from '../state.ts';

/** Names a dependency in the ids of the requests for it. */
export function nameOfDependency({ kind, id, sender }: MissingDependency): string {
  return `${kind}/${id}/${sender ?? ''}`;
}

/** Names a certificate in the ids of the requests for it. */
export function nameOfPosition({ sender, nonce }: Position): string {
  return `${sender}/${nonce}`;
}

/**
 * Lists what a validator lacks and nobody has shown yet, by name. Whoever has nothing to show of one
 * may know another.
 */
export function lackedStill({
  prerequisites,
  missing,
}: Pick<Progress, 'prerequisites' | 'missing'>): readonly string[] {
  const top = prerequisites.at(-1);
  const isShown = top === undefined || top.certificate !== undefined;
  return [...missing.map(nameOfDependency), ...(isShown ? [] : [nameOfPosition(top)])];
}
