import { useLocalStorage } from '@mantine/hooks'
import { formatDate } from '@sightline/domain/format/date.ts'
import { useMemo } from 'react'
import type { ProfilesInHeads } from '../../ui/data-table/DataTable.tsx'
import type { Formats, Place } from '../visualization.ts'

/** The profiles in the heads of a table: always when a result is explored, elsewhere if the reader has chosen them in this browser. */
export function useProfilesInHeads(place: Place, { dateFormat, timeZone }: Formats): ProfilesInHeads {
  const [areChosen, setAreChosen] = useLocalStorage({
    key: 'sightline-column-profiles',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const areFixed = place === 'explore page'
  return useMemo(
    () => ({
      areShown: areFixed || areChosen,
      toggle: areFixed ? null : () => setAreChosen(!areChosen),
      formatDay: (day) => formatDate(day, dateFormat === '' ? 'YYYY-MM-DD' : dateFormat, timeZone) ?? day,
    }),
    [areFixed, areChosen, setAreChosen, dateFormat, timeZone],
  )
}
