import { z } from 'zod'

/** Names and inputs of the background work with executions. What each does is in `jobs.ts`, which the senders need not know. */
export const executeQuery = { name: 'execute_query', input: z.object({ id: z.uuid() }) }
export const reapExecutions = { name: 'reap_executions', input: z.unknown() }
export const cleanUpResults = { name: 'clean_up_results', input: z.unknown() }
