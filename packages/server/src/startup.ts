import { prepareFirstStart } from './features/setup/service.ts'
import { bindStoredOptions, checkSecretKey } from './features/setup/stored-secrets.ts'
import { type Config, readConfig } from './platform/config.ts'
import type { Services } from './platform/context.ts'
import { refuseUnfinishedRotation } from './platform/crypto/secret-key.ts'
import { retryOnDisconnect } from './platform/db/retry-on-disconnect.ts'
import { startFailure } from './platform/db/start-failure.ts'
import { filesDirectory, makePrivateFolder } from './platform/files/directory.ts'
import { storeOf } from './platform/files/open.ts'
import { openWorkerPort } from './platform/http/worker-port.ts'
import { freeMemoryWhenIdle } from './platform/idle-memory.ts'
import { createLog } from './platform/log/log.ts'
import { unknownSettings } from './platform/settings/environment.ts'
import { pluginSummary } from './plugins/summary.ts'
import { buildServer, startWorker } from './server.ts'
import { openServices } from './services.ts'

const PARENT_LOOK_MS = 1_000
/** Milliseconds that open requests get at least to finish. Containers are often killed after ten seconds. */
const MIN_REQUESTS_GRACE_MS = 8_000
/** Longer than proxies should keep unused connections: see docs/guide/reverse-proxy.md. */
const PROXY_IDLE_MS = 5_000

const log = createLog()

// The database, results and keys are accessible to this user only, as are the files of the executor processes.
process.umask(0o077)

try {
  const config = readConfig(process.env)
  log.level = config.logLevel
  for (const problem of unknownSettings(process.env)) log.warn(problem)
  for (const problem of pluginSummary().problems) log.error(problem)
  refuseUnfinishedRotation(config.secretKeyFile)
  makeFoldersPrivate(config)
  const { stop, readyLine } = await retryOnDisconnect(() => open(config), {
    patience: config.databaseWait,
    onRetry: (error) => log.warn({ reason: startFailure(error) }, 'The database cannot be reached yet. Trying again …'),
  })
  freeMemoryWhenIdle()
  stopOnSignals(stop)
  stopWithNpm()
  // Printed last, because a process that waits for this line may send a signal right after it.
  process.stdout.write(`${readyLine}\n`)
} catch (error) {
  // A plain Error contains a sentence for the operator; any other error is unexpected, so it is logged in full.
  if (!(error instanceof Error) || error.name !== 'Error') log.fatal({ err: error }, 'Sightline did not start.')
  process.stderr.write(`Sightline did not start. ${startFailure(error)}\n`)
  process.exit(1)
}

function makeFoldersPrivate(config: Config): void {
  const folders = [config.dataDir, ...(storeOf(config) === 'directory' ? [filesDirectory(config)] : [])]
  for (const problem of folders.map(makePrivateFolder)) if (problem !== null) log.warn(problem)
}

/** A process that has started. */
interface Running {
  /** Stops serving requests and running work. */
  stop(): Promise<void>
  /** The line printed for the operator after the start. */
  readyLine: string
}

/** Opens everything and starts the roles of this process; if that fails, everything started so far is stopped again. */
async function open(config: Config): Promise<Running> {
  const { services, close } = await openServices(config, log)
  try {
    const { stop, readyLine } = await start(services)
    return {
      readyLine,
      async stop() {
        await stop()
        await close()
      },
    }
  } catch (error) {
    await close().catch((err: unknown) => log.warn({ err }, 'What was opened could not be closed.'))
    throw error
  }
}

async function start(services: Services): Promise<Running> {
  const { config } = services
  await checkSecretKey(services)
  const unreadable = await bindStoredOptions(services)
  if (unreadable.length > 0) log.error({ names: unreadable }, 'Some stored options cannot be read with this secret key.')
  const setupToken = await prepareFirstStart(services)
  const stopWorker = config.role === 'web' ? async () => {} : await startWorker(services)
  if (config.role === 'worker')
    return { stop: await withWorkerPort(services, stopWorker), readyLine: 'Sightline works on jobs.' }
  try {
    const { fastify, drain } = await buildServer(services, { checksReplies: process.env.NODE_ENV === 'development' })
    await fastify.listen({ port: config.port, host: config.host })
    const listening = fastify.server.address()
    const port = listening !== null && typeof listening === 'object' ? listening.port : config.port
    return {
      readyLine: greeting(addressOf(config, port), setupToken),
      // Both stop at the same time, because a caller may be waiting for an execution that is about to finish.
      async stop() {
        const requests = Math.max(config.shutdownGrace, MIN_REQUESTS_GRACE_MS)
        const idle = config.signIn.trustedProxies.length === 0 ? 0 : PROXY_IDLE_MS
        await Promise.all([drain.run({ requests, idle }).then(() => fastify.close()), stopWorker()])
      },
    }
  } catch (error) {
    await stopWorker()
    throw error
  }
}

/** Opens the port of a worker if one is configured. It stays open until the worker has stopped, whose metrics are worth reading. */
async function withWorkerPort(services: Services, stopWorker: () => Promise<void>): Promise<() => Promise<void>> {
  const { workerPort } = services.config
  if (workerPort === null) return stopWorker
  try {
    const close = await openWorkerPort(services, workerPort)
    return async () => {
      await stopWorker()
      await close()
    }
  } catch (error) {
    await stopWorker()
    throw error
  }
}

function addressOf({ baseUrl, host }: Config, port: number): string {
  if (baseUrl !== null) return baseUrl
  const isAnyAddress = host === '0.0.0.0' || host === '::'
  const name = isAnyAddress ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}/`
}

function greeting(address: string, setupToken: string | null): string {
  if (setupToken === null) return `Sightline is ready: ${address}`
  return `Sightline is ready. Set it up here, with a link that works once: ${address}setup?token=${setupToken}`
}

function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second signal exits at once.
      if (isStopping) process.exit(1)
      isStopping = true
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'Sightline did not stop cleanly.')
          process.exit(1)
        },
      )
    })
  }
}

/**
 * A signal to `npm start` reaches npm and its shell, and the shell exits without passing it on to this process. So the exit of
 * the parent process also stops this one.
 */
function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const { ppid } = process
  const look = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(look)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_LOOK_MS)
  look.unref()
}
