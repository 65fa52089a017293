import { DecodeError } from '@quorate/protocol';
import { StoreError } from '@quorate/storage';
import { troubleOf } from '../data/node-store.ts';
import { ListenError } from '../http/listen.ts';
import { AdminError, closes, invalidRequest } from './admin-error.ts';

/**
 * Turns a failure caused by the caller or the machine into an error of the admin interface;
 * undefined for an unforeseen one.
 */
export function refusalOf(failure: unknown): AdminError | undefined {
  if (failure instanceof AdminError) return failure;
  if (failure instanceof DecodeError) return invalidRequest(failure.message);
  if (failure instanceof StoreError && failure.code === 'Closed') return closes();
  const trouble = failure instanceof ListenError ? failure : troubleOf(failure);
  return trouble && new AdminError(400, trouble.code, trouble.message, { cause: failure });
}

/** Makes an action fail with an error of the admin interface. @throws AdminError */
export async function orRefusal<T>(act: Promise<T>): Promise<T> {
  try {
    return await act;
  } catch (failure) {
    throw refusalOf(failure) ?? failure;
  }
}
