import { numberMarks } from '@sightline/domain/format/number.ts'
import { useMemo } from 'react'
import { NULL_TEXT } from '../ui/data-table/column-layout.ts'
import { resolvedTimeZone } from '../ui/time-zone.tsx'
import type { Formats } from '../visualizations/visualization.ts'
import { useClientConfig } from './session.ts'

/** The formats of this installation. They stay the same object until the settings change. */
export function useFormats(): Formats {
  const config = useClientConfig()
  return useMemo(
    () => ({
      dateFormat: config.dateFormat,
      dateTimeFormat: config.dateTimeFormat,
      integerFormat: config.integerFormat,
      floatFormat: config.floatFormat,
      tableCellMaxJSONSize: config.tableCellMaxJSONSize,
      numberMarks: numberMarks(config.thousandsSeparator, config.decimalSeparator),
      timeZone: resolvedTimeZone(config.timeZone),
      // 'null' is the default of the setting and means the dash that tables show.
      nullText: config.nullValue === 'null' ? NULL_TEXT : config.nullValue,
      allowsCustomCode: config.allowCustomJSVisualizations,
      chartColors: config.chartColors,
      mapTiles: config.mapTileLayers,
    }),
    [config],
  )
}
