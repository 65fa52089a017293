import type { Message, Result } from '@quorate/core';
import type { NamedSignature, TransactionEnvelope } from '@quorate/protocol';
import type { NodeName, Transport } from '@quorate/transport';
import type { VirtualClock } from '../../virtual-clock.ts';
import type { QuorumAmong } from '../quorum-among.ts';

/** What errands are run with. */
export interface ErrandGround {
  readonly clock: Pick<VirtualClock, 'now' | 'setTimer'>;
  readonly transport: Transport<Message>;
  readonly validators: readonly NodeName[];
  readonly proxies: readonly NodeName[];
  readonly quorumAmong: QuorumAmong;
}

/** One transaction that somebody sees through to the end, whatever messages are lost. */
export interface Errand {
  /** Handles an answer to one of its requests. */
  hear(from: NodeName, result: Result): void;
  /** Delivers the certificate if it was held back. */
  release(): void;
}

/** How an errand ends. With `given-up`, what becomes of the transaction is unknown. */
export type ErrandEnd = 'settled' | 'refused' | 'given-up';

/** What an errand is about. */
export interface ErrandParts {
  /** The node name of the errand, unique to it. */
  readonly name: NodeName;
  readonly envelope: TransactionEnvelope;
  /** Called once with the end of the errand. */
  readonly onEnd: (ending: ErrandEnd) => void;
}

/** The first wait for answers; it doubles each time. Units: nanoseconds. */
const WAIT = 1_000_000_000n;

/** The longest wait. Units: nanoseconds. */
const WAIT_MAX = 30_000_000_000n;

/** How often an errand tries before it gives up. */
const ATTEMPTS = 16;

/**
 * Has a transaction settled by a proxy: the first one, or the next whenever one does not answer.
 */
function askProxies(
  { name, envelope, onEnd }: ErrandParts,
  { clock, transport, proxies, quorumAmong }: ErrandGround,
): Errand {
  let isOver = false;
  let attempts = 0;
  let refusals = 0;

  function attempt(): void {
    if (isOver) return;
    if (attempts === ATTEMPTS) {
      end('given-up');
      return;
    }
    const proxy = proxies[attempts % proxies.length];
    // A proxy answers a duplicate of a refused request as before and drives nothing (rule P3), so
    // the id changes.
    const requestId = refusals === 0 ? name : `${name}:${refusals}`;
    const message = { type: 'SubmitTransaction', requestId, envelope } as const;
    if (proxy !== undefined) transport.send(name, proxy, message);
    clock.setTimer(clock.now() + waitAfter(attempts), attempt);
    attempts += 1;
  }

  function end(ending: ErrandEnd): void {
    if (isOver) return;
    isOver = true;
    onEnd(ending);
  }

  attempt();
  return {
    hear(from, result) {
      // Every proxy except the first may lie.
      if (result.type === 'Success') {
        if (quorumAmong(result.certificate.signatures) !== undefined) end('settled');
      } else if (isFinal(result) && from === proxies[0]) end('refused');
      else refusals += 1;
    },
    release: () => undefined,
  };
}

/**
 * Has a transaction signed and settled without proxies. The certificate goes to `deliver`, or, if
 * it is held back, only once it is released.
 */
function askValidators(
  { name, envelope, onEnd }: ErrandParts,
  { clock, transport, validators, quorumAmong }: ErrandGround,
  { deliver, isHeld }: { readonly deliver: readonly NodeName[]; readonly isHeld: boolean },
): Errand {
  const signatures: NamedSignature[] = [];
  const refused = new Set<NodeName>();
  const told = new Set<NodeName>();
  let certified: readonly NamedSignature[] | undefined;
  let isOut = !isHeld;
  let isOver = false;
  let attempts = 0;
  let round = 0;

  function attempt(of: number): void {
    if (of !== round) return;
    if (attempts === ATTEMPTS) {
      end('given-up');
      return;
    }
    const waiting = certified === undefined ? validators : isOut ? deliver : [];
    const left = waiting.filter((each) => !told.has(each));
    for (const validator of left) transport.send(name, validator, nextMessage());
    if (left.length === 0) return;
    clock.setTimer(clock.now() + waitAfter(attempts), () => attempt(of));
    attempts += 1;
  }

  function nextMessage(): Message {
    if (certified === undefined) return { type: 'SubmitTransaction', requestId: name, envelope };
    return {
      type: 'SubmitCertificate',
      requestId: name,
      certificate: { envelope, signatures: certified },
    };
  }

  function begin(): void {
    round += 1;
    attempts = 0;
    attempt(round);
  }

  function end(ending: ErrandEnd): void {
    if (isOver) return;
    isOver = true;
    onEnd(ending);
  }

  function hearSigned(signature: NamedSignature): void {
    if (certified !== undefined || signatures.some(([known]) => known === signature[0])) return;
    signatures.push(signature);
    certified = quorumAmong(signatures);
    if (certified !== undefined) begin();
  }

  begin();
  return {
    hear(from, result) {
      if (result.type === 'Signed') hearSigned([result.validator, result.signature]);
      if (result.type === 'Settled') {
        told.add(from);
        end('settled');
      }
      if (certified === undefined && isFinal(result)) {
        refused.add(from);
        if (refused.size * 2 > validators.length) end('refused');
      }
    },
    release() {
      if (isOut) return;
      isOut = true;
      if (certified !== undefined) begin();
    },
  };
}

function waitAfter(attempts: number): bigint {
  const doubled = WAIT << BigInt(attempts);
  return doubled < WAIT_MAX ? doubled : WAIT_MAX;
}

function isFinal(result: Result): boolean {
  if (result.type !== 'Rejected') return false;
  const { code } = result.rejection;
  return (
    code === 'NonSubmittableOperation' || code === 'InvalidRequest' || code === 'InvalidSignature'
  );
}

/** How an errand is run. */
export interface Way {
  /** Whether proxies would refuse it, so that it bypasses them. */
  readonly isDirect: boolean;
  /**
   * The validators that receive the certificate directly, once it is released; undefined means the
   * usual way.
   */
  readonly deliver: readonly NodeName[] | undefined;
}

/** Runs an errand. */
export function runErrand(
  parts: ErrandParts,
  ground: ErrandGround,
  { isDirect, deliver }: Way,
): Errand {
  const errand =
    isDirect || deliver !== undefined
      ? askValidators(parts, ground, {
          deliver: deliver ?? ground.validators,
          isHeld: deliver !== undefined,
        })
      : askProxies(parts, ground);
  ground.transport.attach(parts.name, (from, message) => {
    if (message.type === 'Response') errand.hear(from, message.result);
  });
  return errand;
}
