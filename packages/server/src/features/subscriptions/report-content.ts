import type { FirstRows } from '../../platform/mail/first-rows.ts'
import type { ChartImage } from '../executions/service.ts'

/** A dashboard or query as a user sees it, as numbers and chart images. */
export interface ReportContent {
  name: string
  link: string
  parts: ReportPart[]
  /** A note about omitted widgets; null if nothing is omitted. */
  remark: string | null
}

export interface ReportPart {
  /** The name of its tab; null if the dashboard has none. */
  tab: string | null
  /** Null for a textbox. */
  heading: string | null
  /** The plain text of a textbox; null for other parts. */
  text: string | null
  /** When its result was read, with the time zone; null if it has none. */
  time: string | null
  /** The values of the parameters and filters; null if there are none. */
  values: string | null
  pictures: ChartImage[]
  rows: FirstRows | null
  /** The images of sparklines in `rows`, by row and column; null where there is none. */
  sparklines: (Uint8Array | null)[][]
  /** Why there are no numbers; null if there are. */
  remark: string | null
}

/** A part that shows nothing. */
export const EMPTY_PART: ReportPart = {
  tab: null,
  heading: null,
  text: null,
  time: null,
  values: null,
  pictures: [],
  rows: null,
  sparklines: [],
  remark: null,
}
