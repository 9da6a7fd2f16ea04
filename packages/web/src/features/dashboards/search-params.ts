import { textParam } from '../../app/search-params.ts'

/** The query string of a dashboard's URL. Other names, such as those of parameters, are kept as they are. */
export interface DashboardSearch extends Record<string, unknown> {
  /** `true`: the layout is edited. */
  edit?: string
  /** Seconds between two refreshes. */
  refresh?: string
  /** Present with any value: without the header of the product. */
  fullscreen?: string
  /** The id of the open tab. */
  tab?: string
  /** The ids of the collapsed sections, with commas. */
  collapsed?: string
  /** Seconds for which each tab is shown in full screen. */
  rotate?: string
  /** The id of the widget whose comments are shown. */
  comments?: string
}

export const parseDashboardSearch = (search: Record<string, unknown>): DashboardSearch => ({
  ...search,
  edit: textParam(search.edit),
  refresh: textParam(search.refresh),
  fullscreen: textParam(search.fullscreen),
  tab: textParam(search.tab),
  collapsed: textParam(search.collapsed),
  rotate: textParam(search.rotate),
  comments: textParam(search.comments),
})

/** Whether a URL opens the dashboard for editing its layout. */
export const isEditRequested = ({ edit }: DashboardSearch): boolean => edit === 'true' || edit === ''

/** The query string of the page that makes a starter dashboard. */
export interface StarterSearch {
  /** The id of the data source. */
  source?: string
  /** The name of the table in the schema. */
  table?: string
  /** The slug of the dashboard that gets the widgets, and the id of its tab. */
  dashboard?: string
  tab?: string
}

export const parseStarterSearch = ({ source, table, dashboard, tab }: Record<string, unknown>): StarterSearch => ({
  source: textParam(source),
  table: textParam(table),
  dashboard: textParam(dashboard),
  tab: textParam(tab),
})
