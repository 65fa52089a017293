import { itHoldsTheBoundary } from './boundary.ts';

itHoldsTheBoundary(7);
