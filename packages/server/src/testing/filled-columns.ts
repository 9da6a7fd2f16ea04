import { asDigits, asDouble, asInt32, asText, column, filled } from './result-files.ts'

// Columns named `x` with values, for tests of what a column contains.

export const numbers = (...values: (number | null)[]) => filled(column('x', 'double', 'float'), asDouble, values)
export const whole = (...values: (number | null)[]) => filled(column('x', 'int32', 'integer'), asInt32, values)
/** Numbers as texts of digits. */
export const digits = (...values: (string | null)[]) => filled(column('x', 'number_text', 'float'), asDigits, values)
export const texts = (...values: (string | null)[]) => filled(column('x', 'text', 'string'), asText, values)
/** @param values days since 1970 */
export const days = (...values: (number | null)[]) => filled(column('x', 'date', 'date'), asInt32, values)
