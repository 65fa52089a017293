import type { JobAnswer, JobRequest } from './job.ts';
import { judgeSeed, seedRunOf } from './seed-run.ts';

// The process that a campaign starts: it runs one seed for each message, and answers.
process.on('message', (request: JobRequest) => process.send?.(answer(request)));

// Whoever asked is gone.
process.on('disconnect', () => process.exit());

// A bug of ours in one run is for the campaign to report; this process knows nobody to tell.
function answer({ ask, task }: JobRequest): JobAnswer {
  try {
    const judged = judgeSeed(task);
    return { type: 'Done', outcome: ask === 'run' ? seedRunOf(task.seed, judged) : judged };
  } catch (error) {
    if (!(error instanceof Error)) return { type: 'Threw', stack: String(error), code: undefined };
    const { stack = error.message } = error;
    return { type: 'Threw', stack, code: 'code' in error ? error.code : undefined };
  }
}
