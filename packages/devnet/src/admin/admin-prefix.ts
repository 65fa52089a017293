/** The path below which everything that controls a devnet lies, in any version. */
export const ADMIN_PREFIX = '/_devnet/';

/** The path of the admin interface. */
export const ADMIN = `${ADMIN_PREFIX}v1`;
