import { api } from '@sightline/contract/api.ts'
import {
  type AdminDataSource,
  type DataSourceFields,
  type NewDataSource,
  SchemaErrorCode,
  type SchemaReply,
} from '@sightline/contract/data-sources.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The data sources the user may use. */
export const dataSourcesQuery = queryOptions({
  queryKey: ['data_sources', 'list'],
  queryFn: ({ signal }) => call(api.dataSources.list, { signal }),
})

/** The types a data source can have. For admins. */
export const dataSourceTypesQuery = queryOptions({
  queryKey: ['data_sources', 'types'],
  queryFn: ({ signal }) => call(api.dataSources.types, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** One data source with its options, secrets replaced by the placeholder. For admins. */
export const adminDataSourceQuery = (id: number) =>
  queryOptions({
    queryKey: ['data_sources', 'one', id],
    queryFn: async ({ signal }) => mustHaveOptions(await call(api.dataSources.get, { params: { id }, signal })),
    // An open form is not overwritten by a newer answer.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

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

/** How much depends on a data source. For admins. */
export const dependentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['data_sources', 'dependents', id],
    queryFn: ({ signal }) => call(api.dataSources.dependents, { params: { id }, signal }),
    staleTime: 0,
  })

export const createDataSource = (body: NewDataSource) => call(api.dataSources.create, { body })
export const updateDataSource = (id: number, body: DataSourceFields) => call(api.dataSources.update, { params: { id }, body })
export const removeDataSource = (id: number) => call(api.dataSources.remove, { params: { id } })
/** Reads the tables and columns of a data source now. A failure is an answer. */
export const readSchema = (id: number) => call(api.dataSources.schema, { params: { id }, query: { refresh: true } })
export const testDataSource = (id: number) => call(api.dataSources.test, { params: { id } })
export const pauseDataSource = (id: number, reason?: string) =>
  call(api.dataSources.pause, { params: { id }, body: { reason } })
export const resumeDataSource = (id: number) => call(api.dataSources.resume, { params: { id } })

function mustHaveOptions(source: object): AdminDataSource {
  if (!('options' in source)) throw new Error('The data source came without its options.')
  // Only admins get options, and with them everything else that admins get.
  return source as AdminDataSource
}
