import { createContext, useContext } from 'react'
import type { HelpTopic } from './help/help-topics.ts'

/** Opens the dialog that makes a new dashboard. Only inside the shell. */
export const CreateDashboardContext = createContext<() => void>(() => {
  throw new Error('The dialog for a new dashboard is opened outside of the shell.')
})

export const useCreateDashboard = () => useContext(CreateDashboardContext)

/** Opens the help at one of its pages. Only inside the shell. */
export const HelpContext = createContext<(topic: HelpTopic) => void>(() => {
  throw new Error('The help is opened outside of the shell.')
})

export const useHelp = () => useContext(HelpContext)
