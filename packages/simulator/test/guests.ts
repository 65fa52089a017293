import { createValidatorNode } from '@quorate/actors';
import type { ValidatorRules } from '@quorate/core';
import type { NodeMaker } from '../src/world/guests.ts';

/** A validator that is ours, and of which the run sees no more than of anybody's. */
export const guestValidator =
  (rules: ValidatorRules): NodeMaker =>
  ({ transport, clock, store, ...seat }) => {
    const onFailure = (failure: unknown) => {
      throw failure;
    };
    const ports = { transport, clock, store };
    createValidatorNode({ ...seat, ports, rules, onFailure }).start();
    return undefined;
  };
