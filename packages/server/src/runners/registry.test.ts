import { ConfigurationSchema } from '@sightline/contract/data-sources.ts'
import { describe, expect, it } from 'vitest'
import { configurationSchema, maskSecrets } from '../platform/type-options.ts'
import { runners } from './registry.ts'

describe.each([...runners.values()])('the data source type $type', (runner) => {
  const schema = configurationSchema(runner.config)

  it('DS-15 DS-27 describes its form, every field once and in order', () => {
    expect(ConfigurationSchema.safeParse(schema).error).toBeUndefined()
    expect(schema.order).toEqual(Object.keys(schema.properties))
  })

  it('DS-20 names as secrets only fields it has, and masks them', () => {
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(schema.secret))
    const options = Object.fromEntries(schema.secret.map((name) => [name, 'a secret']))
    expect(JSON.stringify(maskSecrets(runner.config, options))).not.toContain('a secret')
  })

  it('has a logo, can be tested and has a schema', () => {
    expect(runner.logo).toMatch(/^<svg[\s>]/)
    expect(runner.testConnection).toBeDefined()
    expect(runner.getSchema ?? runner.readsQueries).toBeDefined()
  })
})
