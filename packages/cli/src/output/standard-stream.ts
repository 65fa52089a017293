/** Stands for a standard stream in place of a file, as it does for other programs. */
export const STANDARD_STREAM = '-';
