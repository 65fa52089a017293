import { answerRequests } from '../jobs/answer-requests.ts';
import { doWork } from './do-work.ts';

// The process that `quorate fuzz` starts, one for each core.
answerRequests(doWork);
