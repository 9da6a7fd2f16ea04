import { isTimeZone } from '@sightline/domain/format/time-zone.ts'
import { array, geometry, map, tuple } from './containers.ts'
import { decimal } from './decimals.ts'
import { floats } from './floats.ts'
import { boolean, integers, interval } from './integers.ts'
import { enumeration, ipv4, ipv6, uuid } from './symbols.ts'
import { fixedString, string } from './texts.ts'
import { date, date32, dateTime, dateTime64, type TimeContext, time, time64 } from './times.ts'
import { elementType, enumNames, quotedText, typeName } from './type-names.ts'
import type { ColumnType } from './values.ts'
import { lowCardinality, nothing, nullable } from './wrappers.ts'

const simple: Record<string, ColumnType> = {
  ...integers,
  ...floats,
  ...{ Bool: boolean, String: string, Date32: date32, Time: time, UUID: uuid, IPv4: ipv4, IPv6: ipv6, Nothing: nothing },
}

const LINE = 'Array(Tuple(Float64, Float64))'
/** Types of places, which are stored as other types. */
const geometries: Record<string, string> = {
  Point: 'Tuple(Float64, Float64)',
  Ring: LINE,
  LineString: LINE,
  Polygon: `Array(${LINE})`,
  MultiLineString: `Array(${LINE})`,
  MultiPolygon: `Array(Array(${LINE}))`,
}

/**
 * How the values of a type are read.
 * @param type as the server writes it, such as `Array(Nullable(String))`
 * @returns null for a type that is not known here, or that has one in it
 */
export function columnType(type: string, times: TimeContext): ColumnType | null {
  const { name, parts } = typeName(type)
  const [first = '', second] = parts
  const known = simple[name]
  if (known) return known
  const place = geometries[name]
  if (place) return wrapping([place], times, ([inner]) => geometry(inner))
  switch (name) {
    case 'Nullable':
      return wrapping([first], times, ([inner]) => nullable(inner))
    case 'LowCardinality':
      return ofKeys(typeName(first), first, times)
    case 'SimpleAggregateFunction':
      return columnType(second ?? '', times)
    case 'Array':
      return wrapping([first], times, ([inner]) => array(inner))
    case 'Map':
      return wrapping([first, second ?? ''], times, ([key, value = key]) => map(key, value))
    case 'Tuple':
      return wrapping(parts.map(elementType), times, tuple)
    case 'Nested':
      return wrapping(parts.map(elementType), times, (elements) => array(tuple(elements)))
    case 'FixedString':
      return fixedString(Number(first))
    case 'Decimal':
      return decimal(Number(first), Number(second))
    case 'Enum8':
    case 'Enum16':
      return enumeration(name === 'Enum8' ? 1 : 2, enumNames(parts))
    case 'Date':
      return date(times)
    case 'DateTime':
      return inZone(first, times, dateTime)
    case 'DateTime64':
      return inZone(second, times, (clock) => dateTime64(Number(first), clock))
    case 'Time64':
      return time64(Number(first))
    default:
      return name.startsWith('Interval') ? interval : null
  }
}

/** A type of times. @param part the zone in quotes; '' for that of the server */
function inZone(part = '', times: TimeContext, type: (clock: TimeContext) => ColumnType): ColumnType | null {
  const timeZone = part === '' ? times.timeZone : quotedText(part)
  return isTimeZone(timeZone) ? type({ ...times, timeZone }) : null
}

/** A type of other types; null if one of them is not known, or there is none. */
function wrapping(
  types: readonly string[],
  times: TimeContext,
  wrap: (inner: [ColumnType, ...ColumnType[]]) => ColumnType,
): ColumnType | null {
  const [first = null, ...others] = types.map((type) => columnType(type, times))
  const rest = others.filter((type) => type !== null)
  return first === null || rest.length < others.length ? null : wrap([first, ...rest])
}

function ofKeys(
  { name, parts: [inner = ''] }: ReturnType<typeof typeName>,
  type: string,
  times: TimeContext,
): ColumnType | null {
  const isNullable = name === 'Nullable'
  return wrapping([isNullable ? inner : type], times, ([keyType]) => lowCardinality(keyType, isNullable))
}
