import { z } from 'zod'
import { byId, endpoint, Timestamp } from './endpoint.ts'
import { inputProblems } from './input-problems.ts'
import { User } from './users.ts'

export const Snippet = z.object({
  id: z.int(),
  /** The text that the user types to find it. */
  trigger: z.string(),
  /** '' for none. */
  description: z.string(),
  /** The text to insert; `${1:name}` is a placeholder for the user. */
  snippet: z.string(),
  user: User,
  updated_at: Timestamp,
  created_at: Timestamp,
})
export type Snippet = z.infer<typeof Snippet>

const fields = z.object({
  trigger: z.string().trim().min(1).max(255),
  description: z.string().trim().max(10_000),
  snippet: z.string().min(1).max(200_000).regex(/\S/, inputProblems.blank),
})
export const SnippetFields = fields.extend({ description: fields.shape.description.nullish().transform((text) => text ?? '') })
export type SnippetFields = z.infer<typeof SnippetFields>
/** Based on the fields without defaults, so that a missing description stays unchanged. */
export const SnippetChanges = fields.partial()
export type SnippetChanges = z.infer<typeof SnippetChanges>

const all = { path: '/api/query_snippets', access: 'user' } as const
const one = { path: '/api/query_snippets/:id', access: 'user', params: byId } as const

export const snippets = {
  list: endpoint({ ...all, method: 'GET', summary: 'All query snippets, by trigger', reply: z.array(Snippet) }),
  create: endpoint({ ...all, method: 'POST', summary: 'Adds a query snippet', body: SnippetFields, reply: Snippet }),
  get: endpoint({ ...one, method: 'GET', summary: 'One query snippet', reply: Snippet }),
  update: endpoint({
    ...one,
    method: 'POST',
    summary: 'Saves a query snippet of the caller, or as admin any',
    body: SnippetChanges,
    reply: Snippet,
  }),
  remove: endpoint({
    ...one,
    method: 'DELETE',
    summary: 'Deletes a query snippet of the caller, or as admin any',
    reply: z.null(),
  }),
}
