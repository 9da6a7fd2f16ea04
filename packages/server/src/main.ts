import { prepareFirstStart } from './features/setup/service.ts'
import { type Config, readConfig } from './platform/config.ts'
import { refuseUnfinishedRotation } from './platform/crypto/secret-key.ts'
import { createLog } from './platform/log/log.ts'
import { buildServer, startWorker } from './server.ts'
import { type OpenServices, openServices } from './services.ts'

const PARENT_LOOK_MS = 1_000

const log = createLog()

try {
  const config = readConfig(process.env)
  refuseUnfinishedRotation(config.secretKeyFile)
  const { services, close } = await openServices(config, log)
  const stop = await start(config, services, close)
  stopOnSignals(async () => {
    await stop()
    await close()
  })
  stopWithNpm()
} catch (error) {
  // A plain Error is a sentence for the person who started us; anything else we did not foresee, so the log has it all.
  if (!(error instanceof Error) || error.name !== 'Error') log.fatal({ err: error }, 'Sightline did not start.')
  process.stderr.write(`Sightline did not start. ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

/** Starts the roles of this process. @returns a function that stops answering and working */
async function start(config: Config, services: OpenServices['services'], close: OpenServices['close']) {
  try {
    const setupToken = await prepareFirstStart(services)
    const stopWorker = config.role === 'web' ? async () => {} : await startWorker(services)
    if (config.role === 'worker') {
      process.stdout.write('Sightline works on jobs.\n')
      return stopWorker
    }
    const { fastify } = await buildServer(services, { checksReplies: process.env.NODE_ENV === 'development' })
    await fastify.listen({ port: config.port, host: config.host })
    const listening = fastify.server.address()
    const port = listening !== null && typeof listening === 'object' ? listening.port : config.port
    process.stdout.write(`${greeting(addressOf(config, port), setupToken)}\n`)
    // Together: a caller may be waiting for an execution that is about to finish.
    return async () => {
      await Promise.all([fastify.close(), stopWorker()])
    }
  } catch (error) {
    await close()
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
      // The second time means at once.
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
 * A signal to `npm start` reaches npm and the shell that it starts us with, and that shell ends without passing it on: so its end
 * means to stop as well.
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
