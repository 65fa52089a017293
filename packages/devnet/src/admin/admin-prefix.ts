/** Below this path lies what controls a devnet, in any version. */
export const ADMIN_PREFIX = '/_devnet/';
