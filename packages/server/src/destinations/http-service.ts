import { z } from 'zod'
import { endpointSecret } from '../platform/type-options.ts'
import { DeliveryFailed } from './destination.ts'

/** The address of a service, which is a secret: whoever has it may write there. */
export const secretUrl = (title?: string) =>
  endpointSecret(
    z
      .url({ protocol: /^https?$/, error: 'it must be an address that begins with http:// or https://' })
      .max(2048, 'it may hold at most 2,048 characters')
      .meta(title === undefined ? {} : { title }),
  )

/** What services say that have nothing to say. */
const PLAIN = new Set(['', 'ok', '1'])
const FAILED = /^(error|fail|invalid)/i

/**
 * Looks into the answer to a call that succeeded by its status: some services tell of a failure in the text alone, and a page for
 * people is no answer of a service at all.
 * @throws DeliveryFailed
 */
export function expectAccepted(answer: string): void {
  const text = answer.trim()
  if (PLAIN.has(text.toLowerCase())) return
  const body = parsed(text)
  const reason = body === null ? text : refusalIn(body)
  if (reason === null) return
  const told = /^</.test(reason) ? 'it answered with a page for browsers' : reason.replace(/\s+/g, ' ')
  throw new DeliveryFailed(`The service did not take the notification: ${told}.`, { mayRetry: /\b(429|5\d\d)\b/.test(reason) })
}

/** @returns null when nothing speaks of a failure */
function refusalIn(body: Record<string, unknown>): string | null {
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
