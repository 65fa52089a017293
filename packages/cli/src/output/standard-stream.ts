/** Stands for a standard stream in place of a file, as it does for other programs. */
export const STANDARD_STREAM = '-';

/** The number under which a process reads its standard input. */
export const STDIN_DESCRIPTOR = 0;
