import { drawScenario, printScenario, type RunResult, type recordRun } from '@quorate/simulator';
import { type Keeping, tryToKeep } from '../artefacts/root.ts';
import { artefactFolder, writeArtefacts } from '../artefacts/write-artefacts.ts';
import { plainColors } from '../output/terminal.ts';
import { renderDiagram } from '../report/diagram.ts';
import { type FailedRun, renderFailures } from '../report/failure.ts';
import { renderPage } from '../report/page/page.ts';
import { renderReport } from '../report/report.ts';
import { ownVersion } from '../version.ts';
import { compareRuns, hasDrifted, type JudgedRun, judge } from './judge.ts';
import { type LoadedScenario, originOf } from './scenario-files.ts';
import { headOf } from './scenario-head.ts';

/** How a failed run is run again, and where the findings are kept. */
export interface Investigation {
  readonly loaded: LoadedScenario;
  readonly record: typeof recordRun;
  readonly options: Parameters<typeof recordRun>[1];
  readonly keeping: Keeping;
  /** Reports the second run if both runs are the same; if absent, the first. */
  readonly reportsSecond?: true;
  /** Comments at the head of the frozen scenario, in place of those that name file and seed. */
  readonly head?: string;
}

/**
 * Runs a failed scenario again with every signature verified, records everything that happens, and
 * writes it down.
 *
 * A second run that differs from the first is one more thing that went wrong.
 */
export function investigate(
  run: JudgedRun,
  { loaded, record, options, keeping, head, reportsSecond }: Investigation,
): FailedRun {
  const { result, file } = run;
  const recorded = record(loaded.scenario, { ...options, crypto: 'full' });
  const compared = compareRuns(result, recorded.result);
  const isSame = compared.differences.length === 0;
  const reported = reportsSecond === true && isSame ? recorded.result : result;
  const judged = judge(file, reported, run.repetition ?? compared);
  const diagram = renderDiagram(recorded);
  const { events, forensics, excess } = recorded;
  const failed = { ...judged, ...(isSame ? { events } : {}), forensics, excess, diagram };
  if (keeping.root === undefined) return failed;
  const artefacts = artefactFolder(keeping.root, judged);
  const kept = { ...failed, artefacts };
  const style = { colors: plainColors, nameWidth: 0, options: '' };
  const report = `${renderReport(kept, style)}${renderFailures([kept], style)}`;
  const scenario = frozen(loaded, recorded.result, head);
  const page = renderPage({ scenario: loaded.scenario, run: kept, recorded, options: '' });
  const all = { run: kept, recorded, diagram, page, scenario, report };
  const write = () => writeArtefacts(artefacts, all);
  return tryToKeep(artefacts, keeping, write) ? kept : failed;
}

/**
 * Gives the drawn scenario with the trace hash that its run must have; if the run has drifted, that
 * is still the recorded hash.
 */
function frozen(loaded: LoadedScenario, result: RunResult, head: string | undefined): string {
  const { seed, traceHash } = result;
  const drawn = drawScenario(loaded.scenario, BigInt(seed));
  const own = { seed, tool: ownVersion(), traceHash };
  const provenance = hasDrifted(result) ? loaded.scenario.provenance : own;
  return `${head ?? headOf(originOf(loaded), drawn)}${printScenario({ ...drawn, provenance })}`;
}
