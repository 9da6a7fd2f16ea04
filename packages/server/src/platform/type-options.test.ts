import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkOptions, configurationSchema, maskSecrets, mergeSecrets, secret, secretValues } from './type-options.ts'

const config = z.object({
  host: z.string(),
  password: secret().optional(),
  tunnel: z
    .object({ gate: z.string().min(1).meta({ title: 'Gate' }), port: z.int().default(22), key: secret('Gate Key').optional() })
    .optional()
    .meta({ title: 'Tunnel', extra: true }),
})
const stored = { host: 'a', password: 'first secret', tunnel: { gate: 'g', key: 'second secret' } }

describe('options that belong together', () => {
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
    })
  })

  it('DS-20 hide their secrets, and keep what comes back as the placeholder', () => {
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

  it('name the field that is wrong as the form shows it, in a sentence', () => {
    expect(checkOptions(config, { host: 'a', tunnel: { port: 22 } }, {}).problem).toBe('Gate is required.')
    expect(checkOptions(config, { host: 'a', tunnel: { gate: 'g', key: 5 } }, {}).problem).toMatch(/^Gate Key: /)
    expect(checkOptions(config, {}, {}).problem).toBe('Host is required.')
    expect(checkOptions(config, { host: 5 }, {}).problem).toBe('Host: it must be a text.')
    expect(checkOptions(config, { host: 'a' }, {}).problem).toBeNull()
  })
})
