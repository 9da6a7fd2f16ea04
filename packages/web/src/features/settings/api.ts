import { api } from '@sightline/contract/api.ts'
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

export const sendTestMail = () => call(api.settings.testMail, {})

/** Saves some of the settings. @returns all of them */
export const saveSettings = async (body: SettingsChanges) => (await call(api.settings.save, { body })).settings
