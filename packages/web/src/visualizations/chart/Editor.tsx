import { useMemo } from 'react'
import { EditorTabs } from '../EditorTabs.tsx'
import type { EditorProps } from '../visualization.ts'
import { AxisTabs } from './editor/AxisTabs.tsx'
import { ColorsTab } from './editor/ColorsTab.tsx'
import { DataLabelsTab } from './editor/DataLabelsTab.tsx'
import { GeneralTab } from './editor/GeneralTab.tsx'
import { SeriesTab } from './editor/SeriesTab.tsx'
import type { ChartOptions } from './options.ts'
import { prepare } from './prepare.ts'

/** The option tabs of a chart, as its kind needs them. */
export function Editor(props: EditorProps<ChartOptions>) {
  const { data, options } = props
  const chart = useMemo(() => (data?.kind === 'columns' ? prepare(data, options) : null), [data, options])
  const isPie = options.globalSeriesType === 'pie'
  return (
    <EditorTabs
      key={isPie ? 'pie' : 'axes'}
      tabs={[
        { name: 'General', content: <GeneralTab {...props} /> },
        ...(isPie
          ? []
          : [
              { name: 'X Axis', content: <AxisTabs.X {...props} /> },
              { name: 'Y Axis', content: <AxisTabs.Y {...props} /> },
            ]),
        { name: 'Series', content: <SeriesTab {...props} chart={chart} /> },
        { name: 'Colors', content: <ColorsTab {...props} chart={chart} /> },
        { name: 'Data Labels', content: <DataLabelsTab {...props} /> },
      ]}
    />
  )
}
