import { instantAt } from '../../format/time-zone.ts'
import type { ExploreDialect, Target } from './dialect.ts'

const DAY_MS = 86_400_000

export const doubleQuoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Names of types whose values are texts. */
const TEXT_TYPE =
  /^(?:Nullable\(|LowCardinality\()*(?:n?text|(?:tiny|medium|long)text|n?varchar2?|n?char|character|string|clob)\b/i

/** Names of types whose values are bytes. */
const BINARY_TYPE = /blob|bytea|^(?:var)?(?:binary|bytes?)\b|^(?:long )?raw|^image|^udt/i

/** Whether cells show the values as hexadecimal digits, which the data source would not compare with bytes. */
export const isBinary = (sourceType: string): boolean => BINARY_TYPE.test(sourceType)

export const isText = ({ sourceType }: Target): boolean => TEXT_TYPE.test(sourceType)

/** A time of a cell without `T` and `Z`: `2024-05-01 10:00:00`. */
export const spaced = (time: string): string => time.replace('T', ' ').replace(/Z$/, '')

/** The start of a day on the clock of a time zone, in UTC: `2024-04-30T22:00:00.000Z`. */
export const dayStartInUtc = (day: string, timeZone: string): string =>
  new Date(instantAt(timeZone, Date.parse(day))).toISOString()

/** The day after another one. */
export const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** The common parts of most dialects. A dialect replaces what it writes differently. */
export const standard = {
  quoted: doubleQuoted,
  joined: (literals) => literals.join(' || '),
  textPrefix: '',
  mayLowerNames: false,
  booleans: ['false', 'true'],
  readsUntyped: false,
  aliasesHideColumns: false,
  hasTextDates: false,
  nextDayStart: () => null,
  time: ({ ref }) => ref,
  text: (target) => (isText(target) ? target.ref : `CAST(${target.ref} AS varchar)`),
  timeLiteral: (time, { type }, { literal }) => `${type === 'date' ? 'DATE' : 'TIMESTAMP'} ${literal(spaced(time))}`,
  contains: (text, searched) => `strpos(lower(${text}), lower(${searched})) > 0`,
  groupBy: ({ place }) => String(place),
  orderBy: ({ place }, descending) => (descending ? `${place} DESC` : String(place)),
  limit: (rows) => ({ end: `LIMIT ${rows}` }),
} satisfies Partial<ExploreDialect>

/** Orders by position where empty values are the largest ones. */
export const largestNullsLast: ExploreDialect['orderBy'] = ({ place, isNeverNull }, descending) =>
  descending ? `${place} DESC${isNeverNull ? '' : ' NULLS LAST'}` : String(place)

/** Orders by position where empty values are the smallest ones. */
export const smallestNullsLast: ExploreDialect['orderBy'] = ({ place, isNeverNull }, descending) =>
  descending ? `${place} DESC` : `${place}${isNeverNull ? '' : ' NULLS LAST'}`

type OwnMeasures = Partial<Record<'sum' | 'avg' | 'min' | 'max', (target: Target) => string>> & {
  /** null if the dialect has no exact median that groups rows. */
  median: ((target: Target) => string) | null
}

/** The measures of a dialect: those that it writes differently, and the common ones. */
export function measures(own: OwnMeasures): ExploreDialect['measure'] {
  return (kind, target) => {
    if (kind === 'count') return 'count(*)'
    if (kind === 'unique') return `count(DISTINCT ${target.ref})`
    const write = own[kind]
    return write === null ? null : (write?.(target) ?? `${kind}(${target.ref})`)
  }
}
