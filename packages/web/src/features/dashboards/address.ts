import { textParam } from '../../app/search-params.ts'

/** What the query of a dashboard's address may say. Other names, such as those of parameters, are kept as they are. */
export interface DashboardSearch extends Record<string, unknown> {
  /** `true`: the layout is edited. */
  edit?: string
  /** Seconds between two refreshes. */
  refresh?: string
  /** There, whatever its value: without the header of the product. */
  fullscreen?: string
}

/** Reads the query of an address. */
export const parseDashboardSearch = (search: Record<string, unknown>): DashboardSearch => ({
  ...search,
  edit: textParam(search.edit),
  refresh: textParam(search.refresh),
  fullscreen: textParam(search.fullscreen),
})

/** Whether an address asks for the editing of the layout. */
export const asksToEdit = ({ edit }: DashboardSearch): boolean => edit === 'true' || edit === ''
