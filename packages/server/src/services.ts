import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createExecutors } from './executor/processes.ts'
import { mailLogo } from './features/settings/service.ts'
import { openChartRasterizer } from './platform/chart-images/rasterizer.ts'
import type { Config } from './platform/config.ts'
import type { Services } from './platform/context.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { openDocumentWriter } from './platform/documents/writer.ts'
import { openEvents } from './platform/events/open.ts'
import { removeLeftTempDirs } from './platform/files/directory.ts'
import { openFileStore } from './platform/files/open.ts'
import { openMailer } from './platform/mail/mailer.ts'
import { openQueue } from './platform/queue/job-queue.ts'
import { createResults } from './platform/results/duckdb.ts'

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
  try {
    const database: Database = keep(await open(config, onError))
    const events = keep(await openEvents(database, onError))
    await removeLeftTempDirs(config.dataDir)
    const files = openFileStore(config, database.db)
    const results = keep(createResults(config, files))
    const executors = keep(createExecutors(config, log))
    const mailer = keep(openMailer(config, () => mailLogo(database)))
    const rasterizer = keep(openChartRasterizer(onError))
    const documents = keep(openDocumentWriter(onError))
    const worker = randomUUID()
    const queue = keep(openQueue(database.db, events, worker, onError))
    return {
      services: {
        config,
        worker,
        memory: {},
        db: database.db,
        queue,
        events,
        files,
        results,
        executors,
        mailer,
        rasterizer,
        documents,
        log,
        now: () => new Date(),
      },
      close,
    }
  } catch (error) {
    await close().catch(onError)
    throw error
  }
}
