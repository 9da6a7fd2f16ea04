import { BROWSER_TIME_ZONE } from '@sightline/contract/settings.ts'
import { numberMarks } from '@sightline/domain/format/number.ts'
import { useMemo } from 'react'
import { NULL_TEXT } from '../ui/data-table/column-layout.ts'
import type { Formats } from '../visualizations/visualization.ts'
import { useClientConfig } from './session.ts'

/** The name of the time zone that a setting stands for: `browser` means that of this browser. */
export const shownTimeZone = (setting: string): string =>
  setting === BROWSER_TIME_ZONE ? Intl.DateTimeFormat().resolvedOptions().timeZone : setting

/** The formats of this installation. */
export function useFormats(): Formats {
  const {
    dateFormat,
    dateTimeFormat,
    integerFormat,
    floatFormat,
    tableCellMaxJSONSize,
    thousandsSeparator,
    decimalSeparator,
    timeZone,
    nullValue,
    allowCustomJSVisualizations,
    mapTileLayers,
  } = useClientConfig()
  return useMemo(
    () => ({
      dateFormat,
      dateTimeFormat,
      integerFormat,
      floatFormat,
      tableCellMaxJSONSize,
      numberMarks: numberMarks(thousandsSeparator, decimalSeparator),
      timeZone: shownTimeZone(timeZone),
      // 'null' is the default of the setting and means the dash that tables show.
      nullText: nullValue === 'null' ? NULL_TEXT : nullValue,
      allowsCustomCode: allowCustomJSVisualizations,
      mapTiles: mapTileLayers,
    }),
    [
      dateFormat,
      dateTimeFormat,
      integerFormat,
      floatFormat,
      tableCellMaxJSONSize,
      thousandsSeparator,
      decimalSeparator,
      timeZone,
      nullValue,
      allowCustomJSVisualizations,
      mapTileLayers,
    ],
  )
}
