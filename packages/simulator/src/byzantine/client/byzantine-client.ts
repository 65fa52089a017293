import { factsOf } from '@quorate/protocol';
import type { ClientAct } from '../../scenario/byzantine/client-act.ts';
import { actorOf } from '../../world/links.ts';
import type { Moments } from '../../world/moments.ts';
import { directRequestId } from '../../world/users/direct-sender.ts';
import type { Handed } from '../../world/users/handed.ts';
import type { ActLog } from '../act-log.ts';
import { sendBadEncoding } from './bad-encoding.ts';
import { equivocate } from './equivocate.ts';
import { forgeShare } from './forged-share.ts';
import { sendInadmissible } from './inadmissible.ts';
import { deliverIncomplete } from './incomplete-certificate.ts';
import { certifyWithLeakedKeys } from './leaked-keys.ts';
import { abuseNonce } from './nonce-abuse.ts';
import type { ClientStage } from './stage.ts';

/** What the acts of one Byzantine client have sent. */
export interface ByzantineClient {
  readonly client: string;
  /**
   * The transactions that were well formed and signed by the client, but not by its own software.
   */
  handed(): readonly Handed[];
}

/** The surroundings of the acts of a client. */
export interface ClientGround
  extends Omit<ClientStage, 'name' | 'signer' | 'addressOf' | 'hand' | 'acted'> {
  readonly moments: Pick<Moments, 'when'>;
  readonly acts: Pick<ActLog, 'acted'>;
}

/** Schedules everything that a client does past its own software. */
export function startByzantineClient(
  client: string,
  acts: readonly ClientAct[],
  ground: ClientGround,
): ByzantineClient {
  const handed: Handed[] = [];
  for (const act of acts) {
    const name = actorOf(client, act.id);
    const stage: ClientStage = {
      ...ground,
      name,
      signer: ground.signerOf(client),
      addressOf: (other) => ground.signerOf(other).address,
      hand: (envelope) => {
        // An act sends requests in its own name, or through a direct sender.
        const { id } = factsOf(envelope.transaction);
        handed.push({ envelope, requestIds: [name, directRequestId(id)] });
      },
      acted: () => ground.acts.acted(act.id),
    };
    ground.moments.when(act.moment ?? { kind: 'time', at: 0n }, () => {
      if (perform(act, stage)) ground.acts.acted(act.id);
    });
  }
  return { client, handed: () => handed };
}

/** Does what an act says; false if that is not possible yet, or depends on what it will hear. */
function perform(act: ClientAct, stage: ClientStage): boolean {
  switch (act.act) {
    case 'equivocate':
      equivocate(act, stage);
      return true;
    case 'nonce-abuse':
      abuseNonce(act, stage);
      return true;
    case 'bad-encoding':
      sendBadEncoding(act, stage);
      return true;
    case 'incomplete-certificate':
      deliverIncomplete(act, stage);
      return true;
    case 'leaked-keys':
      return certifyWithLeakedKeys(act, stage);
    case 'inadmissible':
      sendInadmissible(act, stage);
      return true;
    case 'forged-share':
      forgeShare(act, stage);
      return false;
  }
}
