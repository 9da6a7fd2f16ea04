import { createContext } from 'react'

/** Whether the page waits for this visualization: it is then drawn immediately, without scheduling or animation. */
export const RendersImmediately = createContext(false)
