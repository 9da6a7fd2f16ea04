import { DeliveryFailed, type OutboundTransport, type OutgoingCall } from '../../destinations/destination.ts'
import type { Config } from '../../platform/config.ts'
import type { Services } from '../../platform/context.ts'
import { AddressRefused, postText } from '../../platform/egress.ts'
import { mailFailure } from '../../platform/mail/failure.ts'

const LIMIT_MS = 5000
const MAX_ANSWER_BYTES = 64 * 1024
/** Statuses of temporary failures, besides all 5xx: timeout, too early, too many requests. */
const TEMPORARY_STATUSES = new Set([408, 425, 429])

/** The services that a delivery needs. */
export interface DeliveryServices extends Pick<Services, 'mailer' | 'now' | 'tracing'> {
  config: Pick<Config, 'secretKey' | 'destinationNetworks'>
}

/** The transport of one delivery. @param signal aborts it */
export function outboundTransport({ config, mailer, now, tracing }: DeliveryServices, signal: AbortSignal): OutboundTransport {
  return {
    now,
    async post(call) {
      const { status, text } = await posted(call, config.destinationNetworks, signal)
      tracing.annotate({ 'http.response.status_code': status })
      if (status >= 200 && status < 300) return text
      throw refusalOf(hostOf(call.url), status, text)
    },
    async mail(mail) {
      if (!mailer.isConfigured) {
        const message = 'Email is not configured. Ask the operator to set SIGHTLINE_MAIL_URL and SIGHTLINE_MAIL_FROM.'
        throw new DeliveryFailed(message, { mayRetry: false })
      }
      await mailer.send(mail).catch((cause: unknown) => {
        const { message, mayRetry } = mailFailure(cause)
        throw new DeliveryFailed(message, { mayRetry, cause })
      })
    },
  }
}

async function posted({ url, body, headers }: OutgoingCall, allowedNetworks: readonly string[], signal: AbortSignal) {
  const host = hostOf(url)
  const limit = AbortSignal.timeout(LIMIT_MS)
  const isText = typeof body === 'string'
  const post = {
    headers: { 'content-type': 'application/json', 'user-agent': 'Sightline', accept: '*/*', ...headers },
    body: isText ? body : JSON.stringify(body),
  }
  try {
    const limits = { signal: AbortSignal.any([signal, limit]), maxBytes: MAX_ANSWER_BYTES, allowedNetworks }
    return await postText(url, post, limits)
  } catch (cause) {
    if (cause instanceof AddressRefused) {
      const hint = 'The operator can allow private addresses with SIGHTLINE_DESTINATION_NETWORKS.'
      throw new DeliveryFailed(`${host} is not a public address. ${hint}`, { mayRetry: false, cause })
    }
    if (limit.aborted)
      throw new DeliveryFailed(`${host} did not respond within ${LIMIT_MS / 1000} seconds.`, { mayRetry: true })
    throw new DeliveryFailed(`${host} cannot be reached${codeOf(cause)}.`, { mayRetry: true, cause })
  }
}

/** Only the host; the rest of the URL may be secret. */
function hostOf(url: string): string {
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new DeliveryFailed('The URL of this destination must begin with http:// or https://.', { mayRetry: false })
  }
  return parsed.host
}

function refusalOf(host: string, status: number, text: string): DeliveryFailed {
  if (status >= 300 && status < 400) {
    return new DeliveryFailed(`${host} leads on to another address, which is not followed. Enter that one instead.`, {
      mayRetry: false,
    })
  }
  const reason = text.replace(/\s+/g, ' ').trim()
  return new DeliveryFailed(`${host} answered with status ${status}${reason === '' ? '' : `: ${reason}`}.`, {
    mayRetry: TEMPORARY_STATUSES.has(status) || status >= 500,
  })
}

/** The system error code in parentheses, such as ` (ECONNREFUSED)`; '' if there is none. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
}
