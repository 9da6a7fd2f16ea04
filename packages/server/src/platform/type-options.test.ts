import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  checkOptions,
  configurationSchema,
  endpointSecret,
  keepsSecrets,
  maskSecrets,
  mergeSecrets,
  secret,
  secretValues,
} from './type-options.ts'

const config = z.object({
  host: z.string(),
  password: secret().optional(),
  tunnel: z
    .object({ gate: z.string().min(1).meta({ title: 'Gate' }), port: z.int().default(22), key: secret('Gate Key').optional() })
    .optional()
    .meta({ title: 'Tunnel', extra: true }),
})
const stored = { host: 'a', password: 'first secret', tunnel: { gate: 'g', key: 'second secret' } }

describe('nested options', () => {
  it('are described as a form within the form', () => {
    const { properties, extra_options } = configurationSchema(config)
    expect(extra_options).toEqual(['tunnel'])
    expect(properties.tunnel).toEqual({
      title: 'Tunnel',
      type: 'object',
      properties: {
        gate: { type: 'string', title: 'Gate', minLength: 1 },
        port: expect.objectContaining({ type: 'number', default: 22 }),
        key: { type: 'string', title: 'Gate Key' },
      },
      required: ['gate'],
      secret: ['key'],
      order: ['gate', 'port', 'key'],
      endpoint_options: ['gate', 'port'],
    })
  })

  it('mask their secrets, and keep a secret that is sent back as the placeholder (DS-20)', () => {
    const shown = maskSecrets(config, stored)
    expect(shown).toEqual({ host: 'a', password: '--------', tunnel: { gate: 'g', key: '--------' } })
    expect(mergeSecrets(config, { ...shown, tunnel: { gate: 'h', key: '--------' } }, stored)).toEqual({
      ...stored,
      tunnel: { gate: 'h', key: 'second secret' },
    })
    expect(mergeSecrets(config, { host: 'a', tunnel: { gate: 'h', key: '--------' } }, {})).toEqual({
      host: 'a',
      tunnel: { gate: 'h' },
    })
    expect(mergeSecrets(config, { host: 'a', password: null, tunnel: null }, stored)).toEqual({ host: 'a' })
    expect(secretValues(config, stored)).toEqual(['first secret', 'second secret'])
  })

  it('drop an empty string for a choice, a number or a checkbox, and keep it for a text', () => {
    const typed = z.object({ host: z.string(), mode: z.enum(['off', 'on']).default('on'), port: z.int(), tls: z.boolean() })
    const sent = { host: '', mode: '', port: '', tls: '' }
    expect(mergeSecrets(typed.partial(), sent, {})).toEqual({ host: '' })
    expect(checkOptions(typed, { ...sent, tls: true }, null).problem).toBe('Port is required.')
  })

  it('drop a 0 for a number that must be positive, and keep it for other numbers', () => {
    const typed = z.object({
      limit: z.number().positive().optional(),
      timeout: z.number().positive().default(30),
      port: z.int().min(1).default(5433),
      retries: z.int(),
    })
    expect(mergeSecrets(typed, { limit: 0, timeout: 0, port: 0, retries: 0 }, {})).toEqual({ retries: 0 })
    expect(checkOptions(typed, { limit: -1, retries: 0 }, null).problem).toBe('Limit: it must be more than 0.')
  })

  it('name the invalid field by its title, in a sentence', () => {
    expect(checkOptions(config, { host: 'a', tunnel: { port: 22 } }, {}).problem).toBe('Gate is required.')
    expect(checkOptions(config, { host: 'a', tunnel: { gate: 'g', key: 5 } }, {}).problem).toMatch(/^Gate Key: /)
    expect(checkOptions(config, {}, {}).problem).toBe('Host is required.')
    expect(checkOptions(config, { host: 5 }, {}).problem).toBe('Host: it must be a text.')
    expect(checkOptions(config, { host: 'a' }, {}).problem).toBeNull()
  })
})

describe('stored secrets', () => {
  const form = z.looseObject({
    host: z.string().default('127.0.0.1'),
    database: keepsSecrets(z.string()),
    verify: z.boolean().default(true),
    compress: z.boolean().optional(),
    authority: endpointSecret(z.string().optional()),
    password: secret().optional(),
    tunnel: z.object({ gate: z.string(), user: keepsSecrets(z.string()), key: secret('Gate Key').optional() }).optional(),
  })
  const before = {
    database: 'shop',
    authority: 'PEM',
    password: 'p',
    channel: 'old',
    tunnel: { gate: 'g', user: 'u', key: 'k' },
  }
  const same = maskSecrets(form, before)
  const problemOf = (changes: object) => checkOptions(form, { ...same, ...changes }, before).problem

  it('are kept if only options change that do not decide on the server', () => {
    const kept = [
      {},
      { database: 'sales' },
      { tunnel: { gate: 'g', user: 'v', key: '--------' } },
      // The same options with their defaults written out.
      { host: '127.0.0.1', verify: true, compress: false },
      { host: null, verify: null },
      { password: 'another' },
      // An option that is not part of the form, removed.
      { channel: undefined },
    ]
    for (const changes of kept) expect(problemOf(changes), JSON.stringify(changes)).toBeNull()
  })

  it.each([
    [{ host: 'evil.example' }, 'Host has'],
    [{ verify: false }, 'Verify has'],
    [{ authority: 'another PEM' }, 'Authority has'],
    [{ authority: undefined }, 'Authority has'],
    [{ tunnel: { gate: 'evil.example', user: 'u', key: '--------' } }, 'Gate has'],
    [{ tunnel: null }, 'Gate has'],
    // Options that are not part of the form.
    [{ channel: 'new' }, 'Channel has'],
    [{ proxy: 'evil.example' }, 'Proxy has'],
    [{ host: 'evil.example', verify: false }, 'Host and Verify have'],
  ])('are not kept if %j is sent', (changes, because) => {
    expect(problemOf(changes)).toMatch(new RegExp(`^Enter .*Password.* again, because ${because} changed.$`))
  })

  it('need not be entered again if they are replaced or removed', () => {
    const moved = { host: 'b.example', tunnel: null }
    for (const password of ['new', null, undefined]) expect(problemOf({ ...moved, password })).toBeNull()
    expect(problemOf({ ...moved, password: '--------' })).toBe('Enter Password again, because Host and Gate have changed.')
  })

  it('are not kept if the type changes', () => {
    expect(checkOptions(form, same, null).problem).toBe(
      'Enter Authority, Password, and Gate Key again, because Type has changed.',
    )
    expect(checkOptions(form, { database: 'shop' }, null).problem).toBeNull()
  })
})
