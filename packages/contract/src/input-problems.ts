import { MAX_API_KEY_DAYS } from './api-key-scopes.ts'

/**
 * Says what is wrong with values that people enter in forms, as the end of a sentence. `npm run texts` reads this table, and the server
 * translates these messages when it answers; schemas without a message get that of the server.
 */
export const inputProblems = {
  blank: 'it must not be blank',
  longName: 'it must have at most 255 characters',
  format: 'it must be a format without <, > and &',
  address: 'it must be an address that begins with http:// or https://',
  domain: 'it must be a domain such as example.com',
  colors: 'it must be empty, or have 3 to 12 different colors such as #3E5EDB',
  apiKeyDays: `it must be a whole number of days from 1 to ${MAX_API_KEY_DAYS}`,
  wholeNumber: 'it must be a whole number',
  negative: 'it must not be negative',
  choice: 'it must be a text or a list of texts',
  moment: 'it must be a day such as 2026-05-31, or a time such as 2026-05-31T08:00:00Z',
} as const
