import { i18n } from '@sightline/domain/language/i18n.ts'
import { otherLanguage } from '@sightline/domain/query-dialect.ts'
import { AppError } from '../../platform/http/errors.ts'
import { openThread, ThreadError } from '../../platform/threads/thread.ts'
import type { FormatReply, FormatRequest } from './format.thread.ts'

const LIMIT_SECONDS = 10

// Formatting takes seconds for some texts and would block the server meanwhile.
const thread = openThread<FormatRequest, FormatReply>({
  program: new URL('./format.thread.ts', import.meta.url),
  read: (message) => message as FormatReply,
  limitMs: LIMIT_SECONDS * 1000,
  idleMs: 15_000,
  heapMegabytes: 256,
  maxWaiting: 20,
})

/**
 * Formats a text; an empty one stays as it is.
 * @param dialect a runner's dialect, which may be another language than SQL; an unknown one is formatted as standard SQL
 * @throws AppError if the text is not valid in its syntax or takes too long, or if its language cannot be formatted
 */
export async function formatText(text: string, syntax: 'sql' | 'json', dialect: string): Promise<string> {
  if (text.trim() === '') return text
  const isSql = syntax === 'sql' && dialect !== 'json'
  if (isSql && otherLanguage(dialect) !== null) throw new AppError('format_not_supported')
  const language = isSql ? 'SQL' : 'JSON'
  const { text: formatted } = await runInThread({ text, syntax: isSql ? 'sql' : 'json', dialect })
  if (formatted !== null) return formatted
  throw new AppError('invalid_input', {
    reason: i18n._('This query cannot be formatted. Is it complete {language}?', { language }),
  })
}

async function runInThread(request: FormatRequest): Promise<FormatReply> {
  try {
    return await thread.ask(request)
  } catch (error) {
    if (!(error instanceof ThreadError)) throw error
    if (error.reason === 'overloaded') {
      throw new AppError('too_many_requests', { limit: 'Too many queries are being formatted. Please try again in a moment.' })
    }
    const reason =
      error.reason === 'timeout'
        ? `This query cannot be formatted: it takes longer than ${LIMIT_SECONDS} seconds.`
        : 'This query cannot be formatted: it is too complex.'
    throw new AppError('invalid_input', { reason }, { cause: error })
  }
}
