import { expect, it } from 'vitest'
import { mailWarning } from './MailWarning.tsx'

it('the mail warning names what does not work without mail, or "feature" by default (FORM-07)', () => {
  expect(mailWarning('alert emails')).toBe(
    "It looks like your mail server isn't configured. Make sure to configure it for the alert emails to work.",
  )
  expect(mailWarning()).toBe(
    "It looks like your mail server isn't configured. Make sure to configure it for the feature to work.",
  )
})
