import type { UserProfile } from '@sightline/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { ApiError, toApiError } from '../../api/error.ts'
import { passwordErrors } from './ChangePasswordDialog.tsx'
import { enableFailureText, failureText } from './failure-text.ts'
import { changesOf, hasOtherEmail, profileOf } from './profile.ts'

const user: UserProfile = {
  id: 7,
  name: 'Ada',
  email: 'ada@example.com',
  profile_image_url: '/api/users/7/image/0123456789abcdef',
  groups: [2, 5],
  updated_at: '2026-05-01T00:00:00Z',
  created_at: '2026-05-01T00:00:00Z',
  disabled_at: null,
  is_disabled: false,
  active_at: null,
  is_invitation_pending: true,
  is_email_verified: true,
  auth_type: 'external',
  api_key: 'k'.repeat(40),
  named_groups: [{ id: 2, name: 'default' }],
}

describe('a profile', () => {
  it('maps picture, API key and groups to the names of the client (USER-54)', () => {
    expect(profileOf(user)).toEqual({
      id: 7,
      name: 'Ada',
      email: 'ada@example.com',
      profileImageUrl: '/api/users/7/image/0123456789abcdef',
      apiKey: 'k'.repeat(40),
      timeZone: null,
      isServiceAccount: false,
      weekStart: null,
      language: null,
      mailsMentions: null,
      groupIds: [2, 5],
      namedGroups: [{ id: 2, name: 'default' }],
      isDisabled: false,
      isInvitationPending: true,
      hasPassword: false,
    })
    const { api_key: _, ...ofOthers } = user
    expect(profileOf(ofOthers).apiKey).toBeNull()
  })

  it('sends name and email, and groups only if they can be edited', () => {
    const edited = { name: ' Ada L. ', email: ' ada@example.com ', groupIds: [2] }
    expect(changesOf(edited, false)).toEqual({ name: 'Ada L.', email: 'ada@example.com' })
    expect(changesOf(edited, true)).toEqual({ name: 'Ada L.', email: 'ada@example.com', group_ids: [2] })
  })
})

it('an email address counts as changed if more than case and spaces differ', () => {
  const profile = { email: 'ada@example.com' }
  expect(hasOtherEmail(profile, { email: ' Ada@Example.com ' })).toBe(false)
  expect(hasOtherEmail(profile, { email: 'ada@example.org' })).toBe(true)
})

describe('the text of a failed call', () => {
  it("is the server's message, else the name of the status (USER-43)", () => {
    expect(failureText(toApiError(403, { message: 'You cannot disable your own account.' }))).toBe(
      'You cannot disable your own account.',
    )
    expect(failureText(new ApiError(502, null, '', '<html>'))).toBe('Bad Gateway')
    expect(failureText(toApiError(500, null))).toBe('Internal Server Error')
    expect(failureText(toApiError(418, null))).toBe('Unknown error')
  })

  it('is "Unknown error" for enabling a user if the message is not a string (USER-44)', () => {
    expect(enableFailureText(toApiError(400, { message: { code: 5 } }))).toBe('Unknown error')
    expect(enableFailureText(toApiError(502, null))).toBe('Unknown error')
    expect(enableFailureText(toApiError(400, { message: 'Not now.' }))).toBe('Not now.')
  })
})

describe('the form to change a password', () => {
  const fine = { current: 'x', next: 'longer one', repeat: 'longer one' }

  it('requires all three fields, a new password of 6 characters, and the same password twice', () => {
    expect(passwordErrors(fine)).toEqual({ current: null, next: null, repeat: null })
    const required = 'This field is required.'
    expect(passwordErrors({ current: '', next: '', repeat: '' })).toEqual({
      current: required,
      next: required,
      repeat: required,
    })
    expect(passwordErrors({ ...fine, next: '12345', repeat: '12345' })).toMatchObject({
      next: 'This field is too short.',
      repeat: 'This field is too short.',
    })
    expect(passwordErrors({ ...fine, repeat: 'the longest' }).repeat).toBe("Passwords don't match")
  })
})
