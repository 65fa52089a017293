import { DecodeError } from '@quorate/protocol';
import { StoreError } from '@quorate/storage';
import { ListenError } from '../http/listen.ts';
import { troubleOf } from '../node-store.ts';
import { AdminError, closes, invalidRequest } from './admin-error.ts';

/** Says what whoever asked, or the machine, stands in the way of; undefined for what nobody foresaw. */
export function refusalOf(failure: unknown): AdminError | undefined {
  if (failure instanceof AdminError) return failure;
  if (failure instanceof DecodeError) return invalidRequest(failure.message);
  if (failure instanceof StoreError && failure.code === 'Closed') return closes();
  const trouble = failure instanceof ListenError ? failure : troubleOf(failure);
  return trouble && new AdminError(400, trouble.code, trouble.message, { cause: failure });
}

/** Has an act fail as the admin interface says it. @throws AdminError */
export async function orRefusal(act: Promise<void>): Promise<void> {
  try {
    await act;
  } catch (failure) {
    throw refusalOf(failure) ?? failure;
  }
}
