import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Turns of the event loop that may accept connections before the port is closed all the same. */
const MAX_ACCEPTING_TURNS = 1_000

export interface DrainLimits {
  /** Milliseconds that open requests get to finish. */
  requests: number
  /** Milliseconds for which unused connections stay open, so that a proxy that is about to use one does not lose a request. */
  idle: number
}

/** Takes a server out of service without failing a request. */
export interface Drain {
  /** Aborts when the server begins to stop: streams that would go on without an end then end. */
  signal: AbortSignal
  /**
   * Refuses new connections, answers what arrives on the open ones with `Connection: close`, and resolves when no request is
   * open, or when the time is over. The caller then closes the server.
   */
  run(limits: DrainLimits): Promise<void>
}

/** Counts the requests of a server that does not listen yet, and adds the header to its responses. */
export function createDrain(fastify: FastifyInstance): Drain {
  const { server } = fastify
  const stopping = new AbortController()
  const requests = countedRequests(server)

  fastify.addHook('onSend', (_, reply, payload, done) => {
    if (stopping.signal.aborted) reply.header('connection', 'close')
    done(null, payload)
  })

  return {
    signal: stopping.signal,
    async run({ requests: limit, idle }) {
      stopping.abort()
      if (!server.listening) return
      await refuseConnections(server)
      const end = new AbortController()
      const timeOver = delay(limit, undefined, { signal: end.signal }).catch(() => {})
      const isClosed = once(server, 'close', { signal: end.signal }).catch(() => {})
      const idleOver = delay(Math.min(idle, limit), undefined, { signal: end.signal }).catch(() => {})
      await Promise.race([isClosed, idleOver])
      server.closeIdleConnections()
      await Promise.race([requests.ended(), timeOver])
      end.abort()
    },
  }
}

/** Counts the requests whose response is not complete. */
function countedRequests(server: Server): { ended(): Promise<void> } {
  let open = 0
  let onEnded = () => {}
  server.on('request', (_, response) => {
    open++
    response.once('close', () => {
      open--
      if (open === 0) onEnded()
    })
  })
  return {
    ended: () =>
      new Promise((resolve) => {
        onEnded = resolve
        if (open === 0) resolve()
      }),
  }
}

/**
 * Stops listening, and leaves open connections alone. A connection that waits to be accepted would be reset with its request, so
 * this happens in a turn of the event loop that has accepted none.
 */
async function refuseConnections(server: Server): Promise<void> {
  let hasAccepted = true
  const note = () => {
    hasAccepted = true
  }
  server.on('connection', note)
  for (let turn = 0; hasAccepted && turn < MAX_ACCEPTING_TURNS; turn++) {
    hasAccepted = false
    await nextTurn()
  }
  server.off('connection', note)
  // The method of the HTTP server would also close the connections that are not in use.
  TcpServer.prototype.close.call(server)
}
