import { describe, expect, it } from 'vitest'
import type { Definition } from '../parameters/definition.ts'
import { columnsOfLink, filledLink, type LinkSources, linkNames, linkProblem, linkTo, MAX_LINK, placeOf } from './click-link.ts'

const parameter = (name: string, type = 'text', value: unknown = null): Definition => ({ name, type, value }) as Definition

const sources: LinkSources = {
  marks: { x: 'country', series: 'status' },
  columns: [{ name: 'country' }, { name: 'status' }, { name: 'city' }, { name: 'odd {name}' }],
  parameters: [
    parameter('period', 'date-range', { start: '2024-01-01', end: '2024-01-31' }),
    parameter('owner', 'text', 'Ann & Bob'),
  ],
}
const values = {
  mark: { x: 'Côte d’Ivoire & more', series: null, y: null },
  row: new Map([['city', 'A/B?c=d#e']]),
  parameters: sources.parameters,
  timeZone: 'Europe/Berlin',
}

describe('a link that a click opens', () => {
  it('can refer to the mark, to the columns of the result and to the parameters of the dashboard (OPEN-219)', () => {
    expect(linkNames(sources).map(({ name }) => name)).toEqual([
      'x',
      'series',
      'row.country',
      'row.status',
      'row.city',
      'parameter.period.start',
      'parameter.period.end',
      'parameter.owner',
    ])
    expect(linkNames({ ...sources, marks: { x: 'country', series: null } }).map(({ name }) => name)).not.toContain('series')
  })

  it('encodes each value, so that none can add a parameter or leave its place in the path (OPEN-219)', () => {
    const link = '/queries/5?p_country={{ x }}&p_city={{row.city}}&p_owner={{ parameter.owner }}&p_s={{ series }}'
    expect(filledLink(link, values)).toBe(
      '/queries/5?p_country=C%C3%B4te%20d%E2%80%99Ivoire%20%26%20more&p_city=A%2FB%3Fc%3Dd%23e&p_owner=Ann%20%26%20Bob&p_s=',
    )
    expect(filledLink('/a?{{ parameter.period.start }}--{{ parameter.period.end }}', values)).toBe('/a?2024-01-01--2024-01-31')
  })

  it('turns instants into the local times that parameters hold (OPEN-219)', () => {
    const mark = { ...values.mark, x: '2024-06-30T22:00:00Z' }
    expect(filledLink('/q?p_day={{ x }}', { ...values, mark })).toBe('/q?p_day=2024-07-01T00%3A00%3A00')
  })

  it('takes a value at its start as a whole address, and opens it only if it is a web page or a path (OPEN-219)', () => {
    const filled = (city: string) =>
      filledLink(' {{ row.city }}&x={{ row.city }}', { ...values, row: new Map([['city', city]]) })
    expect(filled('https://example.com/?a=1')).toBe('https://example.com/?a=1&x=https%3A%2F%2Fexample.com%2F%3Fa%3D1')
    expect(placeOf(filled('https://example.com/'))?.kind).toBe('address')
    expect(placeOf('/queries/5?p_a=1')).toEqual({ kind: 'page', url: '/queries/5?p_a=1' })
    for (const url of [
      'javascript:alert(1)',
      '//example.com',
      '/\\example.com',
      '/\t/example.com',
      'data:text/html,x',
      'queries/5',
      '',
    ])
      expect(placeOf(url)).toBeNull()
  })

  it('says which value it needs from the rows behind a mark, each once (OPEN-219)', () => {
    expect(columnsOfLink('/a/{{ row.city }}/{{row.city}}?b={{ row.a.b }}&c={{ x }}')).toEqual(['city', 'a.b'])
  })

  it('is refused without a target, with a name that has no value, and if it is too long (OPEN-219)', () => {
    const problem = (link: string) => linkProblem(link, linkNames(sources))
    expect(problem('/queries/5?p_country={{ x }}&p_y={{ y }}')).toBeNull()
    expect(problem('https://example.com/{{ row.city }}')).toBeNull()
    expect(problem('{{ row.city }}')).toBeNull()
    expect(problem('  ')).toBe('Enter a link.')
    expect(problem('/a?b={{ town }}')).toBe('There is no value for {{ town }}.')
    expect(problem('example.com')).toBe('A link starts with /, https:// or http://.')
    expect(problem('ftp://example.com')).toBe('A link starts with /, https:// or http://.')
    expect(problem(`/${'a'.repeat(MAX_LINK)}`)).toBe('A link has at most 2,000 characters.')
  })

  it('gives the parameters of a page the values with the same names (OPEN-219)', () => {
    const definitions = [
      parameter('Country'),
      parameter('status'),
      parameter('period', 'date-range'),
      parameter('city'),
      parameter('unknown'),
    ]
    expect(linkTo('/dashboard/sales', definitions, sources)).toBe(
      '/dashboard/sales?p_Country={{ x }}&p_status={{ series }}&p_period.start={{ parameter.period.start }}&p_period.end={{ parameter.period.end }}&p_city={{ row.city }}',
    )
    expect(linkTo('/queries/5', [parameter('unknown')], sources)).toBe('/queries/5')
  })
})
