import type { ColumnType } from '@sightline/contract/results.ts'
import type { Column, Storage } from '../../platform/results/batch.ts'
import type { ElementKind } from './array-range-text.ts'
import * as decode from './decoders.ts'
import * as textFormat from './text-decoders.ts'

/**
 * A column as the server describes it (RowDescription in
 * https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
export interface FieldDescription {
  name: string
  typeOid: number
  /** Modifiers such as a length or a precision, packed in a way that depends on the type; -1 for none. */
  typeModifier: number
}

/** How a column is requested, decoded and described. */
export interface ColumnPlan {
  storage: Storage
  type: ColumnType | null
  sourceType: string
  binary: boolean
  decode: decode.Decoder
}

const plain = (
  sourceType: string,
  kind: Exclude<Storage['kind'], 'decimal'>,
  type: ColumnType | null,
  decoder: decode.Decoder,
): ColumnPlan => ({ storage: { kind }, type, sourceType, binary: true, decode: decoder })

/** A type that is shown in the server's text format. */
const inTextFormat = (sourceType: string): ColumnPlan => ({ ...plain(sourceType, 'text', null, decode.text), binary: false })

/** Text, which PostgreSQL sends alike in both formats. QuestDB has no binary format for some of its types that it calls text. */
const textual = (sourceType: string, type: ColumnType | null): ColumnPlan => ({ ...inTextFormat(sourceType), type })

const rangeOf = (sourceType: string): ColumnPlan => ({ ...plain(sourceType, 'text', null, decode.range), binary: false })

const arrayOf = (element: string, elements: ElementKind, type: ColumnType | null = null): ColumnPlan => ({
  ...plain(`${element}[]`, 'json', type, decode.array(elements)),
  binary: false,
})

/**
 * By OID, as defined in PostgreSQL's src/include/catalog/pg_type.dat. Types of users and extensions are shown in the server's
 * text format.
 */
const plans = new Map<number, ColumnPlan>([
  [16, plain('boolean', 'boolean', 'boolean', decode.boolean)],
  [17, plain('bytea', 'text', null, decode.hex)],
  [18, inTextFormat('"char"')],
  [19, textual('name', null)],
  [20, plain('bigint', 'int64', 'integer', decode.eightBytes)],
  [21, plain('smallint', 'int32', 'integer', decode.int16)],
  [23, plain('integer', 'int32', 'integer', decode.int32)],
  [25, textual('text', null)],
  [26, plain('oid', 'int64', null, decode.uint32)],
  [114, plain('json', 'json', null, decode.text)],
  [142, inTextFormat('xml')],
  [600, inTextFormat('point')],
  [650, inTextFormat('cidr')],
  [700, { ...plain('real', 'double', 'float', decode.floatText), binary: false }],
  [701, plain('double precision', 'double', 'float', decode.eightBytes)],
  [790, inTextFormat('money')],
  [829, inTextFormat('macaddr')],
  [869, inTextFormat('inet')],
  [1042, textual('character', null)],
  [1043, textual('character varying', 'string')],
  [1082, plain('date', 'date', 'date', decode.date)],
  [1083, inTextFormat('time without time zone')],
  [1114, plain('timestamp without time zone', 'timestamp', 'datetime', decode.microseconds)],
  [1184, plain('timestamp with time zone', 'instant', 'datetime', decode.microseconds)],
  [1186, inTextFormat('interval')],
  [1266, inTextFormat('time with time zone')],
  [1560, inTextFormat('bit')],
  [1562, inTextFormat('bit varying')],
  [1700, plain('numeric', 'number_text', 'float', decode.digits)],
  [2950, plain('uuid', 'text', 'string', decode.uuid)],
  [3614, inTextFormat('tsvector')],
  [3615, inTextFormat('tsquery')],
  [3802, plain('jsonb', 'json', null, decode.jsonb)],
  [3904, rangeOf('int4range')],
  [3906, rangeOf('numrange')],
  [3908, rangeOf('tsrange')],
  [3910, rangeOf('tstzrange')],
  [3912, rangeOf('daterange')],
  [3926, rangeOf('int8range')],
  [199, arrayOf('json', 'json')],
  [1000, arrayOf('boolean', 'boolean')],
  [1003, arrayOf('name', 'text')],
  [1005, arrayOf('smallint', 'number')],
  [1007, arrayOf('integer', 'number')],
  [1009, arrayOf('text', 'text')],
  [1014, arrayOf('character', 'text', 'string')],
  [1015, arrayOf('character varying', 'text')],
  [1016, arrayOf('bigint', 'number')],
  [1021, arrayOf('real', 'number')],
  [1022, arrayOf('double precision', 'number')],
  [1028, arrayOf('oid', 'number')],
  [1115, arrayOf('timestamp without time zone', 'text')],
  [1182, arrayOf('date', 'text')],
  [1183, arrayOf('time without time zone', 'text')],
  [1185, arrayOf('timestamp with time zone', 'text')],
  [1187, arrayOf('interval', 'text')],
  [1231, arrayOf('numeric', 'number')],
  [2951, arrayOf('uuid', 'text')],
  [3807, arrayOf('jsonb', 'json')],
  // Types of Redshift, as in its drivers (https://github.com/aws/amazon-redshift-jdbc-driver); PostgreSQL has no types with
  // these OIDs.
  [3000, inTextFormat('geometry')],
  [3001, inTextFormat('geography')],
  [3999, inTextFormat('geometry')],
  [4000, { ...plain('super', 'json', null, decode.text), binary: false }],
  [6551, inTextFormat('varbyte')],
])

