import { z } from 'zod'
import { endpoint, file } from './endpoint.ts'
import { Cell, columnTypes } from './results.ts'

// Dashboards as files (ours): what is on the page, with the values and filters that its reader has chosen.

export const paperSizes = ['a4', 'letter'] as const

/** The chosen values of a filter. */
const ChosenFilter = z.object({
  /** Name of the column. */
  column: z.string().max(1000),
  values: z.array(Cell).max(1000),
  /** The widget that has the filter; null for all of them. */
  widget_id: z.int32().nullable(),
})

/** A clicked mark that filters the other widgets. */
const ClickedMark = z.object({
  widget_id: z.int32(),
  column: z.string().max(1000),
  type: z.enum(columnTypes).nullable(),
  value: Cell,
})

/** The choices of the reader. All may be left out: then a file shows what the page shows when it is opened. */
export const ExportRequest = z
  .object({
    /** Values of the dashboard's parameters by name, as a run takes them. */
    parameters: z.record(z.string(), z.unknown()).default({}),
    filters: z.array(ChosenFilter).max(200).default([]),
    marks: z.array(ClickedMark).max(50).default([]),
    /** IANA name; used only if the organization shows times in the time zone of the browser. */
    time_zone: z.string().max(100).optional(),
    /** Paper of a PDF. */
    paper: z.enum(paperSizes).default('a4'),
  })
  .nullish()
  .transform((sent) => sent ?? { parameters: {}, filters: [], marks: [], paper: 'a4' as const, time_zone: undefined })
export type ExportRequest = z.output<typeof ExportRequest>

const bySlug = z.object({ slug: z.string().min(1).max(255) })
const shared = { method: 'POST', scope: 'run', ours: true, body: ExportRequest, reply: file } as const

export const exports = {
  pdf: endpoint({
    ...shared,
    path: '/api/dashboards/:slug/pdf',
    access: 'list_dashboards',
    summary: 'A dashboard as PDF, with the data that the caller may see',
    params: bySlug,
  }),
  html: endpoint({
    ...shared,
    path: '/api/dashboards/:slug/html',
    access: 'list_dashboards',
    summary: 'A dashboard as one HTML file for use without a network, with the data that the caller may see',
    params: bySlug,
  }),
  publicPdf: endpoint({
    ...shared,
    path: '/api/dashboards/public/:token/pdf',
    access: 'viewer',
    summary: 'A shared dashboard as PDF, by the token of its public URL',
    params: z.object({ token: z.string().regex(/^\w{1,255}$/) }),
  }),
}
