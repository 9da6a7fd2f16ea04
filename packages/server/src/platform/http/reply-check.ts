import type { Endpoint } from '@sightline/contract/endpoint.ts'

/** Validates a response against the contract.
 * @throws if it differs from the endpoint's schema
 */
export function checkReply(endpoint: Endpoint, reply: unknown): void {
  const { success, error } = endpoint.reply.safeParse(reply)
  if (success) return
  const [issue] = error.issues
  throw new Error(
    `${endpoint.method} ${endpoint.path} answers against its contract at "${issue?.path.join('.')}": ${issue?.message}`,
  )
}
