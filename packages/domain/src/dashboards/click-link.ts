import type { Cell } from '@sightline/contract/results.ts'
import { localText } from '../format/date.ts'
import { fillTemplate, namesIn } from '../format/template.ts'
import { i18n } from '../language/i18n.ts'
import { localNumber } from '../language/local.ts'
import { dateKindOf } from '../parameters/dates.ts'
import type { Definition } from '../parameters/definition.ts'
import { toUrlQuery, URL_PREFIX } from '../parameters/url-values.ts'
import { readValue } from '../parameters/values.ts'

/** More characters make a URL that servers and proxies refuse. */
export const MAX_LINK = 2000

/** The values of a clicked mark, under the names by which a link refers to them. */
export interface LinkMark {
  x: Cell
  series: Cell
  y: Cell
}

const ROW = 'row.'
const PARAMETER = 'parameter.'

/** A link can refer to the columns of a clicked mark, to those of the result, and to the parameters of the dashboard. */
export interface LinkSources {
  /** null if the marks have no series. */
  marks: { x: string; series: string | null }
  columns: readonly { name: string }[]
  parameters: readonly Definition[]
}

/** A name that a link can refer to, with a label in plain words. */
export interface LinkName {
  name: string
  label: string
}

/** All names that a link can refer to. Names with braces cannot stand in a tag. */
export function linkNames({ marks, columns, parameters }: LinkSources): LinkName[] {
  return [
    { name: 'x', label: i18n._('X axis: {x}', { x: marks.x }) },
    ...(marks.series === null ? [] : [{ name: 'series', label: i18n._('Series: {series}', { series: marks.series }) }]),
    ...columns.map(({ name }) => ({ name: ROW + name, label: i18n._('Column: {name}', { name }) })),
    ...parameters.flatMap(parameterKeys).map((key) => ({ name: PARAMETER + key, label: i18n._('Parameter: {key}', { key }) })),
  ].filter(({ name }) => !/[{}]/.test(name))
}

const parameterKeys = (definition: Definition): string[] =>
  dateKindOf(definition)?.isRange ? [`${definition.name}.start`, `${definition.name}.end`] : [definition.name]

/** The tag of a name in a link. */
export const linkTag = (name: string) => `{{ ${name} }}`

/** Says what is wrong with a link; null if nothing is. @param names that it can refer to */
export function linkProblem(link: string, names: readonly LinkName[]): string | null {
  if (link.trim() === '') return i18n._('Enter a link.')
  if (link.length > MAX_LINK) return i18n._('A link has at most {most} characters.', { most: localNumber(MAX_LINK) })
  const unknown = namesIn(link).find((name) => name !== 'y' && !names.some((one) => one.name === name))
  if (unknown !== undefined) return i18n._('There is no value for {tag}.', { tag: linkTag(unknown) })
  if (startsWithTag(link)) return null
  return placeOf(link) === null ? i18n._('A link starts with /, https:// or http://.') : null
}

/** The columns of which a link needs the value in the rows behind a mark. */
export const columnsOfLink = (link: string): string[] => [
  ...new Set(namesIn(link).flatMap((name) => (name.startsWith(ROW) ? [name.slice(ROW.length)] : []))),
]

interface LinkValues {
  mark: LinkMark
  /** By column. */
  row: ReadonlyMap<string, Cell>
  /** With their applied values. */
  parameters: readonly Definition[]
  /** In which times with a zone become the local times that parameters hold. */
  timeZone: string
}

/**
 * Fills in the values of a clicked mark, encoded as parts of a URL; null becomes an empty text. A tag at the start is a whole
 * address and stays as it is.
 */
export function filledLink(link: string, { mark, row, parameters, timeZone }: LinkValues): string {
  const values = new Map<string, Cell>([
    ...Object.entries(mark),
    ...[...row].map(([column, value]) => [ROW + column, value] as const),
    ...Object.entries(toUrlQuery(Object.fromEntries(parameters.map((one) => [one.name, readValue(one, one.value)])))).map(
      ([key, value]) => [PARAMETER + key.slice(URL_PREFIX.length), value] as const,
    ),
  ])
  let isWhole = startsWithTag(link)
  return fillTemplate(link.trim(), (name) => {
    const value = values.get(name)
    const text = value === undefined || value === null ? value : localText(String(value), timeZone)
    const filled = text === undefined || text === null || isWhole ? text : encodeURIComponent(text)
    isWhole = false
    return filled
  })
}

const startsWithTag = (link: string) => link.trimStart().startsWith('{{')

/** Where a filled link leads: to a page of the product, by its path below the base path, or to an address; null if nowhere. */
export function placeOf(link: string): { kind: 'page' | 'address'; url: string } | null {
  const url = link.trim()
  // Browsers read a backslash as a slash, and ignore line breaks and tabs.
  if (/^\/(?![/\\])/.test(url) && !/[\n\r\t\\]/.test(url)) return { kind: 'page', url }
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? { kind: 'address', url } : null
}

/**
 * A link to a page that gives its parameters the values with the same names: of the mark, of the dashboard's parameters, or else of
 * a column of the result. Parameters without such a value keep those of the page.
 * @param path of the page, such as `/queries/5`
 */
export function linkTo(path: string, definitions: readonly Definition[], sources: LinkSources): string {
  const names = linkNames(sources)
  const entries = definitions
    .flatMap((definition) => parameterKeys(definition))
    .flatMap((key) => {
      const found = sameName(key, sources)
      return found !== null && names.some(({ name }) => name === found)
        ? [`${encodeURIComponent(URL_PREFIX + key)}=${linkTag(found)}`]
        : []
    })
  return entries.length === 0 ? path : `${path}?${entries.join('&')}`
}

function sameName(key: string, { marks, columns, parameters }: LinkSources): string | null {
  const isSame = (name: string | null) => name !== null && name.toLowerCase() === key.toLowerCase()
  if (isSame(marks.x)) return 'x'
  if (isSame(marks.series)) return 'series'
  const parameter = parameters.flatMap(parameterKeys).find(isSame)
  if (parameter !== undefined) return PARAMETER + parameter
  const column = columns.find(({ name }) => isSame(name))
  return column === undefined ? null : ROW + column.name
}
