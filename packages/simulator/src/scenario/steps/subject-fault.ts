import type { Path, Problem } from '../diagnostic.ts';
import { field, text } from '../loose.ts';

/** Keys of which each alone says what is read. */
const SUBJECTS = ['token', 'job', 'jobs', 'certificates', 'incomplete'] as const;

/** Keys of what is read besides, each with the key of what it goes with. */
const FURTHER = [
  ['andTokens', 'token'],
  ['andJobs', 'job'],
] as const;

/**
 * Finds keys of a read step that exclude each other, because each would say that something else is
 * read.
 */
export function atOdds(step: unknown, path: Path): Problem[] {
  const [subject, other] = SUBJECTS.filter((key) => isGiven(step, key));
  if (other !== undefined) return [problem(path, other, `"${subject}" says already what is read`)];
  const isNamed = subject === 'token' || subject === 'job';
  if (isNamed && isGiven(step, 'of')) {
    return [problem(path, 'of', `a ${subject} is read, whoever's it is`)];
  }
  const further = FURTHER.find(([key]) => isGiven(step, key));
  if (further !== undefined && (subject !== further[1] || isGiven(step, 'certificate'))) {
    return [
      problem(path, further[0], `only beside the record of a "${further[1]}" there are others`),
    ];
  }
  if (subject !== 'certificates' && isGiven(step, 'limit')) {
    return [problem(path, 'limit', 'only "certificates" are limited')];
  }
  const narrowing = ['balances', 'cells'].find((key) => isGiven(step, key));
  const isOther = subject !== undefined || isGiven(step, 'certificate');
  if (narrowing !== undefined && isOther) {
    return [problem(path, narrowing, `only of an account "${narrowing}" are read`)];
  }
  if (subject !== 'jobs' && isGiven(step, 'status')) {
    return [problem(path, 'status', 'only of "jobs" those in a status are read')];
  }
  return misplaced(text(step, 'certificate'), subject, path);
}

function misplaced(
  which: string | undefined,
  subject: (typeof SUBJECTS)[number] | undefined,
  path: Path,
): Problem[] {
  const wrong = (message: string) => [problem(path, 'certificate', message)];
  switch (which) {
    case 'last':
      return subject === undefined ? [] : wrong(`"last" is of an account, and of no "${subject}"`);
    case 'creation':
      return subject === 'token' || subject === 'job'
        ? []
        : wrong('"creation" is of a "token" or a "job"');
    case 'decision':
      return subject === 'job' ? [] : wrong('"decision" is of a "job"');
    default:
      return [];
  }
}

function isGiven(step: unknown, key: string): boolean {
  return field(step, key) !== undefined;
}

function problem(path: Path, key: string, message: string): Problem {
  return { path: [...path, key], at: 'value', message };
}
