import { answerRequests } from '../jobs/answer-requests.ts';
import type { JobRequest } from './job.ts';
import { judgeSeed, seedRunOf } from './seed-run.ts';

// The process that a campaign starts: it runs one seed for each message, and answers.
answerRequests(({ ask, task }: JobRequest, goOn) => {
  const judged = judgeSeed(task, goOn);
  return ask === 'run' ? seedRunOf(task.seed, judged) : judged;
});
