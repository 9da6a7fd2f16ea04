import type { Db } from '../../platform/db/db.ts'
import * as dashboards from './store.ts'
import * as store from './widgets.store.ts'

// What queries and visualizations ask of dashboards. It knows neither of them, so that they can ask.

/** Whether a dashboard shows this visualization. */
export const isOnDashboard = ({ db }: { db: Db }, visualizationId: number): Promise<boolean> =>
  store.isShown(db, visualizationId)

/** The dashboards with a public URL that show a query. */
export const publicDashboardsShowing = (db: Db, queryId: number): Promise<{ id: number; name: string }[]> =>
  dashboards.publicShowing(db, queryId)

/** Takes the visualizations of a query off all dashboards; made to be part of a transaction. */
export const takeOffDashboards = (db: Db, queryId: number): Promise<void> => store.removeOfQuery(db, queryId)
