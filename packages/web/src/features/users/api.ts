import { api } from '@sightline/contract/api.ts'
import type { NewUser, User, UserChanges } from '@sightline/contract/users.ts'
import type { toRequest } from '@sightline/domain/list-state.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, sendFile } from '../../api/call.ts'

/** The lists of users. */
export type UserListName = 'active' | 'pending' | 'disabled'

const scopes = {
  active: { disabled: false, pending: false },
  pending: { disabled: false, pending: true },
  disabled: { disabled: true, pending: undefined },
} as const

/** One page of a list of users. The previous page stays visible while it loads. */
export const userListQuery = (name: UserListName, { tags: _, ...request }: ReturnType<typeof toRequest>) =>
  queryOptions({
    queryKey: ['users', 'lists', name, request],
    queryFn: ({ signal }) => call(api.users.list, { query: { ...request, ...asStrings(scopes[name]) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** Spells out `false`, which a query string would omit. */
function asStrings({ disabled, pending }: { disabled: boolean; pending: boolean | undefined }): Record<string, unknown> {
  return { disabled: String(disabled), pending: pending === undefined ? undefined : String(pending) }
}

/** Enabled users whose name or email contains a text, for pickers. */
export const userSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['users', 'lists', 'picker', q],
    queryFn: ({ signal }) => call(api.users.list, { query: { q, page_size: '20', order: 'name' }, signal }),
    placeholderData: keepPreviousData,
  })

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: ({ signal }) => call(api.users.get, { params: { id }, signal }),
    staleTime: 0,
  })

export const createUser = (body: NewUser) => call(api.users.create, { body })
export const createServiceAccount = (name: string) => call(api.users.createServiceAccount, { body: { name } })
export const updateUser = (id: number, changes: Omit<UserChanges, 'id'>) =>
  call(api.users.update, { params: { id }, body: { id, ...changes } })
export const removeUser = (id: number) => call(api.users.remove, { params: { id } })
export const disableUser = (id: number) => call(api.users.disable, { params: { id } })
export const offBoardingOf = (id: number) => call(api.users.offBoarding, { params: { id } })
export const enableUser = (id: number) => call(api.users.enable, { params: { id } })
export const inviteUser = (id: number) => call(api.users.invite, { params: { id } })
export const resetPassword = (id: number) => call(api.users.resetPassword, { params: { id } })
export const regenerateKey = (id: number) => call(api.users.regenerateKey, { params: { id } })
export const removePicture = (id: number) => call(api.users.removePicture, { params: { id } })

/** Signs the user out everywhere else. */
export const endOtherSessions = () => call(api.session.endOthers)

/** @throws ApiError */
export const uploadPicture = (id: number, file: File): Promise<User> =>
  sendFile(api.users.uploadPicture, { params: { id } }, file)
