import { destinations as types } from '../../destinations/registry.ts'

/** A destination, or null for the user who subscribed. */
type Recipient = { type: string } | null

/** Whether the reports to a recipient are mails. */
export const isMailed = (destination: Recipient): boolean =>
  destination === null || types.get(destination.type)?.sendsMail === true
