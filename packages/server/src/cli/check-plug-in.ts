import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createExecutors } from '../executor/processes.ts'
import type { Executors } from '../executor/protocol.ts'
import { type Answer, type CaseOutcome, type Examined, runCases } from '../plugins/conformance.ts'
import type { ConformanceCases } from '../plugins/contract.ts'
import { pluginRunner } from '../plugins/data-source.ts'
import { type LoadedPlugin, loadFrom } from '../plugins/load.ts'
import type { StandaloneCommand } from './command.ts'

const CASES = 'cases.js'

export const checkPlugIn: StandaloneCommand = {
  name: 'check-plug-in',
  takes: ['<folder>'],
  options: {},
  help: [
    'Loads the plug-in in a folder as a start does, and runs the queries of its cases.js against its data sources.',
    'For authors of plug-ins; it does not open the installation.',
  ],
  needsNoInstallation: true,
  async runAlone({ config, given: [folder = ''], report }) {
    const place = resolve(folder)
    const plugin = await loadFrom(place, basename(place))
    if (plugin === null) throw new Error(`${place} has no package.json.`)
    if (plugin.problem !== null) throw new Error(plugin.problem)
    const runners = new Map(plugin.dataSources.map((source) => [source.type, pluginRunner(source, plugin.entry)]))
    const executors = createExecutors(config, { warn: () => {} }, { runners })
    try {
      const failed = await checkSources(plugin, { cases: await casesIn(place), executors, limits: config.limits, report })
      if (failed > 0) throw new Error(`${failed} ${failed === 1 ? 'case has' : 'cases have'} failed.`)
    } finally {
      await executors.close()
    }
    const types = [...plugin.dataSources, ...plugin.destinations].map(({ type }) => type)
    return `${plugin.name} keeps the contract: ${types.join(', ')}.`
  },
}

async function casesIn(folder: string): Promise<Record<string, ConformanceCases>> {
  const file = join(folder, CASES)
  await access(file).catch(() => {
    throw new Error(`${folder} has no ${CASES}, which says how to examine its data sources.`)
  })
  return (await import(pathToFileURL(file).href)).default
}

interface Check {
  cases: Record<string, ConformanceCases>
  executors: Executors
  limits: { rows: number; bytes: number }
  report(line: string): void
}

/** @returns the number of cases that failed */
async function checkSources(plugin: LoadedPlugin, { cases, executors, limits, report }: Check): Promise<number> {
  const outcomes: CaseOutcome[] = []
  for (const source of plugin.dataSources) {
    const ownCases = cases[source.type]
    if (ownCases === undefined) throw new Error(`${CASES} has no cases for ${source.type}.`)
    const tempDir = await mkdtemp(join(tmpdir(), 'sightline-plug-in-'))
    try {
      const examined = examinedBy(executors, { type: source.type, options: ownCases.options, tempDir, limits })
      const ofSource = await runCases(pluginRunner(source, plugin.entry), ownCases, examined)
      for (const { title, problem } of ofSource) report(`${problem === null ? 'ok    ' : 'FAILED'} ${source.type}: ${title}`)
      for (const { problem } of ofSource) if (problem !== null) report(problem)
      outcomes.push(...ofSource)
    } finally {
      await rm(tempDir, { recursive: true, force: true })
    }
  }
  return outcomes.filter(({ problem }) => problem !== null).length
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
