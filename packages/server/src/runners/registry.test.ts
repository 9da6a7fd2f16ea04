import { ConfigurationSchema } from '@sightline/contract/data-sources.ts'
import { fieldTitle } from '@sightline/domain/names.ts'
import { otherLanguage } from '@sightline/domain/query-dialect.ts'
import { describe, expect, it } from 'vitest'
import { checkOptions, configurationSchema, maskSecrets } from '../platform/type-options.ts'
import { wireTypes } from '../testing/wire-types.ts'
import { logoOf } from './logo.ts'
import { runners } from './registry.ts'

const onTheWire = wireTypes()

/** Where we differ from the wire's form on purpose, and why. */
const ownWays: Record<string, string> = {
  // Connections carry our name.
  'pg.dsn': 'default',
  'cockroach.dsn': 'default',
  'risingwave.dsn': 'default',
  // Certificates are verified unless somebody says otherwise.
  'graphite.verify': 'default',
  'influxdbv2.verify_ssl': 'default',
  'mssql_odbc.verify_ssl': 'default',
  // A password does not come back, whatever the form of others does.
  'Cassandra.password': 'secret',
  'presto.password': 'secret',
  'scylla.password': 'secret',
}

/** Types without a schema: what there is to read is named in each text, by its address. */
const namedInTexts = ['csv', 'excel', 'google_spreadsheets', 'json', 'url']

describe.each([...runners.values()])('the data source type $type', (runner) => {
  const schema = configurationSchema(runner.config)

  it('describes its form, every field once and in order (DS-15, DS-27)', () => {
    expect(ConfigurationSchema.safeParse(schema).error).toBeUndefined()
    expect(schema.order).toEqual(Object.keys(schema.properties))
  })

  const wire = onTheWire.get(runner.type)
  if (wire) {
    it('is the type that the wire describes, with its fields (DS-15, DS-19, DS-27)', () => {
      const { name, syntax, annotates, supportsAutoLimit, isDeprecated = false } = runner
      const { fields, ...facts } = wire
      expect({ name, syntax, annotates, supportsAutoLimit, isDeprecated }).toEqual(facts)
      const own = schema.order?.filter((field) => !fields.some(({ name }) => name === field)) ?? []
      // What we add stands behind what everybody knows.
      expect(schema.order).toEqual([...fields.map(({ name }) => name), ...own])
      for (const field of fields) {
        const property = schema.properties[field.name]
        expect({
          name: field.name,
          type: property?.type,
          isRequired: schema.required?.includes(field.name) ?? false,
          isSecret: ownWays[`${runner.type}.${field.name}`] === 'secret' ? field.isSecret : schema.secret.includes(field.name),
          isExtra: schema.extra_options?.includes(field.name) ?? false,
          default: ownWays[`${runner.type}.${field.name}`] === 'default' ? field.default : textOf(property?.default),
          title: property?.title ?? '',
        }).toEqual(field)
      }
    })
  }

  it('says of a text that is no SQL which language it is (EDIT-25)', () => {
    const others: Record<string, string> = {
      url: 'Address',
      prometheus: 'PromQL',
      influxdbv2: 'Flux',
      google_analytics4: 'JSON',
    }
    expect(otherLanguage(runner.dialect)).toBe(others[runner.type] ?? null)
  })

  it('names as secrets only fields it has, and masks them (DS-20)', () => {
    expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(schema.secret))
    const options = Object.fromEntries(schema.secret.map((name) => [name, 'a secret']))
    expect(JSON.stringify(maskSecrets(runner.config, options))).not.toContain('a secret')
  })

  it('tells what is missing by the title that its form shows (DS-19)', () => {
    const [first] = schema.required ?? []
    const title = first === undefined ? null : (schema.properties[first]?.title ?? fieldTitle(first))
    expect(checkOptions(runner.config, {}, {}).problem).toBe(title === null ? null : `${title} is required.`)
  })

  it('has a logo, can be tested and has a schema', () => {
    expect(logoOf(runner)).toMatch(/^<svg[\s>]/)
    expect(runner.testConnection).toBeDefined()
    expect(Boolean(runner.getSchema ?? runner.readsQueries)).toBe(!namedInTexts.includes(runner.type))
  })
})

const textOf = (value: unknown): string => (value === undefined ? '' : String(value))
