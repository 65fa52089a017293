import type { NonceAbuse } from '../../scenario/byzantine/client-act.ts';
import { signPayment } from './payment.ts';
import type { ClientStage } from './stage.ts';

const NONCE_MAX = 2n ** 64n - 1n;

/** Signs a payment at a nonce that is not due, and sends it. */
export function abuseNonce({ kind, targets, ...payment }: NonceAbuse, stage: ClientStage): void {
  const { name, transport, validators, proxies } = stage;
  const envelope = signPayment(payment, nonceFor(kind, stage.nextNonce()), stage);
  stage.hand(envelope);
  for (const target of targets ?? [...validators, ...proxies]) {
    transport.send(name, target, { type: 'SubmitTransaction', requestId: name, envelope });
  }
}

function nonceFor(kind: NonceAbuse['kind'], next: bigint): bigint {
  switch (kind) {
    case 'gap':
      return next + 1n;
    case 'reuse':
      return next === 0n ? 0n : next - 1n;
    case 'huge':
      return NONCE_MAX;
  }
}
