import { api } from '@sightline/contract/api.ts'
import type { SchemaReply } from '@sightline/contract/data-sources.ts'
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

/** Tables and columns, asked of the data source itself. */
export const freshSchemaQuery = (id: number) =>
  queryOptions({
    queryKey: schemaKey(id),
    queryFn: ({ signal }): Promise<SchemaReply> =>
      call(api.dataSources.schema, { params: { id }, query: { refresh: true }, signal }),
    staleTime: 0,
  })
