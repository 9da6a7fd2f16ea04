import { ConfigurationSchema, sourceCategories } from '@sightline/contract/data-sources.ts'
import { fieldTitle } from '@sightline/domain/names.ts'
import { otherLanguage } from '@sightline/domain/query-dialect.ts'
import { describe, expect, it } from 'vitest'
import { checkOptions, configurationSchema, maskSecrets } from '../platform/type-options.ts'
import { httpSources } from '../testing/source-fixtures.ts'
import { type WireField, wireTypes } from '../testing/wire-types.ts'
import { logoOf } from './logo.ts'
import { runners } from './registry.ts'

/** The types as Redash describes them. */
const onTheWire = wireTypes()

const fixtures = new Map(httpSources.map(({ type, fixture }) => [type, fixture]))

/** The field that our form should have: the one of Redash, except where we differ on purpose. */
const ownField = (field: WireField): WireField => ({
  ...field,
  // A password is always a secret, even where the form of Redash shows it.
  isSecret: field.isSecret || field.name === 'password',
  // Connections are named after Sightline, and certificates are verified unless an admin disables that.
  default:
    field.name === 'dsn' ? field.default.replace('redash', 'sightline') : /^verify/.test(field.name) ? 'true' : field.default,
})

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
      // Our own fields follow those of Redash.
      expect(schema.order).toEqual([...fields.map(({ name }) => name), ...own])
      for (const field of fields) {
        const property = schema.properties[field.name]
        expect({
          name: field.name,
          type: property?.type,
          isRequired: schema.required?.includes(field.name) ?? false,
          isSecret: schema.secret.includes(field.name),
          isExtra: schema.extra_options?.includes(field.name) ?? false,
          default: textOf(property?.default),
          title: property?.title ?? '',
        }).toEqual(ownField(field))
      }
    })
  }

  it('names the language of texts that are no SQL (EDIT-25)', () => {
    expect(otherLanguage(runner.dialect)).toBe(fixtures.get(runner.type)?.languageName ?? null)
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

  it('has a place in the gallery of new data sources (DS-33)', () => {
    const { category, aliases = [] } = runner.gallery
    expect(sourceCategories).toContain(category)
    // The search compares them with what is typed in lower case.
    expect(aliases).toEqual(aliases.map((alias) => alias.toLowerCase()))
  })

  it('has a logo and a help page, and can be tested and browsed', () => {
    expect(logoOf(runner)).toMatch(/^<svg[\s>]/)
    expect(runner.guide).toMatch(/^[a-z0-9-]+$/)
    expect(runner.testConnection).toBeDefined()
    expect(Boolean(runner.getSchema ?? runner.readsQueries)).toBe(fixtures.get(runner.type)?.hasSchema ?? true)
  })
})

const textOf = (value: unknown): string => (value === undefined ? '' : String(value))
