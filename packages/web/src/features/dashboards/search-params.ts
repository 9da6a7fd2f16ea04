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
  /** Seconds for which each tab is shown in full screen. */
  rotate?: string
}

export const parseDashboardSearch = (search: Record<string, unknown>): DashboardSearch => ({
  ...search,
  edit: textParam(search.edit),
  refresh: textParam(search.refresh),
  fullscreen: textParam(search.fullscreen),
  tab: textParam(search.tab),
  rotate: textParam(search.rotate),
})

/** Whether a URL opens the dashboard for editing its layout. */
export const isEditRequested = ({ edit }: DashboardSearch): boolean => edit === 'true' || edit === ''
