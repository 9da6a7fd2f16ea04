import { api } from '@sightline/contract/api.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The groups the user may see: all for admins, their own for others. */
export const groupsQuery = queryOptions({
  queryKey: ['groups', 'list'],
  queryFn: ({ signal }) => call(api.groups.list, { signal }),
})

export const groupQuery = (id: number) =>
  queryOptions({
    queryKey: ['groups', 'one', id],
    queryFn: ({ signal }) => call(api.groups.get, { params: { id }, signal }),
    staleTime: 0,
  })

export const groupMembersQuery = (id: number) =>
  queryOptions({
    queryKey: ['groups', 'members', id],
    queryFn: ({ signal }) => call(api.groups.members, { params: { id }, signal }),
    staleTime: 0,
  })

/** The data sources that a group shares. For admins. */
export const groupDataSourcesQuery = (id: number) =>
  queryOptions({
    queryKey: ['groups', 'data_sources', id],
    queryFn: ({ signal }) => call(api.groups.dataSources, { params: { id }, signal }),
    staleTime: 0,
  })

export const createGroup = (name: string) => call(api.groups.create, { body: { name } })
export const renameGroup = (id: number, name: string) => call(api.groups.update, { params: { id }, body: { name } })
export const removeGroup = (id: number) => call(api.groups.remove, { params: { id } })
export const addMember = (id: number, user_id: number) => call(api.groups.addMember, { params: { id }, body: { user_id } })
export const removeMember = (id: number, user_id: number) => call(api.groups.removeMember, { params: { id, user_id } })
export const addDataSource = (id: number, data_source_id: number) =>
  call(api.groups.addDataSource, { params: { id }, body: { data_source_id } })
export const changeDataSource = (id: number, data_source_id: number, view_only: boolean) =>
  call(api.groups.changeDataSource, { params: { id, data_source_id }, body: { view_only } })
export const removeDataSource = (id: number, data_source_id: number) =>
  call(api.groups.removeDataSource, { params: { id, data_source_id } })
