import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type ImportReport, MAX_IMPORT_BYTES } from '@sightline/contract/transfer.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { limitBytes } from '../../platform/http/byte-limit.ts'
import * as audit from '../audit/service.ts'
import * as dashboards from '../dashboards/service.ts'
import { exportText } from './export.ts'
import { importText } from './import.ts'

/** Streams an export of all content, with the comments that the caller may see. */
export async function exportAll(ctx: Context): Promise<StreamReply> {
  await audit.recordAction(ctx, 'installation.export')
  const day = ctx.now().toISOString().slice(0, 10)
  return {
    contentType: 'application/json; charset=utf-8',
    headers: { 'Content-Disposition': `attachment; filename="sightline_${day}.json"` },
    body: Readable.from(exportText(ctx, (id, widgetIds) => dashboards.readableWidgets(ctx, id, widgetIds))),
  }
}

/**
 * Imports a file. Items without an owner here become the caller's.
 * @param isDryRun only reports what would be imported
 * @throws AppError `invalid_input`, `too_large`
 */
export async function importSent(ctx: Context, stream: Readable, isDryRun: boolean): Promise<ImportReport> {
  const { id, name } = userOf(ctx)
  const sent = await text(limitBytes(stream, MAX_IMPORT_BYTES))
  return importText(ctx, { actor: { id, name }, origin: ctx.origin, ownerId: id }, sent, isDryRun)
}
