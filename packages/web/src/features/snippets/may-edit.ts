import type { Snippet } from '@sightline/contract/snippets.ts'
import { useSession } from '../../app/session.ts'

/** Whether the user may change and delete a snippet: who made it, and admins. */
export function useMayEdit(): (snippet: Snippet) => boolean {
  const { user } = useSession()
  const isAdmin = user.permissions.includes('admin')
  return (snippet) => isAdmin || snippet.user.id === user.id
}
