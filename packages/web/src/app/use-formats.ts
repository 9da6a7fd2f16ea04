import { useMemo } from 'react'
import type { Formats } from '../visualizations/visualization.ts'
import { useSession } from './session.tsx'

/** The formats of this installation. */
export function useFormats(): Formats {
  const { dateFormat, dateTimeFormat, integerFormat, floatFormat, tableCellMaxJSONSize } = useSession().client_config
  return useMemo(
    () => ({ dateFormat, dateTimeFormat, integerFormat, floatFormat, tableCellMaxJSONSize }),
    [dateFormat, dateTimeFormat, integerFormat, floatFormat, tableCellMaxJSONSize],
  )
}
