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

/** The data source types, for admins. */
export const dataSourceTypesQuery = queryOptions({
  queryKey: ['data_sources', 'types'],
  queryFn: ({ signal }) => call(api.dataSources.types, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** One data source with its options, whose secrets are replaced by a placeholder, for admins. */
export const adminDataSourceQuery = (id: number) =>
  queryOptions({
    queryKey: ['data_sources', 'one', id],
    queryFn: async ({ signal }) => mustHaveOptions(await call(api.dataSources.get, { params: { id }, signal })),
    // A reload must not overwrite an open form.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

const schemaKey = (id: number) => ['data_sources', 'schema', id] as const

/** The schema of a data source from the server's cache. */
export const schemaQuery = (id: number) =>
  queryOptions({
    queryKey: schemaKey(id),
    queryFn: ({ signal }): Promise<SchemaReply> => call(api.dataSources.schema, { params: { id }, signal }),
    staleTime: 10 * 60_000,
  })

/** The schema, read from the data source. It throws if that fails, so that the previous schema stays in the cache. */
export const freshSchemaQuery = (id: number) =>
  queryOptions({
    queryKey: schemaKey(id),
    queryFn: async ({ signal }): Promise<SchemaReply> => {
      const reply = await call(api.dataSources.schema, { params: { id }, query: { refresh: true }, signal })
      if ('error' in reply && reply.error.code === SchemaErrorCode.loadError) throw new Error(reply.error.message)
      return reply
    },
    staleTime: 0,
    // A retry would use the function of `schemaQuery`, which has the same key, and return the cached schema.
    retry: false,
  })

/** How much depends on a data source, for admins. */
export const dependentsQuery = (id: number) =>
  queryOptions({
    queryKey: ['data_sources', 'dependents', id],
    queryFn: ({ signal }) => call(api.dataSources.dependents, { params: { id }, signal }),
    staleTime: 0,
  })

export const createDataSource = (body: NewDataSource) => call(api.dataSources.create, { body })
export const updateDataSource = (id: number, body: DataSourceFields) => call(api.dataSources.update, { params: { id }, body })
export const removeDataSource = (id: number) => call(api.dataSources.remove, { params: { id } })
/** Reads the schema of a data source now. The reply describes a failure. */
export const readSchema = (id: number) => call(api.dataSources.schema, { params: { id }, query: { refresh: true } })
export const testDataSource = (id: number) => call(api.dataSources.test, { params: { id } })
export const pauseDataSource = (id: number, reason?: string) =>
  call(api.dataSources.pause, { params: { id }, body: { reason } })
export const resumeDataSource = (id: number) => call(api.dataSources.resume, { params: { id } })

function mustHaveOptions(source: object): AdminDataSource {
  if (!('options' in source)) throw new Error('The data source came without its options.')
  // Only admins get options, together with all other fields for admins.
  return source as AdminDataSource
}
