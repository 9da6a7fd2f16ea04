import type { NamedObject, NamedType } from '@sightline/contract/object-names.ts'
import { eq, inArray, or, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/db.ts'
import { alerts } from '../alerts/tables.ts'
import { dashboards, widgets } from '../dashboards/tables.ts'
import { dataSources } from '../data-sources/tables.ts'
import { destinations } from '../destinations/tables.ts'
import { queries } from '../queries/tables.ts'
import { querySnippets } from '../snippets/tables.ts'
import { groups, users } from '../users/tables.ts'
import { visualizations } from '../visualizations/tables.ts'

/** An object that still exists. */
export interface FoundObject {
  id: number
  /** Null for the textbox of a dashboard. */
  name: string | null
  /** Another key that it is recorded by. */
  slug?: string
  /** The object that it is a part of. */
  whole?: { type: NamedObject['type']; id: number; name: string }
}

/**
 * Finds objects of one type in one statement.
 * @param slugs all recorded keys, since a dashboard may be recorded by its slug
 */
type Find = (db: Db, ids: number[], slugs: string[]) => Promise<FoundObject[]>

/** How the objects of each type are found. */
export const find: Record<NamedType, Find> = {
  query: (db, ids) => db.select({ id: queries.id, name: queries.name }).from(queries).where(inArray(queries.id, ids)),
  dashboard: (db, ids, slugs) =>
    db
      .select({ id: dashboards.id, name: dashboards.name, slug: dashboards.slug })
      .from(dashboards)
      .where(or(inArray(dashboards.id, ids), inArray(dashboards.slug, slugs))),
  visualization: (db, ids) =>
    db
      .select({ id: visualizations.id, name: visualizations.name, whole: wholeQuery })
      .from(visualizations)
      .innerJoin(queries, eq(queries.id, visualizations.query_id))
      .where(inArray(visualizations.id, ids)),
  widget: (db, ids) =>
    db
      .select({ id: widgets.id, name: visualizations.name, whole: wholeDashboard })
      .from(widgets)
      .innerJoin(dashboards, eq(dashboards.id, widgets.dashboard_id))
      .leftJoin(visualizations, eq(visualizations.id, widgets.visualization_id))
      .where(inArray(widgets.id, ids)),
  data_source: (db, ids) =>
    db.select({ id: dataSources.id, name: dataSources.name }).from(dataSources).where(inArray(dataSources.id, ids)),
  alert: (db, ids) => db.select({ id: alerts.id, name: alerts.name }).from(alerts).where(inArray(alerts.id, ids)),
  user: (db, ids) => db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids)),
  group: (db, ids) => db.select({ id: groups.id, name: groups.name }).from(groups).where(inArray(groups.id, ids)),
  destination: (db, ids) =>
    db.select({ id: destinations.id, name: destinations.name }).from(destinations).where(inArray(destinations.id, ids)),
  query_snippet: (db, ids) =>
    db.select({ id: querySnippets.id, name: querySnippets.trigger }).from(querySnippets).where(inArray(querySnippets.id, ids)),
}

const wholeQuery = { type: sql<'query'>`'query'`, id: queries.id, name: queries.name }
const wholeDashboard = { type: sql<'dashboard'>`'dashboard'`, id: dashboards.id, name: dashboards.name }
