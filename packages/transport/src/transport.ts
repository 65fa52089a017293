/** The name of a node at one end of a link; compared exactly. */
export type NodeName = string;

/** Receives a message and the name of its sender. */
export type Receive<M> = (from: NodeName, message: M) => void;

/** Ends an attachment. A second call changes nothing. */
export type Detach = () => void;

/** What went wrong in a transport. */
export type TransportErrorCode = 'NameTaken';

/** A transport refused a call. */
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
 * Carries messages between named nodes like a network: a message may be lost without the sender
 * being told.
 *
 * Messages are immutable plain data. A transport within one process may pass on the object itself.
 */
export interface Transport<M> {
  /**
   * Delivers the messages for `node` to `receive` until the returned function is called. A message
   * goes to the attachment that holds the name when it arrives.
   *
   * @throws TransportError `NameTaken` while another attachment holds the name
   */
  attach(node: NodeName, receive: Receive<M>): Detach;

  /**
   * Sends a message. It never delivers inside the call, so a node finishes its current work before
   * it receives an answer. A message to a node that is not attached when it arrives is lost. `from`
   * need not be attached.
   */
  send(from: NodeName, to: NodeName, message: M): void;
}
