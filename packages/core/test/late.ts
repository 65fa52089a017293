import type { Response, ValidatorMessage } from '../src/message.ts';
import type { TestNetwork } from './network.ts';

/**
 * Has a validator answer as a correct one does, but keeps some answers on their way. Each call of
 * what it gives lets go of the earliest of these; false when there is none.
 *
 * @param isLate told how many answers were kept before.
 */
export function holdingBack(
  network: TestNetwork,
  name: string,
  isLate: (message: ValidatorMessage, before: number) => boolean,
): () => boolean {
  const late: Response[] = [];
  let count = 0;
  network.conduct(name, (message, honest) => {
    const result = honest();
    if (!isLate(message, count)) return [result];
    count += 1;
    late.push({ type: 'Response', requestId: message.requestId, result });
    return [];
  });
  return () => {
    const response = late.shift();
    if (response === undefined) return false;
    network.send(name, response);
    return true;
  };
}

/** Keeps what a validator shows of its certificates. */
export const showing = ({ type }: ValidatorMessage): boolean => type === 'GetCertificates';
