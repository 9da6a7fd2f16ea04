import { expect, it } from 'vitest'
import { mailWarning } from './mail-warning.ts'

it('FORM-07 names what does not work without mail, or a feature where nothing is named', () => {
  expect(mailWarning('alert emails')).toBe(
    "It looks like your mail server isn't configured. Make sure to configure it for the alert emails to work.",
  )
  expect(mailWarning()).toBe(
    "It looks like your mail server isn't configured. Make sure to configure it for the feature to work.",
  )
})
