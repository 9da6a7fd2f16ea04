import { describe, expect, it } from 'vitest'
import { fieldError } from './form-fields.ts'

describe('the error message of a field', () => {
  it('says that a required field is missing, even if it contains spaces (FORM-01)', () => {
    expect(fieldError('  ', { isRequired: true })).toBe('This field is required.')
    expect(fieldError('', {})).toBeNull()
  })

  it('says that a text is too short (FORM-02)', () => {
    expect(fieldError('12345', { minLength: 6 })).toBe('This field is too short.')
    expect(fieldError('123456', { minLength: 6 })).toBeNull()
  })

  it('says that an email is not valid (FORM-03)', () => {
    expect(fieldError('mara@', { isEmail: true })).toBe('This field must be a valid email.')
    expect(fieldError('mara@example.com', { isEmail: true })).toBeNull()
  })
})
