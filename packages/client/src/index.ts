export { generateSecretKey } from './secret-key.ts';
