import { describe, expect, it } from 'vitest'
import { fieldError } from './field-error.ts'

describe('the message of a field', () => {
  it('FORM-01 says that a required field is missing, also when it holds blanks only', () => {
    expect(fieldError('  ', { isRequired: true })).toBe('This field is required.')
    expect(fieldError('', {})).toBeNull()
  })

  it('FORM-02 says that a text is too short', () => {
    expect(fieldError('12345', { minLength: 6 })).toBe('This field is too short.')
    expect(fieldError('123456', { minLength: 6 })).toBeNull()
  })

  it('FORM-03 says that an email is not valid', () => {
    expect(fieldError('mara@', { isEmail: true })).toBe('This field must be a valid email.')
    expect(fieldError('mara@example.com', { isEmail: true })).toBeNull()
  })
})
