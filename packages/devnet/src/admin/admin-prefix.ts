/** Below this path lies what controls a devnet, in any version. */
export const ADMIN_PREFIX = '/_devnet/';

/** Where the admin interface lies. */
export const ADMIN = `${ADMIN_PREFIX}v1`;
