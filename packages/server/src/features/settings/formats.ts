import { numberMarks } from '@sightline/domain/format/number.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import type { Services } from '../../platform/context.ts'
import { readSettings } from './service.ts'

/** How the organization writes dates and numbers. */
export async function readFormats(services: Pick<Services, 'db'>): Promise<ValueFormats> {
  const settings = await readSettings(services)
  return {
    dateFormat: settings.date_format,
    dateTimeFormat: `${settings.date_format} ${settings.time_format}`,
    integerFormat: settings.integer_format,
    floatFormat: settings.float_format,
    numberMarks: numberMarks(settings.thousands_separator, settings.decimal_separator),
  }
}
