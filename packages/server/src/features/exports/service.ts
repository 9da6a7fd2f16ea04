import { Readable } from 'node:stream'
import type { ExportRequest } from '@sightline/contract/exports.ts'
import type { Context } from '../../platform/context.ts'
import type { DocumentFormat } from '../../platform/documents/writer.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { contentDisposition, fileName } from '../../platform/http/file-name.ts'
import * as dashboards from '../dashboards/service.ts'
import { documentOf } from './content.ts'
import type { ExportedDashboard } from './dashboard.ts'

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
  const link = `${ctx.baseUrl}dashboard/${dashboard.slug}`
  return reply(ctx, { ...dashboard, link }, format, request, signal)
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
  const createdAt = ctx.now()
  const document = await documentOf(ctx, dashboard, format, request, signal)
  const bytes = await ctx.documents.write({ format, document, createdAt })
  return {
    contentType: CONTENT_TYPES[format],
    headers: {
      'Content-Disposition': contentDisposition(fileName(dashboard.name, dashboard.id, createdAt, format)),
      // Its values are those of this moment, for this caller.
      'Cache-Control': 'private, no-store',
      'Content-Length': String(bytes.length),
    },
    body: Readable.from([bytes]),
  }
}
