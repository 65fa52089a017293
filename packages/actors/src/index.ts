export { createGate, type End, type Gate } from './hamper/gate.ts';
export { gatedPorts } from './hamper/gated-ports.ts';
export { createNodeClock, DRIFT_LIMITS, type NodeClock } from './hamper/node-clock.ts';
export type { Node, NodeStatus } from './node.ts';
export type { NodeLogic, Observation } from './node-options.ts';
export {
  clientLogic,
  createClientNode,
  createProxyNode,
  createValidatorNode,
  type ProxyNodeOptions,
  proxyLogic,
  type ValidatorNodeOptions,
  validatorLogic,
} from './nodes.ts';
export type { Cancel, Clock, NodePorts } from './ports.ts';
export { allRows } from './store-rows.ts';
