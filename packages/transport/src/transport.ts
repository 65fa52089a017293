/** Names one end of a link; compared exactly. */
export type NodeName = string;

/** Hears one message and who sent it. */
export type Receive<M> = (from: NodeName, message: M) => void;

/** Ends an attachment; ending it again changes nothing. */
export type Detach = () => void;

/** Names what went wrong in a transport. */
export type TransportErrorCode = 'NameTaken';

/** Reports that a transport refused a call. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly code: TransportErrorCode;
  readonly node: NodeName;

  constructor(code: TransportErrorCode, node: NodeName) {
    super(`${code}: ${node}`);
    this.code = code;
    this.node = node;
  }
}

/**
 * Carries messages between named nodes, as a network does: a message may be lost, and nobody tells
 * the sender.
 *
 * Messages are immutable plain data; a transport within one process may pass the very object on.
 */
export interface Transport<M> {
  /**
   * Delivers the messages sent to `node` to `receive` until the returned function is called. A
   * message reaches the attachment that holds the name when it arrives.
   *
   * @throws TransportError `NameTaken` while another attachment holds the name
   */
  attach(node: NodeName, receive: Receive<M>): Detach;

  /**
   * Sends one message and forgets it. Never delivers inside the call, so a node finishes what it is
   * doing before it hears an answer. A message to a node that is not attached when it arrives is
   * lost. `from` need not be attached.
   */
  send(from: NodeName, to: NodeName, message: M): void;
}
