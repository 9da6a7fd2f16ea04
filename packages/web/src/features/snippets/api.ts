import { api } from '@sightline/contract/api.ts'
import type { SnippetFields } from '@sightline/contract/snippets.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** All query snippets. */
export const snippetsQuery = queryOptions({
  queryKey: ['snippets', 'list'],
  queryFn: ({ signal }) => call(api.snippets.list, { signal }),
})

export const createSnippet = (body: SnippetFields) => call(api.snippets.create, { body })
export const updateSnippet = (id: number, body: SnippetFields) => call(api.snippets.update, { params: { id }, body })
export const removeSnippet = (id: number) => call(api.snippets.remove, { params: { id } })
