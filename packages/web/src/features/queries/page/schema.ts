import { api } from '@sightline/contract/api.ts'
import { SchemaErrorCode, type SchemaReply } from '@sightline/contract/data-sources.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'

const schemaKey = (id: number) => ['data_sources', 'schema', id] as const

/** Tables and columns of a data source, as the server knows them. */
export const schemaQuery = (id: number) =>
  queryOptions({
    queryKey: schemaKey(id),
    queryFn: ({ signal }): Promise<SchemaReply> => call(api.dataSources.schema, { params: { id }, signal }),
    staleTime: 10 * 60_000,
  })

/** Tables and columns, asked of the data source itself. It fails where that gives none, so that those from before stay. */
export const freshSchemaQuery = (id: number) =>
  queryOptions({
    queryKey: schemaKey(id),
    queryFn: async ({ signal }): Promise<SchemaReply> => {
      const reply = await call(api.dataSources.schema, { params: { id }, query: { refresh: true }, signal })
      if ('error' in reply && reply.error.code === SchemaErrorCode.loadError) throw new Error(reply.error.message)
      return reply
    },
    staleTime: 0,
    // A second attempt would be the one of `schemaQuery`, which shares the key, and its answer is no fresh one.
    retry: false,
  })
