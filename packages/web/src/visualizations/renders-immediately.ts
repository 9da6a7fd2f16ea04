import { createContext } from 'react'

/** Whether the page waits for this visualization, which is then drawn without scheduling or animation. */
export const RendersImmediately = createContext(false)
