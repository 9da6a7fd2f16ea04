import { api } from '@sightline/contract/api.ts'
import type { GroupMapping } from '@sightline/contract/groups.ts'
import type { SettingsChanges } from '@sightline/contract/settings.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, sendFile } from '../../api/call.ts'

/** The settings of the organization. For admins. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await call(api.settings.get, { signal })).settings,
  // Never refetched, so that an open form is not overwritten.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** @throws ApiError */
export const uploadLogo = (file: File) => sendFile(api.settings.uploadLogo, {}, file)
export const removeLogo = () => call(api.settings.removeLogo, {})

/** The mapping of groups at sign-in. For admins. */
export const groupMappingsQuery = queryOptions({
  queryKey: ['settings', 'group_mappings'],
  queryFn: async ({ signal }) => (await call(api.groups.mappings, { signal })).mappings,
  // Never refetched, so that open rows are not overwritten.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
})

/** Replaces all mappings. @returns them as stored */
export const saveGroupMappings = async (mappings: GroupMapping[]) =>
  (await call(api.groups.saveMappings, { body: { mappings } })).mappings

/** The SCIM tokens, without their secrets. For admins. */
export const scimTokensQuery = queryOptions({
  queryKey: ['settings', 'scim_tokens'],
  queryFn: ({ signal }) => call(api.scim.tokens, { signal }),
})

/** @returns the token with its secret, which is shown once */
export const createScimToken = (name: string) => call(api.scim.createToken, { body: { name } })
export const revokeScimToken = (id: number) => call(api.scim.revokeToken, { params: { id } })

export const sendTestMail = () => call(api.settings.testMail, {})

/** Saves some of the settings. @returns all of them */
export const saveSettings = async (body: SettingsChanges) => (await call(api.settings.save, { body })).settings
