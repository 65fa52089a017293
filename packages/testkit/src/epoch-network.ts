export {
  CONTINUING_KEYS,
  committeeAt,
  FRESH_KEYS,
  genesisOf,
  type KeyPlan,
  keyOf,
  ONE_KEY_FOR_BOTH,
  type Operator,
  START,
} from './epochs/keys.ts';
export { EpochNetwork, type EpochOptions, type Lie } from './epochs/network.ts';
