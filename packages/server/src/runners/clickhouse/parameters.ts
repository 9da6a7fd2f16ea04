import type { ParameterSyntax } from '../sql/bound-text.ts'

/** Characters of a value: values are a part of the URL, whose length servers and proxies limit. */
const MAX_LENGTH = 1000

const nameOf = (number: number): string => `sightline_${number}`

/**
 * Parameters of the HTTP interface (https://clickhouse.com/docs/interfaces/http). Servers before version 19 do not know them and refuse
 * the query.
 */
export const parameters: ParameterSyntax = {
  language: 'clickhouse',
  parameter: (number) => `{${nameOf(number)}:String}`,
  hasParameters: (code) => code.includes('{'),
  takes: (value) => value.length <= MAX_LENGTH,
  maxValues: 100,
  namesColumnsByText: true,
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' }

/** The parameters of the URL; their values are written as in tab-separated rows. */
export const settingsOf = (values: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    values.map((value, index) => [
      `param_${nameOf(index + 1)}`,
      value.replace(/[\\\t\n\r\0]/g, (sign) => ESCAPES[sign] ?? sign),
    ]),
  )
