import type { Endpoint } from '@sightline/contract/endpoint.ts'

/**
 * Holds a reply against the contract.
 * @throws when it has another form than the endpoint promises
 */
export function checkReply(endpoint: Endpoint, reply: unknown): void {
  const { success, error } = endpoint.reply.safeParse(reply)
  if (success) return
  const [issue] = error.issues
  throw new Error(
    `${endpoint.method} ${endpoint.path} answers against its contract at "${issue?.path.join('.')}": ${issue?.message}`,
  )
}
