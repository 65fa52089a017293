const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EEXIST: 'it exists already',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EISDIR: 'a folder, not a file',
  // What Node.js says when it is to remove one as a file.
  ERR_FS_EISDIR: 'a folder, not a file',
  ELOOP: 'a link that leads nowhere',
  EACCES: 'not allowed',
  EPERM: 'not allowed',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  EFBIG: 'larger than a file may be',
};

/**
 * Says in words why the system refused to do something with a file; undefined if it did not say.
 */
export function systemReason(failure: unknown): string | undefined {
  const { code } = failure as NodeJS.ErrnoException;
  return code === undefined ? undefined : (REASONS[code] ?? code);
}

/**
 * Says in words why the system did not let a file or folder be written, whether it existed or not.
 */
export function writeReason(failure: unknown): string | undefined {
  const { code } = failure as NodeJS.ErrnoException;
  // A command that writes a new file does not expect one there, but lacks a folder.
  if (code === 'ENOENT') return 'no folder can be made there';
  return code === 'EEXIST' ? REASONS['ENOTDIR'] : systemReason(failure);
}
