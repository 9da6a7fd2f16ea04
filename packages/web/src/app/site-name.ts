import { siteName } from '@sightline/domain/site-name.ts'
import { useQuery } from '@tanstack/react-query'
import { configQuery, sessionQuery } from './session.ts'

/** The name by which readers know this installation, as far as the page has loaded it. */
export function useSiteName(): string {
  const session = useQuery({ ...sessionQuery, enabled: false })
  const config = useQuery({ ...configQuery, enabled: false })
  return siteName((session.data?.client_config ?? config.data)?.orgName ?? '')
}
