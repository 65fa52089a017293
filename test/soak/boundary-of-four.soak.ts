import { itHoldsTheBoundary } from './boundary.ts';

itHoldsTheBoundary(4);
