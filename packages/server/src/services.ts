import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { OPERATOR } from './cli/command.ts'
import { createExecutors } from './executor/processes.ts'
import { mailBrand } from './features/settings/service.ts'
import { beginBackup } from './features/transfer/backups.ts'
import { openBackupSocket } from './platform/backup/socket.ts'
import { openChartRasterizer } from './platform/chart-images/rasterizer.ts'
import { refuseWrongClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Services } from './platform/context.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { copied } from './platform/db/unmigrated.ts'
import { openDocumentWriter } from './platform/documents/writer.ts'
import { openEvents } from './platform/events/open.ts'
import type { StorageListener } from './platform/files/bucket/objects.ts'
import { outageLog } from './platform/files/bucket/outage-log.ts'
import { openFileStore } from './platform/files/open.ts'
import { removeLeftTempDirs } from './platform/files/process-folders.ts'
import { tryOut } from './platform/files/try-out.ts'
import { loopTurned } from './platform/health.ts'
import { openMailer } from './platform/mail/mailer.ts'
import { tracedMailer } from './platform/mail/traced-mailer.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { openQueue } from './platform/queue/job-queue.ts'
import { createResults } from './platform/results/duckdb.ts'
import { tracedResults } from './platform/results/traced-results.ts'
import { openMetricExport, openTracing } from './platform/tracing/open.ts'

export interface OpenServices {
  services: Services
  /** Closes everything in an order that lets each part finish its work. */
  close(): Promise<void>
}

/**
 * Opens everything that is shared in the process.
 * @param open opens the metadata database; tests pass their own
 * @throws Error with one sentence if something cannot be opened; everything opened before is closed again
 */
export async function openServices(
  config: Config,
  log: Logger,
  open: typeof openDatabase = openDatabase,
): Promise<OpenServices> {
  const opened: { close(): Promise<void> }[] = []
  const close = async () => {
    const problems: unknown[] = []
    // A part that cannot be closed because its connection is lost must not keep the others open.
    for (const one of opened.splice(0).reverse()) await one.close().catch((error: unknown) => problems.push(error))
    if (problems.length > 0) throw problems[0]
  }
  const keep = <Closable extends { close(): Promise<void> }>(one: Closable): Closable => {
    opened.push(one)
    return one
  }
  const onError = (err: unknown) => log.error({ err }, 'Something in the background failed.')
  const worker = randomUUID()
  const sender = { openTelemetry: config.openTelemetry, role: config.role, instance: worker, log }
  const now = () => new Date()
  try {
    const tracing = keep(await openTracing(sender))
    const database: Database = keep(await open(config, onError))
    if (database.kind === 'postgres') await refuseWrongClock(database.db, now)
    const events = keep(await openEvents(database, onError))
    // Only one process at a time has an embedded database open.
    await removeLeftTempDirs(config.dataDir, database.kind === 'embedded')
    if (database.kind === 'embedded') {
      const begin = () => beginBackup(config, copied(database), OPERATOR)
      keep(await openBackupSocket(config.dataDir, begin, onError))
    }
    const metrics = createMetrics(database.kind === 'postgres' ? database.pool : null)
    const noteOutage = outageLog(log)
    const onEnd: StorageListener = (operation, failure, seconds) => {
      metrics.countStorage(operation, failure === null, seconds)
      noteOutage(failure)
    }
    const files = openFileStore(config, database.db, { onEnd })
    await tryOut(files, now, (reason) => log.error(`${reason} Results can be neither stored nor read until that has changed.`))
    const results = tracedResults(keep(createResults(config, files)), tracing)
    const executors = keep(createExecutors(config, log, { tracing }))
    const mailer = tracedMailer(keep(openMailer(config, () => mailBrand(database))), tracing)
    const rasterizer = keep(openChartRasterizer(onError))
    const documents = keep(openDocumentWriter(onError))
    const memory = {}
    const queue = keep(
      openQueue(database.db, events, { worker, tracing, onError, onPoll: () => loopTurned({ memory }, 'jobs') }),
    )
    keep(await openMetricExport(metrics, sender))
    return {
      services: {
        config,
        worker,
        memory,
        db: database.db,
        queue,
        events,
        files,
        results,
        executors,
        mailer,
        rasterizer,
        documents,
        metrics,
        tracing,
        log,
        now,
      },
      close,
    }
  } catch (error) {
    await close().catch(onError)
    throw error
  }
}
