import { createContext, useContext } from 'react'
import type { HelpTopic } from './help-topics.ts'

/** Opens the help at one of its pages. Only inside the shell. */
export const HelpContext = createContext<(topic: HelpTopic) => void>(() => {
  throw new Error('The help is opened outside of the shell.')
})

export const useHelp = () => useContext(HelpContext)
