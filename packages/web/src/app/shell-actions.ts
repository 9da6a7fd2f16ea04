import { createContext, useContext } from 'react'
import type { HelpTopic } from './help/help-topics.ts'

/** Opens the dialog for a new dashboard. Only inside Shell. */
export const CreateDashboardContext = createContext<() => void>(() => {
  throw new Error('The dialog for a new dashboard is opened outside of the shell.')
})

export const useCreateDashboard = () => useContext(CreateDashboardContext)

/** Opens the help drawer at a topic. Only inside Shell. */
export const HelpContext = createContext<(topic: HelpTopic) => void>(() => {
  throw new Error('The help is opened outside of the shell.')
})

export const useHelp = () => useContext(HelpContext)
