import { api } from '@sightline/contract/api.ts'
import type { NewApiKey } from '@sightline/contract/api-keys.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The API keys of a user. */
export const apiKeysQuery = (userId: number) =>
  queryOptions({
    queryKey: ['users', 'api_keys', userId],
    queryFn: ({ signal }) => call(api.apiKeys.list, { params: { id: userId }, signal }),
    staleTime: 0,
  })

/** @returns the key, which no other call returns */
export const createApiKey = (userId: number, body: NewApiKey) => call(api.apiKeys.create, { params: { id: userId }, body })
export const revokeApiKey = (userId: number, key: number) => call(api.apiKeys.revoke, { params: { id: userId, key } })
