import { z } from 'zod'
import { endpointSecret } from '../platform/type-options.ts'
import { DeliveryFailed } from './destination.ts'

/** An option for a webhook URL. It is a secret, since anyone who knows it can post there. */
export const secretUrl = (title?: string) =>
  endpointSecret(
    z
      .url({ protocol: /^https?$/, error: 'it must be an address that begins with http:// or https://' })
      .max(2048, 'it may have at most 2,048 characters')
      .meta(title === undefined ? {} : { title }),
  )

/** Bodies of plain success responses. */
const PLAIN = new Set(['', 'ok', '1'])
const FAILED = /^(error|fail|invalid)/i

/**
 * Checks the body of a 2xx response: some services report failures only in the body, and an HTML page means that the URL does
 * not belong to the service.
 * @throws DeliveryFailed
 */
export function expectAccepted(answer: string): void {
  const text = answer.trim()
  if (PLAIN.has(text.toLowerCase())) return
  const body = parsed(text)
  const reason = body === null ? text : failureReason(body)
  if (reason === null) return
  const detail = /^</.test(reason) ? 'it answered with a page for browsers' : reason.replace(/\s+/g, ' ')
  throw new DeliveryFailed(`The service did not take the notification: ${detail}.`, {
    mayRetry: /\b(429|5\d\d)\b/.test(reason),
  })
}

/** @returns the reason of the failure; null if the body reports none */
function failureReason(body: Record<string, unknown>): string | null {
  const { ok, success, error, errors, status, message } = body
  const isRefused =
    ok === false ||
    success === false ||
    (error !== undefined && error !== null && error !== false && error !== '') ||
    (Array.isArray(errors) && errors.length > 0) ||
    (typeof status === 'string' && FAILED.test(status))
  if (!isRefused) return null
  const reasons = [error, message, errors, status].filter((part) => part !== undefined && part !== null)
  return reasons.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))[0] ?? 'it gave no reason'
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
