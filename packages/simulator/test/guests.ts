import { createValidatorNode } from '@quorate/actors';
import type { ValidatorRules } from '@quorate/core';
import type { NodeMaker } from '../src/world/guests/guests.ts';

/** Our own validator, of which the run sees no more than of somebody else's. */
export const guestValidator =
  (rules: ValidatorRules): NodeMaker =>
  ({ transport, clock, store, keys, ...seat }) => {
    const onFailure = (failure: unknown) => {
      throw failure;
    };
    const ports = { transport, clock, store };
    createValidatorNode({ ...seat, ...(keys && { keys }), ports, rules, onFailure }).start();
    return undefined;
  };
