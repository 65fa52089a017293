import { DecodeError } from '@quorate/protocol';
import { StoreError } from '@quorate/storage';
import { DevnetError } from '../options.ts';

/** Reads data; if a fault of the data prevents that, gives the fault. */
export function reading<T>(read: () => T, faultIn = dataFault): T | string {
  try {
    return read();
  } catch (failure) {
    const fault = faultIn(failure);
    if (fault === undefined) throw failure;
    return fault;
  }
}

function dataFault(failure: unknown): string | undefined {
  return isOfTheData(failure) ? failure.message : undefined;
}

/** Recognises rows that no node writes: reading them meets missing fields or malformed ids. */
export function rowFault(failure: unknown): string | undefined {
  const isOfRows =
    failure instanceof TypeError ||
    failure instanceof SyntaxError ||
    failure instanceof DecodeError;
  return isOfRows ? `it has a row that no node writes (${failure.message})` : dataFault(failure);
}

function isOfTheData(failure: unknown): failure is Error {
  return failure instanceof DevnetError
    ? failure.code === 'UnreadableData'
    : failure instanceof StoreError;
}
