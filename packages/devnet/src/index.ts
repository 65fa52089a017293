export { type Devnet, type DevnetAccount, type DevnetValidator, startDevnet } from './devnet.ts';
export { ListenError } from './http/listen.ts';
export { DevnetError, type DevnetErrorCode, type DevnetOptions } from './options.ts';
