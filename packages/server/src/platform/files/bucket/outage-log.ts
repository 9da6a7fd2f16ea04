import type { Logger } from 'pino'
import { inLanguage } from '../../language/reader.ts'
import { troubleOf } from './failure.ts'

/**
 * Logs when a storage begins to fail and when it works again, instead of every failure: each run and each health check asks for it.
 * @returns a function to call after each operation, with its error or null
 */
export function outageLog(log: Pick<Logger, 'warn' | 'info'>): (failure: unknown) => void {
  let isFailing = false
  return (failure) => {
    const fails = failure !== null
    // The operation may belong to a reader of another language.
    if (fails && !isFailing) log.warn({ err: failure }, inLanguage('en', troubleOf(failure).text))
    if (!fails && isFailing) log.info('The storage of results works again.')
    isFailing = fails
  }
}
