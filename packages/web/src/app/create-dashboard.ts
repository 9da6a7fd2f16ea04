import { createContext, useContext } from 'react'

/** Opens the dialog that makes a new dashboard. Only inside the shell. */
export const CreateDashboardContext = createContext<() => void>(() => {
  throw new Error('The dialog for a new dashboard is opened outside of the shell.')
})

export const useCreateDashboard = () => useContext(CreateDashboardContext)
