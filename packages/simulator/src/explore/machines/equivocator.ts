import type { TransactionEnvelope } from '@quorate/protocol';
import type { NodeName } from '@quorate/transport';
import { type PaymentStage, rivalPayments } from '../../byzantine/client/payment.ts';
import type { Equivocate } from '../../scenario/byzantine/client-act.ts';
import { type Local, type Machine, type Taken, withoutDisk } from './machine.ts';
import { collect, handOut, type Pools, type PoolsGround } from './pools.ts';

/** What exploring the act needs. */
export interface EquivocatorGround extends PoolsGround {
  readonly validators: readonly NodeName[];
  /** Signs and dates payments. */
  readonly stage: PaymentStage;
}

/**
 * Explores a client that signs several payments for one nonce; it may send each to the other
 * validators at any time.
 */
export function equivocator(act: Equivocate, ground: EquivocatorGround): Machine {
  const envelopes = rivalPayments(act.rivals, act.nonce ?? 0n, ground.stage);

  function begin(): Taken {
    let pools: Pools = {};
    const sent = act.rivals.flatMap((rival, index) => {
      const envelope = envelopes[index] as TransactionEnvelope;
      const others = act.cross === undefined ? [] : ground.validators;
      const validators = [...new Set([...rival.validators, ...others])];
      const { deliver = ground.validators } = rival;
      const handed = handOut(pools, envelope, { validators, deliver }, ground);
      pools = handed.pools;
      return handed.sent;
    });
    return { local: withoutDisk(pools), sent, observed: [], effects: 0 };
  }

  return {
    name: ground.name,
    aliases: [],
    role: 'user',
    begin,
    hear(local: Local, { message }) {
      const { pools, sent } = collect(local.state as Pools, message, ground);
      return { local: withoutDisk(pools), sent, observed: [], effects: 0 };
    },
  };
}
