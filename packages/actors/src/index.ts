export type { Node, NodeStatus, Observation } from './node.ts';
export { createClientNode, createProxyNode, createValidatorNode } from './nodes.ts';
export type { Cancel, Clock, NodePorts } from './ports.ts';
