import { numberMarks } from '@sightline/domain/format/number.ts'
import { useMemo } from 'react'
import { NULL_TEXT } from '../ui/data-table/column-layout.ts'
import { resolvedTimeZone } from '../ui/time-zone.tsx'
import type { Formats } from '../visualizations/visualization.ts'
import { useClientConfig } from './session.ts'

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
    chartColors,
  } = useClientConfig()
  return useMemo(
    () => ({
      dateFormat,
      dateTimeFormat,
      integerFormat,
      floatFormat,
      tableCellMaxJSONSize,
      numberMarks: numberMarks(thousandsSeparator, decimalSeparator),
      timeZone: resolvedTimeZone(timeZone),
      // 'null' is the default of the setting and means the dash that tables show.
      nullText: nullValue === 'null' ? NULL_TEXT : nullValue,
      allowsCustomCode: allowCustomJSVisualizations,
      chartColors,
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
      chartColors,
    ],
  )
}
