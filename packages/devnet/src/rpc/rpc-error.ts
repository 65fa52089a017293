import { DecodeError, type Rejection, toJsonRpcError } from '@quorate/protocol';

/** An error as a JSON-RPC answer carries it. Source: interface document, "Errors". */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: string | undefined;

  constructor(code: number, message: string, data?: string) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** Whether it stands for something nobody foresaw: a bug of ours, or a failing disk. */
  get isUnforeseen(): boolean {
    return this.code === INTERNAL_ERROR;
  }

  /** Turns whatever a method threw into the error of its answer; what is unforeseen stays unnamed. */
  static of(failure: unknown): RpcError {
    if (failure instanceof RpcError) return failure;
    if (failure instanceof DecodeError) return RpcError.invalidParams(failure.message);
    return new RpcError(INTERNAL_ERROR, 'Internal error');
  }

  /** Refuses parameters; `detail` names the field and what was expected. */
  static invalidParams(detail: string): RpcError {
    return new RpcError(-32602, 'Invalid params', detail);
  }
}

/** A refusal of the ledger as a JSON-RPC answer carries it. */
export class RpcRefusal extends RpcError {
  readonly rejection: Rejection;

  constructor(rejection: Rejection) {
    const { code, message, data } = toJsonRpcError(rejection);
    super(code, message, data);
    this.rejection = rejection;
  }
}

const INTERNAL_ERROR = -32603;

/** Refuses what is not JSON. */
export function parseError(failure: DecodeError): RpcError {
  return new RpcError(-32700, 'Parse error', failure.message);
}

/** Refuses JSON that is not a call. */
export function invalidRequest(detail: string): RpcError {
  return new RpcError(-32600, 'Invalid Request', detail);
}

/** Refuses a call of a method that there is not. */
export function methodNotFound(method: string): RpcError {
  const start = method.length > 100 ? `${method.slice(0, 100)}…` : method;
  return new RpcError(-32601, 'Method not found', start);
}

/** Reports that a node is down, or did not answer in time. */
export function noAnswer(node: string): RpcError {
  return new RpcError(-32000, `${node} gave no answer`);
}

/** Writes a refusal of the ledger. */
export function refusal(rejection: Rejection): RpcError {
  return new RpcRefusal(rejection);
}
