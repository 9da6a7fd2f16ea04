import { z } from 'zod'

/** Names and inputs of the background work with executions. What each does is in `jobs.ts`, which the senders need not know. */
export const cleanUpResults = { name: 'clean_up_results', input: z.unknown() }
export const removeOrphanFiles = { name: 'remove_orphan_files', input: z.unknown() }
