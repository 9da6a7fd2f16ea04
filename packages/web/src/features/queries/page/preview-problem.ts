import { t } from '@lingui/core/macro'
import { ApiError } from '../../../api/error.ts'
import { FailedRunError } from '../../../results/follow-run.ts'

interface PreviewProblem {
  /** A sentence, or a lead before the message of the error. */
  lead: string
  /** The message of the database; '' if it adds nothing. */
  text: string
}

/** How databases say that an account may not read a table. MySQL says "access denied" for a wrong password, too. */
const DENIALS =
  /\b(permission (was )?denied|command denied|access denied(?! for user .*\(using password)|(insufficient|not enough) privileges)\b/i

/**
 * Why the first rows of a table cannot be shown. If access is missing, it says whom to ask.
 * @param source name of the data source
 */
export function previewProblem(error: Error, source: string): PreviewProblem {
  // The page hides the action, unless access was lost after it was loaded, or the table is the result of another query.
  if (error.cause instanceof ApiError && error.cause.status === 403)
    return { lead: t`You may not read this table of ${source}: ask an admin for access.`, text: error.message }
  if (error instanceof FailedRunError && DENIALS.test(error.message))
    return {
      lead: t`The account of ${source} may not read this table: ask an admin of the database to grant it access.`,
      text: error.message,
    }
  return { lead: t`Error running query:`, text: error.message }
}
