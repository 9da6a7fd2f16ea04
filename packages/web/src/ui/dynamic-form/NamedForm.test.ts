import { describe, expect, it } from 'vitest'
import { configFields } from './config-fields.ts'
import { initialValues } from './field.ts'
import { clearMovedSecrets } from './NamedForm.tsx'

const fields = configFields(
  {
    type: 'object',
    properties: {
      host: { type: 'string' },
      verify: { type: 'boolean', title: 'Verify SSL' },
      dbname: { type: 'string' },
      authority: { type: 'string' },
      password: { type: 'string' },
      ssh_tunnel: {
        type: 'object',
        properties: { ssh_host: { type: 'string', title: 'SSH Host' }, ssh_keyFile: { type: 'string' } },
        secret: ['ssh_keyFile'],
        endpoint_options: ['ssh_host'],
      },
    },
    secret: ['password', 'authority'],
    endpoint_options: ['host', 'verify', 'authority'],
  },
  {
    host: 'a',
    verify: true,
    dbname: 'shop',
    authority: '--------',
    password: '--------',
    ssh_tunnel: { ssh_host: 'gate', ssh_keyFile: '--------' },
  },
)
const stored = initialValues(fields)
const after = (changes: object) => clearMovedSecrets(fields, { ...stored, ...changes })

describe('the form of a stored record', () => {
  it('keeps stored secrets while no endpoint field changes', () => {
    expect(after({ dbname: 'sales' })).toEqual({ fields, values: { ...stored, dbname: 'sales' }, missing: {} })
  })

  it('clears stored secrets and says why when an endpoint field changes', () => {
    const { values, missing, fields: shown } = after({ host: 'b' })
    expect(values).toMatchObject({ host: 'b', password: '', 'ssh_tunnel.ssh_keyFile': '', authority: '--------' })
    const note = 'Enter it again, because Host has changed.'
    expect(missing).toEqual({ password: note, 'ssh_tunnel.ssh_keyFile': note })
    expect(shown.filter(({ description }) => description === note).map(({ name }) => name)).toEqual([
      'password',
      'ssh_tunnel.ssh_keyFile',
    ])
    expect(after({ verify: false, 'ssh_tunnel.ssh_host': 'c' }).missing.password).toBe(
      'Enter it again, because Verify SSL and SSH Host have changed.',
    )
    expect(after({ authority: 'another' }).missing).toHaveProperty('password')
  })

  it('keeps a secret that the user has typed or cleared', () => {
    for (const password of ['new', '']) {
      const { values, missing } = after({ host: 'b', password })
      expect(values.password).toBe(password)
      expect(missing).not.toHaveProperty('password')
    }
  })
})