const BYTEA = 17
const NUMERIC = 1700
const LENGTHS = new Set([1042, 1043, 1560, 1562])
/** Modifiers of strings and numerics include a header of four bytes. */
const MODIFIER_HEADER = 4

/**
 * @param unfit counts the values of this column that are left out
 * @param hasBinaryForms whether the server supports PostgreSQL's binary formats
 */
export function planOf(field: FieldDescription, unfit: textFormat.UnfitCount, hasBinaryForms: boolean): ColumnPlan {
  const plan = binaryPlanOf(field, unfit)
  return plan.binary && !hasBinaryForms ? { ...plan, binary: false, decode: textDecoderOf(plan, field.typeOid, unfit) } : plan
}

function textDecoderOf({ storage }: ColumnPlan, typeOid: number, unfit: textFormat.UnfitCount): decode.Decoder {
  switch (storage.kind) {
    case 'boolean':
      return textFormat.boolean
    case 'int32':
      return textFormat.int32
    case 'int64':
      return textFormat.int64
    case 'double':
      return textFormat.double
    case 'decimal':
      return textFormat.decimal(unfit)
    case 'number_text':
      return textFormat.digits
    case 'date':
      return textFormat.date
    case 'timestamp':
    case 'instant':
      return textFormat.microseconds
    case 'text':
    case 'json':
      return typeOid === BYTEA ? textFormat.hex : decode.text
  }
}

function binaryPlanOf(field: FieldDescription, unfit: textFormat.UnfitCount): ColumnPlan {
  const plan = plans.get(field.typeOid) ?? inTextFormat('')
  if (field.typeOid === NUMERIC && field.typeModifier >= MODIFIER_HEADER) return numericPlan(plan, field.typeModifier, unfit)
  const hasLength = LENGTHS.has(field.typeOid) && field.typeModifier >= 0
  return hasLength ? { ...plan, sourceType: `${plan.sourceType}(${lengthOf(field)})` } : plan
}

function lengthOf({ typeOid, typeModifier }: FieldDescription): number {
  return typeOid === 1560 || typeOid === 1562 ? typeModifier : typeModifier - MODIFIER_HEADER
}

function numericPlan(plan: ColumnPlan, typeModifier: number, unfit: textFormat.UnfitCount): ColumnPlan {
  const packed = typeModifier - MODIFIER_HEADER
  const precision = (packed >> 16) & 0xffff
  // Eleven bits, signed: a negative scale rounds before the decimal point.
  const scale = ((packed & 0x7ff) ^ 1024) - 1024
  const sourceType = `numeric(${precision},${scale})`
  if (precision > 38 || scale < 0 || scale > precision) return { ...plan, sourceType }
  return { ...plan, sourceType, storage: { kind: 'decimal', precision, scale }, decode: decode.decimal(scale, unfit) }
}

export function columnOf(name: string, { type, storage, sourceType }: ColumnPlan): Column {
  return { name, type, storage, sourceType }
}
