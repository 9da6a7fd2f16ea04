import type { ColumnType } from '@sightline/contract/results.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CalendarContext } from '../ui/time-zone.tsx'
import { ResultZone } from './ResultZone.tsx'

const shown = (type: ColumnType, ...cells: (string | null)[]) => {
  const first = {
    result: { columns: [{ type }] },
    rows: cells.map((cell) => [cell]),
  }
  return renderToStaticMarkup(
    <CalendarContext value={{ timeZone: 'Asia/Kolkata', weekStart: 'Monday' }}>
      <ResultZone first={first} />
    </CalendarContext>,
  )
}

it('names the time zone of a result only if its times depend on it (WIDGET-60)', () => {
  expect(shown('datetime', null, '2026-11-25T20:00:00Z')).toContain('Asia/Kolkata')
  expect(shown('datetime', '2026-11-25T20:00:00', null)).toBe('')
  expect(shown('string', '2026-11-25T20:00:00Z')).toBe('')
  expect(shown('datetime')).toBe('')
})
