import { columnTypes } from '@sightline/contract/results.ts'
import { z } from 'zod'
import { basicLogin } from '../http/options.ts'
import { queryUrlClient } from '../http/query-url.ts'
import type { UrlRunnerOptions } from '../http/url-runner.ts'
import { defineUrlRunner } from '../http/url-runner.ts'
import { QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { parseJson } from '../values/cells.ts'
import type { ValueKind } from '../values/plans.ts'
import { type DeclaredColumn, rowsResult } from '../values/rows.ts'

/** A URL that returns a Redash result document, for existing sources of this type. The query text is the URL. */
export default defineUrlRunner(
  {
    type: 'url',
    name: 'Url',
    gallery: { category: 'web', aliases: ['http', 'api', 'rest', 'json'] },
    syntax: 'sql',
    dialect: 'address',
    language: 'url',
    guide: 'url',
    moduleUrl: import.meta.url,
    isDeprecated: true,
    run,
  },
  { field: 'url', title: 'URL base path' },
)

/** The document that the URL must return. */
const ResultDocument = z.object({
  columns: z.array(z.object({ name: z.string(), type: z.enum(columnTypes).nullish().catch(null) })),
  rows: z.array(z.record(z.string(), z.unknown())),
})

const kinds: Partial<Record<(typeof columnTypes)[number], ValueKind>> = {
  boolean: 'boolean',
  float: 'float',
  integer: 'integer',
  string: 'text',
}

async function run(text: string, { config, ...context }: RunContext<UrlRunnerOptions>): Promise<RunnerResult> {
  const { base, username, password } = config
  const login = basicLogin(username, password)
  const path = text.trim()
  const isAbsolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(path)
  if (base !== '' && isAbsolute) throw new QueryError(`Accepting only relative URLs to '${base}'`)
  const response = await queryUrlClient({ base, login }, context).send({ path })
  const body = await response.text()
  if (body.trim() === '') throw new QueryError(`Got empty response from '${response.url.href}'.`)
  const { data, error } = ResultDocument.safeParse(parseJson(body))
  if (!data)
    throw new QueryError('The response is not a result document: {"columns": [{"name", "type"}], "rows": [{…}]}.', {
      cause: error,
    })
  return rowsResult(data.columns.map(columnOf), [data.rows.map((row) => data.columns.map(({ name }) => row[name]))])
}

/** Dates and times stay text, as written. */
function columnOf({ name, type }: z.output<typeof ResultDocument>['columns'][number]): DeclaredColumn {
  if (type === 'date' || type === 'datetime') return { name, as: 'text', type }
  const as = type ? kinds[type] : undefined
  return { name, ...(as ? { as } : {}) }
}
