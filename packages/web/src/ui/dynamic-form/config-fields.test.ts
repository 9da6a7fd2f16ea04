import type { ConfigurationSchema } from '@sightline/contract/data-sources.ts'
import { describe, expect, it } from 'vitest'
import { configFields } from './config-fields.ts'
import { collectValues } from './field.ts'

const schema = (parts: Partial<ConfigurationSchema>): ConfigurationSchema => ({
  type: 'object',
  properties: {},
  secret: [],
  ...parts,
})
const kinds = (properties: ConfigurationSchema['properties'], secret: string[] = []) =>
  Object.fromEntries(configFields(schema({ properties, secret }), {}).map(({ name, kind }) => [name, kind]))

describe('the configuration fields of a type', () => {
  it('come in the order of the schema, followed by the fields it does not order (DS-15)', () => {
    const properties = {
      dbname: { type: 'string' },
      host: { type: 'string' },
      extra: { type: 'string' },
      port: { type: 'number' },
    } as const
    const fields = configFields(schema({ properties, order: ['host', 'port', 'dbname'] }), {})
    expect(fields.map(({ name }) => name)).toEqual(['host', 'port', 'dbname', 'extra'])
  })

  it('have the title of the schema, or one derived from their name', () => {
    const properties = { dbname: { type: 'string', title: 'Database Name' }, connection_string: { type: 'string' } } as const
    expect(configFields(schema({ properties }), {}).map(({ label }) => label)).toEqual(['Database Name', 'Connection String'])
  })

  it('are password fields if the name contains password or passwd (DS-16)', () => {
    expect(kinds({ password: { type: 'string' }, old_passwd: { type: 'string' }, userPassword: { type: 'string' } })).toEqual({
      password: 'password',
      old_passwd: 'password',
      userPassword: 'password',
    })
  })

  it('are password fields for every secret', () => {
    expect(kinds({ token: { type: 'string' }, host: { type: 'string' } }, ['token'])).toEqual({
      token: 'password',
      host: 'text',
    })
  })

  it('are file fields if the name ends in File (DS-17)', () => {
    expect(kinds({ sslrootcertFile: { type: 'string' }, jsonKeyFile: { type: 'string' } }, ['jsonKeyFile'])).toEqual({
      sslrootcertFile: 'file',
      jsonKeyFile: 'file',
    })
  })

  it('are checkboxes for booleans (DS-18)', () => {
    expect(kinds({ ssl: { type: 'boolean' } })).toEqual({ ssl: 'checkbox' })
  })

  it('are required if the schema says so (DS-19)', () => {
    const fields = configFields(
      schema({ properties: { dbname: { type: 'string' }, host: { type: 'string' } }, required: ['dbname'] }),
      {},
    )
    expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
      ['dbname', true],
      ['host', false],
    ])
  })

  it('offer the values of an enum', () => {
    const properties = { sslmode: { type: 'string', extendedEnum: [{ value: 'verify-full', name: 'Verify full' }] } } as const
    expect(
      configFields(
        schema({ properties: { sslmode: { ...properties.sslmode, extendedEnum: [...properties.sslmode.extendedEnum] } } }),
        {},
      )[0],
    ).toMatchObject({
      kind: 'select',
      choices: [{ value: 'verify-full', label: 'Verify full' }],
    })
  })

  it('start with the stored value, else with the default', () => {
    const properties = { host: { type: 'string', default: '127.0.0.1' }, port: { type: 'number', default: 5432 } } as const
    expect(configFields(schema({ properties }), { port: 6543 }).map(({ initial }) => initial)).toEqual(['127.0.0.1', '6543'])
  })

  it('are textareas if the schema says so', () => {
    expect(kinds({ template: { type: 'string', format: 'textarea' } })).toEqual({ template: 'textarea' })
  })

  it('read uploaded files by the given function', () => {
    const file = { id: 'u1', name: 'a.csv', size: 2048, summary: 'a', value: {} }
    const uploads = schema({ properties: { files: { type: 'array', format: 'uploads' } } })
    const read = (value: unknown) => (value === 'stored' ? [file] : [])
    expect(configFields(uploads, { files: 'stored' }, read)).toMatchObject([{ kind: 'uploads', initial: [file] }])
  })
})

describe('a group of options', () => {
  const tunnel = {
    type: 'object',
    title: 'SSH Tunnel',
    properties: {
      ssh_host: { type: 'string', title: 'SSH Host' },
      ssh_port: { type: 'number', default: 22 },
      ssh_keyFile: { type: 'string' },
      ssh_word: { type: 'string' },
    },
    required: ['ssh_host'],
    secret: ['ssh_keyFile', 'ssh_word'],
  } as const
  const form = schema({ properties: { ssh_tunnel: { ...tunnel, required: ['ssh_host'], secret: ['ssh_word'] } } })
  const fields = configFields({ ...form, extra_options: ['ssh_tunnel'] }, { ssh_tunnel: { ssh_host: 'gate' } })

  it('has fields without defaults, none of them required (DS-15)', () => {
    expect(fields.map(({ name, kind, initial, isRequired, isExtra }) => [name, kind, initial, isRequired, isExtra])).toEqual([
      ['ssh_tunnel.ssh_host', 'text', 'gate', false, true],
      ['ssh_tunnel.ssh_port', 'number', '', false, true],
      ['ssh_tunnel.ssh_keyFile', 'file', '', false, true],
      ['ssh_tunnel.ssh_word', 'password', '', false, true],
    ])
  })

  it('is sent as one object, or omitted if empty', () => {
    const values = { 'ssh_tunnel.ssh_host': 'gate', 'ssh_tunnel.ssh_port': '2222', 'ssh_tunnel.ssh_word': '' }
    expect(collectValues(fields, values)).toEqual({ ssh_tunnel: { ssh_host: 'gate', ssh_port: 2222 } })
    expect(collectValues(fields, { 'ssh_tunnel.ssh_host': ' ' })).toEqual({})
  })
})

describe('the field of a session time zone', () => {
  const properties = { session_time_zone: { type: 'string', format: 'time-zone' } } as const
  const fieldFor = (stored: object) => configFields(schema({ properties }), { ...stored })[0]

  it("offers the organization's and all named time zones, and keeps a stored one that the browser does not know (DS-31)", () => {
    const field = fieldFor({})
    const choices = field?.kind === 'select' ? field.choices.map(({ value }) => value) : []
    expect([field?.kind, field?.initial, ...choices.slice(0, 2)]).toEqual(['select', '', 'organization', 'UTC'])
    expect(choices).toContain('Europe/Zurich')
    const old = fieldFor({ session_time_zone: 'Mars/Base' })
    expect(old?.kind === 'select' && old.choices.at(-1)?.value).toBe('Mars/Base')
    const chosen = fieldFor({ session_time_zone: 'organization' })
    expect(chosen?.kind === 'select' && chosen.choices.filter(({ value }) => value === 'organization')).toHaveLength(1)
  })
})
