import { createMemoryStore } from './memory-store.ts';
import { storeLaws } from './store-laws.ts';

storeLaws('memory store', () => ({ store: createMemoryStore() }));
