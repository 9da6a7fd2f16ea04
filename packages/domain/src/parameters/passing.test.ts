import type { TextPassing } from '@sightline/contract/data-sources.ts'
import { describe, expect, it } from 'vitest'
import { type Definition, newDefinition } from './definition.ts'
import { passingOf } from './passing.ts'
import { placesOf } from './places.ts'

/** How `{{ x }}` is passed in a text. */
function passing(text: string, definition: Partial<Definition>, language = 'postgresql') {
  const [place] = placesOf(text, language)
  if (place === undefined) throw new Error('There is no tag in the text.')
  return passingOf({ ...newDefinition('x'), ...definition }, place)
}

const note = (text: string, definition: Partial<Definition>, language?: string) => passing(text, definition, language).note
const asValue = { type: 'text', passAsValue: true }

describe('the note on a place of a parameter', () => {
  it('says of a text that is passed as a value whether its quotes are there or are added (OPEN-205)', () => {
    expect(note("SELECT * FROM t WHERE a = '{{ x }}'", asValue)).toMatch(/^Passed as one value: it is escaped/)
    expect(note('SELECT * FROM t WHERE a = {{ x }}', asValue)).toMatch(/^Passed as one value: quotes are added/)
    expect(passing('SELECT * FROM t WHERE a = {{ x }}', asValue).isRefused).toBe(false)
  })

  it('says whether a text is sent apart from the query, which depends on the data source and the place (PARAM-73)', () => {
    const noteIn = (text: string, textPassing: TextPassing) => {
      const [place] = placesOf(text, 'postgresql')
      return place && passingOf({ ...newDefinition('x'), ...asValue }, place, textPassing).note
    }
    const condition = "SELECT * FROM t WHERE a = '{{ x }}'"
    const selected = 'SELECT upper({{ x }}) FROM t'
    expect(noteIn(condition, 'parameters')).toBe(
      'Passed as one value, as a parameter of the database. If the query cannot be sent like this, it is escaped for the quotes around it.',
    )
    expect(noteIn(selected, 'parameters')).toMatch(/^Passed as one value, as a parameter of the database/)
    expect(noteIn(condition, 'parameters_outside_lists')).toBe(noteIn(condition, 'parameters'))
    expect(noteIn(condition, 'digits_outside_lists')).toMatch(/^Passed as one value, written as hexadecimal digits/)
    for (const passing of ['parameters_outside_lists', 'digits_outside_lists'] as const)
      expect(noteIn(selected, passing)).toBe('Passed as one value: quotes are added around it.')
  })

  it.each([
    ['SELECT * FROM {{ x }}', /name or a keyword/],
    ['SELECT "{{ x }}" FROM t', /name in quotes/],
    ['SELECT 1 -- {{ x }}', /comment/],
  ])('says why a text cannot be a value in %s (OPEN-191, OPEN-205)', (text, reason) => {
    expect(passing(text, asValue)).toEqual({ note: expect.stringMatching(reason), isRefused: true })
    expect(passing(text, { type: 'text' }).isRefused).toBe(false)
  })

  it('says that the quotes around a tag are not closed (OPEN-212)', () => {
    const unclosed = { note: 'The quotes around the tag are not closed in the query.', isRefused: true }
    expect(passing("SELECT 1 WHERE a = '{{ x }}", asValue)).toEqual(unclosed)
    expect(passing('SELECT "{{ x }}', { type: 'identifier' })).toEqual(unclosed)
  })

  it('says which values are possible where the text cannot be read with certainty (OPEN-212)', () => {
    const reason = 'because of a comment or of unusual quotes in the query.'
    const text = "SELECT 1 FROM t WHERE a = {{ x }} AND b = q'[it's]'"
    expect(passing(text, asValue, 'oracle')).toEqual({
      note: `Only numbers, dates and plain words can be passed here, ${reason}`,
      isRefused: false,
    })
    expect(note(text, { type: 'identifier' }, 'oracle')).toBe(`Only names of plain words are possible here, ${reason}`)
    expect(note(text, { type: 'number' }, 'oracle')).toBe('Inserted as a number.')
    expect(passing('SELECT 1 -- a\rWHERE a = {{ x }}', asValue)).toEqual({
      note: expect.stringMatching(/^A comment or a line break in the query is read in different ways/),
      isRefused: true,
    })
  })

  it('offers Pass as value for a text where a value is expected only (OPEN-205)', () => {
    expect(note('SELECT {{ x }} FROM t', { type: 'text' })).toContain('Pass as value')
    expect(note('SELECT 1 FROM {{ x }}', { type: 'text' })).toBe('Inserted as it is typed, so it can change the query.')
  })

  it('says which rows of a dropdown are possible in quotes and outside of them (OPEN-205)', () => {
    expect(note("SELECT 1 WHERE a = '{{ x }}'", { type: 'query' })).toMatch(/^Any row/)
    expect(note('SELECT 1 WHERE a = {{ x }}', { type: 'query' })).toMatch(/^Only a number, a date or a plain word/)
    const several = { type: 'query', multiValuesOptions: { prefix: "'", suffix: "'", separator: ',' } }
    expect(note('SELECT 1 WHERE a IN ({{ x }})', several)).toMatch(/^Any row/)
  })

  it('reminds of the quotes around a date where there are none (OPEN-205)', () => {
    expect(note('SELECT 1 WHERE a > {{ x.start }}', { type: 'date-range' })).toContain('Put quotes')
    expect(note("SELECT 1 WHERE a > '{{ x.start }}'", { type: 'date-range' })).toBe('Inserted as an ISO date.')
  })

  it('says where the name of a table or column is quoted, and where it cannot stand (OPEN-203, OPEN-205)', () => {
    const column = { type: 'identifier' }
    expect(passing('SELECT {{ x }} FROM t', column)).toEqual({ note: 'Inserted as a name, in quotes.', isRefused: false })
    expect(passing('SELECT "{{ x }}" FROM t', column).note).toContain('one name')
    expect(passing("SELECT '{{ x }}' FROM t", column)).toEqual({ note: expect.stringContaining('no name'), isRefused: true })
    expect(passing('SELECT 1 -- {{ x }}', column).isRefused).toBe(true)
  })

  it('advises single quotes where double quotes can be around a name (OPEN-205)', () => {
    const [place] = placesOf('SELECT "{{ x }}"', 'mysql')
    const definition = { ...newDefinition('x'), ...asValue }
    expect(place && passingOf(definition, place)).toEqual({ note: expect.stringContaining('single quotes'), isRefused: true })
  })

  it('names what is inserted for the other types (OPEN-205)', () => {
    const text = 'SELECT 1 WHERE a = {{ x }}'
    expect(note(text, { type: 'number' })).toBe('Inserted as a number.')
    expect(note(text, { type: 'enum' })).toContain('list of values')
    expect(note(text, { type: 'text-pattern' })).toContain('pattern')
    expect(note(text, { type: 'of-another-version' })).toContain('not known')
  })
})
