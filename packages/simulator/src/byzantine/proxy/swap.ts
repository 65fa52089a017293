import type { Bend, Reach, Said } from '@quorate/byzantine';
import type { Message, Result } from '@quorate/core';
import {
  factsOf,
  type NamedSignature,
  type TransactionCertificate,
  type TransactionId,
} from '@quorate/protocol';

type Success = Extract<Result, { readonly type: 'Success' }>;

/**
 * Holds back the success of one transaction until another succeeds, and tells each client the
 * other's.
 */
export function swapAnswers(reach: Reach): Bend {
  let kept: { readonly said: Said; readonly success: Success } | undefined;
  return {
    say: (said) => {
      const { to: peer, message, asked = message } = said;
      const success = successIn(message);
      if (success === undefined) return [said];
      const swapped = reach.act({ peer, request: asked }, (): readonly Said[] => {
        if (kept === undefined || idOf(kept.success.certificate) === idOf(success.certificate)) {
          kept = { said, success };
          return [];
        }
        const { said: earlier, success: other } = kept;
        kept = undefined;
        return [withResult(earlier, success), withResult(said, other)];
      });
      return swapped ?? [said];
    },
  };
}

/** Attaches to each certificate the signatures of the transaction that was certified before it. */
export function swapSignatures(reach: Reach): Bend {
  let last: Signed | undefined;
  let before: Signed | undefined;

  function note({ envelope, signatures }: TransactionCertificate): void {
    const id = factsOf(envelope.transaction).id;
    if (last?.id === id) return;
    before = last;
    last = { id, signatures };
  }

  return {
    say: (said) => {
      const { to: peer, message, asked = message } = said;
      const certificate = certificateIn(message);
      if (certificate === undefined) return [said];
      note(certificate);
      const id = idOf(certificate);
      const other = [last, before].find((signed) => signed !== undefined && signed.id !== id);
      if (other === undefined) return [said];
      const { envelope } = certificate;
      const mixed = { envelope, signatures: other.signatures };
      const swapped = reach.act({ peer, request: asked }, () => [withCertificate(said, mixed)]);
      return swapped ?? [said];
    },
  };
}

interface Signed {
  readonly id: TransactionId;
  readonly signatures: readonly NamedSignature[];
}

function idOf({ envelope }: TransactionCertificate): TransactionId {
  return factsOf(envelope.transaction).id;
}

function successIn(message: Message): Success | undefined {
  return message.type === 'Response' && message.result.type === 'Success'
    ? message.result
    : undefined;
}

function certificateIn(message: Message): TransactionCertificate | undefined {
  return message.type === 'SubmitCertificate'
    ? message.certificate
    : successIn(message)?.certificate;
}

function withCertificate(said: Said, certificate: TransactionCertificate): Said {
  const { message } = said;
  return message.type === 'SubmitCertificate'
    ? { ...said, message: { ...message, certificate } }
    : withResult(said, { type: 'Success', certificate });
}

function withResult(said: Said, result: Result): Said {
  const { message } = said;
  return message.type === 'Response' ? { ...said, message: { ...message, result } } : said;
}
