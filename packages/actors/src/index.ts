export type { Node, NodeStatus } from './node.ts';
export type { Observation } from './node-options.ts';
export {
  createClientNode,
  createProxyNode,
  createValidatorNode,
  type ProxyNodeOptions,
  type ValidatorNodeOptions,
} from './nodes.ts';
export type { Cancel, Clock, NodePorts } from './ports.ts';
