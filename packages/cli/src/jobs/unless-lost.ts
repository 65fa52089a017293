import { JobLostError } from './child.ts';

/** Waits for work; gives the error, which others throw, if the process that does it is lost. */
export async function unlessLost<T>(act: () => Promise<T>): Promise<T | JobLostError> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof JobLostError)) throw error;
    return error;
  }
}
