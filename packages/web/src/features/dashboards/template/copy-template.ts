import { t } from '@lingui/core/macro'
import { api } from '@sightline/contract/api.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { copiedQueryOptions, dropdownQueryIds, templateQueryIds } from '@sightline/domain/dashboards/template.ts'
import { call } from '../../../api/call.ts'
import { addWidget, createDashboard } from '../api.ts'
import { makeTogether } from '../made.ts'

/** A dashboard with all queries that it needs; those of dropdowns stand before the queries that use them. */
export interface Template {
  dashboard: Dashboard
  queries: readonly Query[]
}

/** @throws Error with a sentence if the user may not see all of it; ApiError */
export async function loadTemplate(slug: string, signal: AbortSignal): Promise<Template> {
  const dashboard = await call(api.dashboards.get, { params: { slug }, signal })
  const ids = templateQueryIds(dashboard.widgets)
  if (ids === null) throw new Error(t`You do not have access to all widgets of this dashboard.`)
  if (dashboard.widgets.length === 0) throw new Error(t`This dashboard has no widgets.`)
  const queries = new Map<number, Query>()
  const visited = new Set<number>()
  const visit = async (id: number): Promise<void> => {
    if (visited.has(id)) return
    visited.add(id)
    const query = await call(api.queries.get, { params: { id }, signal })
    for (const dropdown of dropdownQueryIds(query)) await visit(dropdown)
    queries.set(id, query)
  }
  for (const id of ids) await visit(id)
  return { dashboard, queries: [...queries.values()] }
}

/**
 * Makes a new dashboard like a template, with copies of its queries on other data sources. If a step fails, what was made is archived.
 * @param targets the data source of the copies, by the one of the originals
 * @returns the slug of the new dashboard
 * @throws ApiError
 */
export function copyTemplate(
  { dashboard: template, queries }: Template,
  targets: ReadonlyMap<number, number>,
  name: string,
): Promise<string> {
  return makeTogether(async (made) => {
    const copies = new Map<number, number>()
    const visualizations = new Map<number, number>()
    for (const query of queries) {
      const copy = await call(api.queries.create, { body: copyOf(query, targets, copies) })
      made.queries.push(copy.id)
      copies.set(query.id, copy.id)
      for (const [from, to] of await copyVisualizations(query, copy)) visualizations.set(from, to)
    }
    const { id, slug } = await createDashboard(name)
    made.dashboard = slug
    const { version } = await call(api.dashboards.get, { params: { slug } })
    const { options, dashboard_filters_enabled } = template
    await call(api.dashboards.update, { params: { slug }, body: { options, dashboard_filters_enabled, version } })
    for (const widget of template.widgets) {
      if ('restricted' in widget) continue
      const { text, width, visualization } = widget
      const visualization_id = visualization === undefined ? null : (visualizations.get(visualization.id) ?? null)
      await addWidget({ dashboard_id: id, visualization_id, text, options: widget.options, width })
    }
    return slug
  })
}

function copyOf(query: Query, targets: ReadonlyMap<number, number>, copies: ReadonlyMap<number, number>) {
  const { name, description, data_source_id } = query
  const target = data_source_id === null ? undefined : targets.get(data_source_id)
  if (target === undefined || query.query === null) throw new Error(t`There is no data source for the query “${name}”.`)
  return { name, description, query: query.query, data_source_id: target, options: copiedQueryOptions(query, copies) }
}

/** Copies the visualizations of a query. A new query has a table, which takes the place of the original's first table. */
async function copyVisualizations(query: Query, copy: Query): Promise<[number, number][]> {
  const table = copy.visualizations[0]
  const first = query.visualizations.find(({ type }) => type === 'TABLE')
  const ids: [number, number][] = []
  for (const original of query.visualizations) {
    const { id, type, name, description, options } = original
    const isTable = original === first && table !== undefined
    const saved = isTable
      ? await call(api.visualizations.update, { params: { id: table.id }, body: { name, description, options } })
      : await call(api.visualizations.create, { body: { query_id: copy.id, type, name, description, options } })
    ids.push([id, saved.id])
  }
  return ids
}
