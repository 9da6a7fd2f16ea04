import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Context } from '../../platform/context.ts'
import { AppError, shownMessage } from '../../platform/http/errors.ts'
import type { MailFile } from '../../platform/mail/mailer.ts'
import { dashboardPdf } from '../exports/service.ts'
import { fileRuns, type ReportRuns } from './report-runs.ts'

/** Many mail servers refuse mails of more than about 20 MB, and mails are a third larger than what they carry. */
const MAX_MEGABYTES = 10

/** A PDF for a mail, or the sentence that stands in its place. */
export type AttachedPdf = { file: MailFile } | { remark: string }

/**
 * Writes a dashboard as PDF, as its reader sees it, from the runs of the report.
 * @param ctx the subscriber as the caller
 */
export async function attachedPdf(ctx: Context, dashboardId: number, runs: ReportRuns): Promise<AttachedPdf> {
  try {
    const { name, bytes } = await dashboardPdf(ctx, dashboardId, fileRuns(runs))
    return attachable(name, bytes)
  } catch (error) {
    // A report without its PDF is worth more than none.
    if (error instanceof AppError)
      return { remark: i18n._('The PDF is not attached. {reason}', { reason: shownMessage(error) }) }
    throw error
  }
}

/** The file, unless it is too large for a mail. */
export const attachable = (name: string, bytes: Uint8Array): AttachedPdf =>
  bytes.length > MAX_MEGABYTES * 1024 * 1024
    ? {
        remark: i18n._('The PDF is not attached because it is larger than {most} MB. You can export it from the dashboard.', {
          most: MAX_MEGABYTES,
        }),
      }
    : { file: { name, type: 'application/pdf', bytes } }
