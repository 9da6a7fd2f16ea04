import { defaultSettings } from '@sightline/contract/settings.ts'
import { describe, expect, it } from 'vitest'
import { canDisablePasswords, changesOf, shownDraft } from './draft.ts'

const { beacon_consent: _, ...settings } = defaultSettings
const saved = { ...settings, org_name: 'Analytical Engines' }
const nothingElse = { isConfigured: false }
const google = { isConfigured: true }

describe('the draft of the settings', () => {
  it('keeps password sign-in on if there is no other method (ORG-10)', () => {
    expect(canDisablePasswords(saved, nothingElse)).toBe(false)
    expect(shownDraft(saved, { auth_password_login_enabled: false }, nothingElse).auth_password_login_enabled).toBe(true)
  })

  it('lets password sign-in be switched off if there is Google or SAML (ORG-10)', () => {
    const off = { auth_password_login_enabled: false }
    expect(shownDraft(saved, off, google).auth_password_login_enabled).toBe(false)
    expect(shownDraft(saved, { ...off, auth_saml_enabled: true }, nothingElse).auth_password_login_enabled).toBe(false)
  })

  it('switches password sign-in on again when SAML is removed (ORG-10)', () => {
    const before = { ...saved, auth_saml_enabled: true, auth_password_login_enabled: false }
    expect(shownDraft(before, { auth_saml_enabled: false }, nothingElse).auth_password_login_enabled).toBe(true)
  })

  it('sends only changed settings', () => {
    const draft = shownDraft(saved, { date_format: 'DD/MM/YY', null_value: 'null', auth_google_apps_domains: [] }, nothingElse)
    expect(changesOf(saved, draft)).toEqual({ date_format: 'DD/MM/YY' })
    expect(changesOf(saved, { ...saved, auth_google_apps_domains: ['example.com'], beacon_consent: false })).toEqual({
      auth_google_apps_domains: ['example.com'],
      beacon_consent: false,
    })
  })
})
