import { t } from '@lingui/core/macro'
import { IconCalendarMonth } from '@tabler/icons-react'
import { useCallback, useMemo } from 'react'
import type { Stage } from '../echarts/axes.ts'
import { EChartFigure } from '../echarts/EChartFigure.tsx'
import { Nothing } from '../Placeholders.tsx'
import type { RendererProps } from '../visualization.ts'
import { calendarOption } from './option.ts'
import type { CalendarOptions } from './options.ts'
import { type Calendar, describe, marksOf, type Prepared, prepare, tableOf } from './prepare.ts'

/** Renders the value of each day as a colour, or one sentence that explains why there is none. */
export function Renderer(props: RendererProps<CalendarOptions>) {
  const { data, options, formats } = props
  const prepared = useMemo(
    (): Prepared => (data.kind === 'groups' ? prepare(data, options, formats) : { kind: 'nothing', reason: t`No data` }),
    [data, options, formats],
  )
  if (prepared.kind === 'nothing') return <Nothing icon={IconCalendarMonth} reason={prepared.reason} />
  return <Days {...props} calendar={prepared} />
}

function Days({ calendar, options, formats, ...props }: RendererProps<CalendarOptions> & { calendar: Calendar }) {
  const draw = useCallback((stage: Stage) => calendarOption(calendar, options, formats, stage), [calendar, options, formats])
  return (
    <EChartFigure
      {...props}
      words={describe(props.name, calendar, options, formats)}
      note={calendar.note}
      draw={draw}
      table={() => tableOf(calendar, options, formats)}
      marks={marksOf(calendar, options)}
    />
  )
}
