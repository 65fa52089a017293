import { describe, expect, it } from 'vitest';
import { JobLostError, startChild } from './child.ts';

describe('a process that does what it is asked', () => {
  it('is told to be lost whenever it is asked after its end', async () => {
    const child = startChild<object, never>('#fuzz-process', () => 'a hunt');
    child.stop();
    // The first hears how it ended, the second that it has.
    for (const how of ['was ended by SIGTERM', 'had ended before']) {
      const asked = child.ask({});
      await expect(asked).rejects.toThrow(JobLostError);
      await expect(asked).rejects.toThrow(`a hunt: the process that ran it ${how}`);
    }
  });
});
