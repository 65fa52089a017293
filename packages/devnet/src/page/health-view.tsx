import type { VNode } from 'preact';
import type { Network } from './network.ts';
import { healthOf } from './reading.ts';

/** What network it is, and whether it can settle anything. */
export function HealthView({ network }: { readonly network: Network }): VNode {
  const { genesis, committee, validators, faults } = network;
  const { level, sentence } = healthOf(committee, validators, faults);
  const { epoch, quorum, members } = committee;
  return (
    <p class="health">
      <span class={`pill ${level}`}>{sentence}</span>
      <span>
        {genesis.network_id} · epoch {epoch} · n = {members.length}, f = {members.length - quorum},
        quorum {quorum}
      </span>
    </p>
  );
}
