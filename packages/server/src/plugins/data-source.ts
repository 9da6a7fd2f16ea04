import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { DataSourceType, Options, Result, Row } from '@sightline/contract/plug-in.ts'
import { type AnyRunner, defineRunner, QueryError, type RunnerResult, type SourceContext } from '../runners/runner.ts'
import { rowsResult } from '../runners/values/rows.ts'
import { optionsSchema } from './options.ts'

/** How the languages of the contract are known to editor, formatter and parameters. */
const LANGUAGES = {
  sql: { syntax: 'sql', dialect: 'sql', language: 'sql' },
  postgresql: { syntax: 'sql', dialect: 'postgresql', language: 'postgresql' },
  mysql: { syntax: 'sql', dialect: 'mysql', language: 'mysql' },
  json: { syntax: 'json', dialect: '', language: 'json' },
  yaml: { syntax: 'yaml', dialect: '', language: 'yaml' },
} as const

/** The module that executor processes load for a type of a plug-in. */
const MODULE = new URL('./data-source-module.ts', import.meta.url)

/** The URL by which an executor process loads one type of a plug-in, without the others. */
function moduleUrlOf(entry: string, type: string): string {
  const url = new URL(MODULE)
  url.search = new URLSearchParams({ entry, type }).toString()
  return url.href
}

/**
 * Makes a runner of a data source type of a plug-in.
 * @param entry URL of the plug-in's module
 */
export function pluginRunner(source: DataSourceType, entry: string): AnyRunner {
  const { type, name, logo, category = 'database' } = source
  return defineRunner({
    type,
    name,
    logo,
    gallery: { category },
    ...LANGUAGES[source.language],
    guide: 'plug-ins',
    moduleUrl: moduleUrlOf(entry, type),
    config: optionsSchema(source.options),
    async run(text, { config, signal, tempDir, isScheduled = false }) {
      const context = { options: config as Options, signal, tempDir, isScheduled }
      return inWords(async () => resultOf(await source.run(text, context)))
    },
    ...(source.testConnection && {
      testConnection: (context: SourceContext<Record<string, unknown>>) =>
        inWords(async () => source.testConnection?.(contextOf(context))),
    }),
    ...(source.getSchema && {
      getSchema: (context: SourceContext<Record<string, unknown>>) => inWords(() => tablesOf(source, context)),
    }),
  })
}

const contextOf = ({ config, signal }: SourceContext<Record<string, unknown>>) => ({ options: config as Options, signal })

async function tablesOf(source: DataSourceType, context: SourceContext<Record<string, unknown>>): Promise<SchemaTable[]> {
  const tables = (await source.getSchema?.(contextOf(context))) ?? []
  return tables
    .map(({ name, columns }) => ({ name, columns: columns.map((column) => ({ name: column.name, type: column.type ?? '' })) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

function resultOf({ columns, rows }: Result): Promise<RunnerResult> {
  return rowsResult(
    columns.map(({ name, type }) => ({ name, ...(type && { as: type }) })),
    readRows(rows, columns.length),
  )
}

/** Passes groups of rows on, and refuses a row that does not fit the columns: its values would move to other columns. */
async function* readRows(groups: Result['rows'], width: number): AsyncGenerator<readonly Row[], void, undefined> {
  try {
    for await (const group of groups) {
      for (const row of group)
        if (row.length !== width)
          throw new QueryError(`The data source sent a row of ${row.length} values for ${width} columns.`)
      yield group
    }
  } catch (error) {
    throw placed(error)
  }
}

async function inWords<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw placed(error)
  }
}

/** Keeps the position that a plug-in gives an error of its own. */
function placed(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof QueryError || !('position' in error)) return error
  const { position } = error
  return Number.isInteger(position) ? new QueryError(error.message, { cause: error, position: position as number }) : error
}
