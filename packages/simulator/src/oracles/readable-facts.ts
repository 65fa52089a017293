export { readableFacts } from '@quorate/network';
