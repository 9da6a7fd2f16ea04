import { describe, expect, it } from 'vitest'
import { collectValues, type FormField, formErrors, initialValues } from './field.ts'

const field = (name: string, rest: Partial<FormField> = {}) =>
  ({ name, label: name, description: null, isRequired: false, isExtra: false, kind: 'text', initial: '', ...rest }) as FormField

const fields = [
  field('dbname', { isRequired: true }),
  field('host'),
  field('port', { kind: 'number' }),
  field('ssl', { kind: 'checkbox', initial: false }),
  field('files', { kind: 'uploads', initial: [] }),
]

describe('a dynamic form', () => {
  it('sends numbers as numbers and omits blank fields', () => {
    const values = { ...initialValues(fields), dbname: 'analytics', port: '5432', host: '  ' }
    expect(collectValues(fields, values)).toEqual({ dbname: 'analytics', port: 5432, ssl: false })
  })

  it('sends the values of uploaded files', () => {
    const file = { id: 'u1', name: 'a.csv', size: 3, summary: '1 table', value: { upload: 'u1', name: 'a.csv' } }
    expect(collectValues(fields, { files: [file] })).toEqual({ files: [{ upload: 'u1', name: 'a.csv' }] })
  })

  it('names the required fields that are blank (FORM-01)', () => {
    expect(formErrors(fields, initialValues(fields))).toEqual({ dbname: 'This field is required.' })
    expect(formErrors(fields, { dbname: 'analytics' })).toEqual({})
  })
})
