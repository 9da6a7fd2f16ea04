import type { TextFormats } from './results.ts'

// Tokens of the organization's formats and their strftime equivalents; all other characters are literals.
const tokens: Record<string, string> = {
  YYYY: '%Y',
  YY: '%y',
  MM: '%m',
  DD: '%d',
  HH: '%H',
  mm: '%M',
  SSS: '%g',
  ss: '%S',
  '%': '%%',
}

/** Converts a format such as `DD/MM/YYYY HH:mm` to a DuckDB strftime format. */
export function strftimeFormat(format: string): string {
  return format.replace(/YYYY|YY|MM|DD|HH|mm|SSS|ss|%/g, (token) => tokens[token] ?? token)
}

/** The strftime formats of dates and of datetimes. */
export function formatsOf({ date, time }: TextFormats): { date: string; datetime: string } {
  return { date, datetime: `${date} ${time}`.trim() }
}
