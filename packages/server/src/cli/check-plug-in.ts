import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ConformanceCases, VisualizationCase } from '@sightline/contract/plug-in.ts'
import { createExecutors } from '../executor/processes.ts'
import type { Executors } from '../executor/protocol.ts'
import type { Config } from '../platform/config.ts'
import { type Answer, type CaseOutcome, type Examined, runCases } from '../plugins/conformance.ts'
import { pluginRunner } from '../plugins/data-source.ts'
import { type LoadedPlugin, loadFrom } from '../plugins/load.ts'
import { examineVisualization } from '../plugins/visualization-conformance.ts'
import type { StandaloneCommand } from './command.ts'

const CASES = 'cases.js'

export const checkPlugIn: StandaloneCommand = {
  name: 'check-plug-in',
  takes: ['<folder>'],
  options: {},
  help: [
    'Loads the plug-in in a folder as a start does, runs the queries of its cases.js against its data sources, and loads the scripts',
    'of its visualizations, which only its own test or a browser can draw.',
    'For authors of plug-ins; it does not open the installation.',
  ],
  needsNoInstallation: true,
  async runAlone({ config, given: [folder = ''], report }) {
    const place = resolve(folder)
    const plugin = await loadFrom(place, basename(place))
    if (plugin === null) throw new Error(`${place} has no package.json.`)
    if (plugin.problem !== null) throw new Error(plugin.problem)
    const cases = await casesIn(place)
    const failed = (await checkSources(plugin, { cases, config, report })) + (await checkVisualizations(plugin, cases, report))
    if (failed > 0) throw new Error(`${failed} ${failed === 1 ? 'case has' : 'cases have'} failed.`)
    const types = [...plugin.dataSources, ...plugin.destinations, ...plugin.visualizations].map(({ type }) => type)
    return `${plugin.name} keeps the contract: ${types.join(', ')}.`
  },
}

/** The cases of each type, as its kind needs them. */
type Cases = Record<string, unknown>

async function casesIn(folder: string): Promise<Cases> {
  const file = join(folder, CASES)
  await access(file).catch(() => {
    throw new Error(`${folder} has no ${CASES}, which says how to examine its types.`)
  })
  return (await import(pathToFileURL(file).href)).default
}

type Report = (line: string) => void

interface Check {
  cases: Cases
  config: Config
  report: Report
}

/** @throws Error if `cases.js` leaves the type out */
function caseOf<Case>(cases: Cases, type: string): Case {
  const own = cases[type]
  if (own === undefined) throw new Error(`${CASES} has no cases for ${type}.`)
  return own as Case
}

function reportOutcomes(type: string, outcomes: readonly CaseOutcome[], report: Report): void {
  for (const { title, problem } of outcomes) report(`${problem === null ? 'ok    ' : 'FAILED'} ${type}: ${title}`)
  for (const { problem } of outcomes) if (problem !== null) report(problem)
}

const failures = (outcomes: readonly CaseOutcome[]): number => outcomes.filter(({ problem }) => problem !== null).length

/** @returns the number of cases that failed */
async function checkSources(plugin: LoadedPlugin, { cases, config, report }: Check): Promise<number> {
  const runners = new Map(plugin.dataSources.map((source) => [source.type, pluginRunner(source, plugin.entry)]))
  const executors = createExecutors(config, { warn: () => {} }, { runners })
  let failed = 0
  try {
    for (const [type, runner] of runners) {
      const ownCases = caseOf<ConformanceCases>(cases, type)
      const tempDir = await mkdtemp(join(tmpdir(), 'sightline-plug-in-'))
      try {
        const examined = examinedBy(executors, { type, options: ownCases.options, tempDir, limits: config.limits })
        const outcomes = await runCases(runner, ownCases, examined)
        reportOutcomes(type, outcomes, report)
        failed += failures(outcomes)
      } finally {
        await rm(tempDir, { recursive: true, force: true })
      }
    }
  } finally {
    await executors.close()
  }
  return failed
}

/** @returns the number of cases that failed */
async function checkVisualizations({ visualizations }: LoadedPlugin, cases: Cases, report: Report): Promise<number> {
  let failed = 0
  for (const visualization of visualizations) {
    const outcomes = await examineVisualization(visualization, caseOf<VisualizationCase>(cases, visualization.type))
    reportOutcomes(visualization.type, outcomes, report)
    failed += failures(outcomes)
  }
  return failed
}

interface Source {
  type: string
  options: Record<string, unknown>
  tempDir: string
  limits: { rows: number; bytes: number }
}

function examinedBy(executors: Executors, { type, options, tempDir, limits: { rows, bytes } }: Source): Examined {
  const never = new AbortController().signal
  return {
    async run(text, { signal = never, onFirstRows }) {
      const answer: Answer = { names: [], rows: [], count: 0 }
      const limits = { time: null, rows, bytes }
      const resultPath = join(tempDir, 'result.parquet')
      const { columns, rowCount } = await executors.run(
        { kind: 'run', type, options, text, limits, resultPath, tempDir },
        signal,
        {
          onFirstRows(first) {
            answer.rows = first.rows
            onFirstRows?.()
          },
        },
      )
      return { ...answer, names: columns.map(({ name }) => name), count: rowCount }
    },
    test: async () => void (await executors.run({ kind: 'test', type, options }, never)),
    schema: () => executors.run({ kind: 'schema', type, options }, never),
  }
}
