import { useMemo } from 'react'
import { useSession } from '../../../app/session.tsx'
import type { Formats } from '../../../visualizations/visualization.ts'

/** The formats of this installation. */
export function useFormats(): Formats {
  const { dateFormat, dateTimeFormat, integerFormat, floatFormat, tableCellMaxJSONSize } = useSession().client_config
  return useMemo(
    () => ({ dateFormat, dateTimeFormat, integerFormat, floatFormat, tableCellMaxJSONSize }),
    [dateFormat, dateTimeFormat, integerFormat, floatFormat, tableCellMaxJSONSize],
  )
}
