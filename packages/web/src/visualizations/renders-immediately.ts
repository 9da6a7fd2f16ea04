import { createContext } from 'react'

/** Whether a drawing is what the whole page waits for: it then takes no turns with others, and does not appear by moving. */
export const RendersImmediately = createContext(false)
