import { Readable } from 'node:stream'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import { ExportRequest } from '@sightline/contract/exports.ts'
import { dashboardPath } from '@sightline/domain/dashboards/slug.ts'
import type { Context } from '../../platform/context.ts'
import type { DocumentFormat } from '../../platform/documents/writer.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { contentDisposition, fileName } from '../../platform/http/file-name.ts'
import { readerLanguage } from '../../platform/language/reader.ts'
import * as dashboards from '../dashboards/service.ts'
import { documentOf } from './content.ts'
import type { ExportedDashboard } from './dashboard.ts'
import { type FileRuns, runsWithin } from './run.ts'

export { type ExportedWidget, isVisible } from './dashboard.ts'
export { declaredFilters } from './filters.ts'
export { filtersText } from './named-values.ts'
export { readOther } from './other-results.ts'
export { readDashboard } from './reading.ts'
export type { FileRuns, WidgetResult } from './run.ts'
export { filledText, type TextSurroundings } from './text.ts'
export { limitedNote, readAt } from './widget.ts'

const CONTENT_TYPES: Record<DocumentFormat, string> = {
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
}

/** A dashboard as a file, with what the caller may see of it. @throws AppError if there is no such dashboard */
export async function exportDashboard(
  ctx: Context,
  slugOrId: string,
  format: DocumentFormat,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<StreamReply> {
  const dashboard = await dashboards.get(ctx, slugOrId)
  return reply(ctx, withLink(ctx, dashboard), format, request, signal)
}

/** A dashboard with its URL. */
export const withLink = ({ baseUrl }: Context, dashboard: Dashboard): ExportedDashboard => ({
  ...dashboard,
  link: `${baseUrl}${dashboardPath(dashboard.slug)}`,
})

/** A dashboard as it opens, as PDF. @param runs gets its results @throws AppError if there is no such dashboard */
export async function dashboardPdf(ctx: Context, id: number, runs: FileRuns): Promise<{ name: string; bytes: Uint8Array }> {
  const dashboard = await dashboards.get(ctx, String(id))
  return written(ctx, withLink(ctx, dashboard), 'pdf', ExportRequest.parse(null), runs)
}

/** A shared dashboard as PDF, as visitors of its public URL see it. */
export async function exportPublic(
  ctx: Context,
  token: string,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<StreamReply> {
  const dashboard = await dashboards.getPublic(ctx, token)
  return reply(ctx, { ...dashboard, id: 0, link: dashboards.publicUrl(ctx, token) }, 'pdf', request, signal)
}

async function reply(
  ctx: Context,
  dashboard: ExportedDashboard,
  format: DocumentFormat,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<StreamReply> {
  const { name, bytes } = await written(ctx, dashboard, format, request, runsWithin(ctx, signal))
  return {
    contentType: CONTENT_TYPES[format],
    headers: {
      'Content-Disposition': contentDisposition(name),
      // Its values are those of this moment, for this caller.
      'Cache-Control': 'private, no-store',
      'Content-Length': String(bytes.length),
    },
    body: Readable.from([bytes]),
  }
}

async function written(
  ctx: Context,
  dashboard: ExportedDashboard,
  format: DocumentFormat,
  request: ExportRequest,
  runs: FileRuns,
): Promise<{ name: string; bytes: Buffer }> {
  const document = await documentOf(ctx, dashboard, format, request, runs)
  const bytes = await ctx.documents.write({ format, document, createdAt: runs.now, language: readerLanguage() })
  return { name: fileName(dashboard.name, dashboard.id, runs.now, format), bytes }
}
