import type { ClientConfig } from '@sightline/contract/session.ts'
import { createContext, useContext } from 'react'

export const ClientConfigContext = createContext<ClientConfig | null>(null)

/** The settings of this installation: inside the session gate, and inside that of visitors. */
export function useClientConfig(): ClientConfig {
  const config = useContext(ClientConfigContext)
  if (config === null) throw new Error('useClientConfig is used outside of a gate.')
  return config
}
