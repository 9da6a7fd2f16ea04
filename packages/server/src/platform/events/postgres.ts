import { randomUUID } from 'node:crypto'
import { Client, type Pool } from 'pg'
import { z } from 'zod'
import { type EventBus, Listeners } from './bus.ts'

/** All of our channels share one channel of the database, so that subscribing needs no round trip. */
const DATABASE_CHANNEL = 'sightline'
/** PostgreSQL refuses notifications of 8,000 bytes or more. */
const MAX_BYTES = 7900
const RECONNECT_MILLISECONDS = 1000

const Message = z.object({ from: z.string(), channel: z.string(), payload: z.unknown() })

/**
 * The event bus between processes, over LISTEN/NOTIFY. Listeners in the publishing process are called at once, the others when
 * the database delivers. A process without a connection misses the messages of that time, so code that depends on an event must
 * also poll the database from time to time.
 */
export async function createPostgresBus(url: string, pool: Pool, onError: (error: unknown) => void): Promise<EventBus> {
  const us = randomUUID()
  const listeners = new Listeners(onError)
  let isClosed = false
  let timer: NodeJS.Timeout | null = null
  let client = await connect()

  async function connect(): Promise<Client> {
    const next = new Client({ connectionString: url, application_name: 'sightline events', keepAlive: true })
    next.on('notification', ({ payload }) => receive(payload ?? ''))
    next.on('error', onError)
    try {
      await next.connect()
      await next.query(`listen ${DATABASE_CHANNEL}`)
    } catch (error) {
      await next.end()
      throw error
    }
    next.once('end', reconnectLater)
    return next
  }

  function reconnectLater(): void {
    if (isClosed) return
    timer = setTimeout(async () => {
      try {
        client = await connect()
        if (isClosed) await client.end()
      } catch (error) {
        onError(error)
        reconnectLater()
      }
    }, RECONNECT_MILLISECONDS)
  }

  function receive(text: string): void {
    const message = Message.safeParse(parsed(text))
    if (message.success && message.data.from !== us) listeners.tell(message.data.channel, message.data.payload)
  }

  return {
    async publish(channel, payload) {
      const text = JSON.stringify({ from: us, channel, payload: payload ?? null })
      if (Buffer.byteLength(text) > MAX_BYTES) throw new Error(`An event on "${channel}" is too long to be sent.`)
      listeners.tell(channel, JSON.parse(text).payload)
      await pool.query('select pg_notify($1, $2)', [DATABASE_CHANNEL, text])
    },
    subscribe: (channel, listener) => listeners.add(channel, listener),
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      listeners.clear()
      await client.end()
    },
  }
}

/** Every client of the database can send notifications, so payloads that are not JSON are ignored. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
