import type { Query } from '@sightline/contract/queries.ts'
import type { Widget } from '@sightline/contract/widgets.ts'
import { i18n } from '../language/i18n.ts'
import { queryDialect } from '../query-dialect.ts'

/** The facts about a data source that decide whether it understands the queries of another one. */
export interface TemplateSource {
  id: number
  name: string
  type_name: string
  language: string
  dialect: string
  dialects?: readonly string[] | undefined
}

/** A data source of a template with its queries. */
export interface SourceOfTemplate {
  source: TemplateSource
  queries: Query[]
}

/** The queries that the widgets of a dashboard show, each once; null if some of them may not be seen. */
export function templateQueryIds(widgets: readonly Widget[]): number[] | null {
  if (widgets.some((widget) => 'restricted' in widget)) return null
  const ids = widgets.flatMap((widget) =>
    'visualization' in widget && widget.visualization ? [widget.visualization.query.id] : [],
  )
  return [...new Set(ids)]
}

/** The queries whose results are the choices of a query's parameters. */
export const dropdownQueryIds = ({ options }: Pick<Query, 'options'>): number[] => [
  ...new Set((options.parameters ?? []).flatMap(({ type, queryId }) => (type === 'query' && queryId ? [queryId] : []))),
]

/**
 * Groups the queries of a template by their data source.
 * @returns a sentence if the template cannot be used
 */
export function sourcesOfTemplate(
  queries: readonly Query[],
  sources: readonly TemplateSource[],
): SourceOfTemplate[] | { problem: string } {
  const found = new Map<number, SourceOfTemplate>()
  for (const query of queries) {
    const source = sources.find(({ id }) => id === query.data_source_id)
    if (source === undefined || query.query === null)
      return { problem: i18n._('You do not have access to the text of the query “{query}”.', { query: query.name }) }
    const known = found.get(source.id)
    if (known === undefined) found.set(source.id, { source, queries: [query] })
    else known.queries.push(query)
  }
  return [...found.values()]
}

/** MariaDB understands the SQL of MySQL, as far as both are used for reading. */
const familyOf = (dialect: string) => (dialect === 'mariadb' ? 'mysql' : dialect)

/** Why queries cannot run on another data source; null if they can. */
export function mismatch({ source, queries }: SourceOfTemplate, target: TemplateSource): string | null {
  const offered = (target.dialects ?? [target.dialect]).map(familyOf)
  const foreign = queries.find(({ options }) => !offered.includes(familyOf(queryDialect(source, options.dialect))))
  if (source.language === target.language && foreign === undefined) return null
  return source.dialects !== undefined && source.language === target.language
    ? i18n._('{source} does not understand the dialect of the query “{query}”.', {
        source: target.name,
        query: foreign?.name ?? '',
      })
    : i18n._('{source} is {type} and does not understand the queries of {other}.', {
        source: target.name,
        type: target.type_name,
        other: source.type_name,
      })
}

/** The options of a copied query, whose dropdowns use the copies of their queries. @param copies by the id of the original */
export function copiedQueryOptions({ options }: Pick<Query, 'options'>, copies: ReadonlyMap<number, number>): Query['options'] {
  const { parameters } = options
  if (parameters === undefined) return options
  return {
    ...options,
    parameters: parameters.map((parameter) =>
      parameter.queryId ? { ...parameter, queryId: copies.get(parameter.queryId) ?? parameter.queryId } : parameter,
    ),
  }
}
