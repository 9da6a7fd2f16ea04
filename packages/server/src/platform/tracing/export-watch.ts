import type { Logger } from 'pino'

/** Milliseconds that a process waits for its last export when it stops. */
const LAST_EXPORT_MS = 2000

/** The function of an exporter of the SDK that sends. `code` is 0 for success. */
interface Exporter<Items> {
  export(items: Items, done: (result: { code: number; error?: Error }) => void): void
}

/**
 * Logs when exports begin to fail and when they succeed again, instead of every failure: a collector that is away for a night
 * would fill the log.
 * @param what is exported, for the log: `Traces`
 */
export function watchExports<Items, Watched extends Exporter<Items>>(
  exporter: Watched,
  what: string,
  log: Pick<Logger, 'warn' | 'info'>,
): Watched {
  let isFailing = false
  const send = exporter.export.bind(exporter)
  exporter.export = (items: Items, done) =>
    send(items, (result) => {
      if (result.code !== 0 && !isFailing)
        log.warn({ reason: result.error?.message }, `${what} cannot be sent to the collector.`)
      if (result.code === 0 && isFailing) log.info(`${what} are sent to the collector again.`)
      isFailing = result.code !== 0
      done(result)
    })
  return exporter
}

/** Waits for the end of an exporter, but not long: a collector that is away must not hold up a stop. */
export async function closeSoon(shutdown: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LAST_EXPORT_MS)
  })
  await Promise.race([shutdown().catch(() => {}), limit])
  clearTimeout(timer)
}
