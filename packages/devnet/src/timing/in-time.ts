/**
 * Gives the result of a promise if it comes before a deadline, in milliseconds as `performance.now`
 * counts them; undefined otherwise.
 */
export async function inTime<T>(promise: Promise<T>, deadline: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), deadline - performance.now());
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
