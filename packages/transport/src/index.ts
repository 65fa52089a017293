export { type Attachments, createAttachments } from './attachments.ts';
export { freezeMessage } from './freeze-message.ts';
export type { MemoryTransportOptions } from './memory-transport.ts';
export { createMemoryTransport } from './memory-transport.ts';
export {
  createSentCounts,
  createThreadLink,
  ThreadError,
  type ThreadErrorCode,
  type ThreadLink,
  type ThreadLinkOptions,
  type ThreadPort,
} from './thread-link.ts';
export type {
  Detach,
  NodeName,
  Receive,
  Transport,
  TransportErrorCode,
} from './transport.ts';
export { TransportError } from './transport.ts';
export {
  createTransportDesk,
  createWorkerTransport,
  type Delivery,
  type TransportDesk,
  type TransportRequest,
  type WorkerTransport,
} from './worker-transport.ts';
