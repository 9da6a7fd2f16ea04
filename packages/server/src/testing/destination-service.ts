import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Notification, OutboundTransport } from '../destinations/destination.ts'
import { send } from '../features/destinations/delivery.ts'
import { outboundTransport } from '../features/destinations/transport.ts'
import { encryptOptions } from '../platform/crypto/options.ts'
import { type Mailer, openMailer } from '../platform/mail/mailer.ts'
import { noTracing } from '../platform/tracing/tracing.ts'
import { never } from './never.ts'

const SECRET_KEY = 'a key of tests that is long enough for it'

/** A call that arrived. */
export interface ReceivedCall {
  /** The original URL, if the call was redirected here. */
  meant: string
  path: string
  headers: Record<string, string | string[] | undefined>
  body: string
}

/** The response; `silence` never responds. */
export type ServiceAnswer = { status: number; body?: string; headers?: Record<string, string> } | 'silence'

/** A stub of an external service that records the calls. */
export interface DestinationService {
  /** Without a trailing slash. */
  url: string
  calls: ReceivedCall[]
  answer: ServiceAnswer
  /** Delivers through the real transport; calls to a type's fixed URL are redirected to this stub. */
  deliver(type: string, options: object, notification?: Partial<Notification>, settings?: DeliverySettings): Promise<void>
  close(): Promise<void>
}

export interface DeliverySettings {
  mailer?: Mailer
  signal?: AbortSignal
  destinationNetworks?: string[]
  /** False does not redirect the calls. */
  isLedHere?: boolean
}

/** Starts a service on a free port of this machine. */
export async function startDestinationService(): Promise<DestinationService> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { 'x-meant': meant, ...headers } = request.headers
    service.calls.push({
      meant: String(meant ?? ''),
      path: request.url ?? '',
      headers,
      body: Buffer.concat(chunks).toString('utf8'),
    })
    if (service.answer === 'silence') return
    const { status, body, headers: answered } = service.answer
    response.writeHead(status, answered).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The service has no port.')
  const url = `http://127.0.0.1:${address.port}`
  const service: DestinationService = {
    url,
    calls: [],
    answer: { status: 200, body: 'ok' },
    async deliver(type, options, notification = {}, settings = {}) {
      const { mailer = openMailer({ mailUrl: null, mailFrom: null }), isLedHere = true } = settings
      const config = { secretKey: SECRET_KEY, destinationNetworks: settings.destinationNetworks ?? ['127.0.0.1'] }
      const services = { config, mailer, tracing: noTracing, now: () => new Date('2026-05-01T08:00:00Z') }
      const signal = settings.signal ?? never
      const out = outboundTransport(services, signal)
      const row = {
        id: 1,
        type,
        encrypted_options: encryptOptions(SECRET_KEY, { table: 'destinations', id: 1 }, { ...options }),
      }
      await send(services, row, notificationOf(notification), signal, isLedHere ? ledTo(url, out) : out)
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
  return service
}

const ledTo = (url: string, out: OutboundTransport): OutboundTransport => ({
  ...out,
  post: (call) => {
    const { pathname, search } = new URL(call.url)
    return out.post({ ...call, url: `${url}${pathname}${search}`, headers: { ...call.headers, 'x-meant': call.url } })
  },
})

/** The notification of a triggered alert named 'Too many orders'. */
export function notificationOf(changes: Partial<Notification> = {}): Notification {
  return {
    key: 'alert-7-event-3-subscription-2',
    alert: {
      id: 7,
      name: 'Too many orders',
      state: 'triggered',
      health: 'ok',
      options: { column: 'orders', op: '>', value: 100 },
      rearm: null,
      query_id: 5,
      user_id: 1,
      last_triggered_at: '2026-05-01T08:00:00Z',
      created_at: '2026-04-01T08:00:00Z',
      updated_at: '2026-05-01T08:00:00Z',
    },
    query: { id: 5, name: 'Orders', query: 'select count(*) as "orders" from orders' },
    subject: null,
    body: null,
    email: { subject: 'Too many orders', text: 'It is 120.', html: '<p>It is 120.</p>' },
    baseUrl: 'https://sight.example.com/',
    links: { alert: 'https://sight.example.com/alerts/7', query: 'https://sight.example.com/queries/5' },
    metadata: { Username: 'ada@example.com', query_id: 5, Scheduled: true },
    ...changes,
  }
}

/** The same in another state. */
export function notificationIn(state: Notification['alert']['state'], changes: Partial<Notification> = {}): Notification {
  const notification = notificationOf(changes)
  return { ...notification, alert: { ...notification.alert, state } }
}
