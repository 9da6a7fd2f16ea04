import oracledb, { type Bind } from 'oracledb'
import type { ParameterSyntax } from '../sql/bound-text.ts'

/** Bytes of the longest `CHAR`. */
const MAX_BYTES = 2000

/** A value of the type of a literal: unlike a `VARCHAR2`, it is padded with spaces where it is compared with a `CHAR`. */
export const bindOf = (value: string): Bind => ({ val: value, type: oracledb.DB_TYPE_CHAR })

/** Bind variables by position. An empty text is NULL, which has no type. */
export const parameters: ParameterSyntax = {
  language: 'oracle',
  parameter: (number) => `:${number}`,
  hasParameters: (code) => /[:?]/.test(code),
  takes: (value) => value !== '' && Buffer.byteLength(value) <= MAX_BYTES,
  // A list in `IN` has no more.
  maxValues: 1000,
  namesColumnsByText: true,
}
