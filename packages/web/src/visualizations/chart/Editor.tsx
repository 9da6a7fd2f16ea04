import { t } from '@lingui/core/macro'
import { useMemo } from 'react'
import { DebouncedInput, SwitchRow } from '../EditorFields.tsx'
import { EditorTabs } from '../EditorTabs.tsx'
import { NumberFormatField } from '../NumberFormatField.tsx'
import type { EditorProps } from '../visualization.ts'
import { AxisTabs } from './editor/AxisTabs.tsx'
import { ColorsTab, HeatColorsTab } from './editor/ColorsTab.tsx'
import { GeneralTab } from './editor/GeneralTab.tsx'
import { SeriesTab } from './editor/SeriesTab.tsx'
import { hasAxes } from './kinds.ts'
import { DEFAULT_PERCENT_FORMAT } from './labels.ts'
import { chartFormats } from './number-formats.ts'
import type { ChartOptions } from './options.ts'
import { prepare } from './prepare.ts'

/** The option tabs of a chart, depending on its kind. */
export function Editor(props: EditorProps<ChartOptions>) {
  const { data, options, formats } = props
  const chart = useMemo(
    () => (data?.kind === 'columns' || data?.kind === 'groups' ? prepare(data, options, formats) : null),
    [data, options, formats],
  )
  const kind = options.globalSeriesType
  const isHeatmap = kind === 'heatmap'
  const axes = [
    { name: t`X Axis`, content: <AxisTabs.X {...props} chart={chart} /> },
    { name: t`Y Axis`, content: isHeatmap ? <AxisTabs.HeatmapY {...props} /> : <AxisTabs.Y {...props} /> },
  ]
  const tabs = [
    { name: t`General`, content: <GeneralTab {...props} /> },
    ...(hasAxes(kind) || isHeatmap ? axes : []),
    ...(hasAxes(kind) || kind === 'pie' ? [{ name: t`Series`, content: <SeriesTab {...props} chart={chart} /> }] : []),
    ...(kind === 'custom'
      ? []
      : [
          {
            name: t`Colors`,
            content: isHeatmap ? <HeatColorsTab {...props} /> : <ColorsTab {...props} chart={chart} />,
          },
        ]),
    ...(kind === 'custom' || kind === 'box' ? [] : [{ name: t`Data Labels`, content: <DataLabelsTab {...props} /> }]),
  ]
  // A different set of tabs is a new component, so that it opens on its first tab.
  return <EditorTabs key={tabs.map(({ name }) => name).join()} tabs={tabs} />
}

/** Visibility and formats of data labels. */
function DataLabelsTab({ options, formats, onChange }: EditorProps<ChartOptions>) {
  const isPie = options.globalSeriesType === 'pie'
  return (
    <>
      <SwitchRow
        label={t`Show Data Labels`}
        checked={options.showDataLabels ?? isPie}
        onChange={(showDataLabels) => onChange({ showDataLabels })}
      />
      <NumberFormatField
        label={t`Number Values Format`}
        named={chartFormats()}
        marks={formats.numberMarks}
        value={options.numberFormat}
        onChange={(numberFormat) => onChange({ numberFormat })}
      />
      <NumberFormatField
        label={t`Percent Values Format`}
        kind="share"
        named={[{ pattern: DEFAULT_PERCENT_FORMAT, label: t`Two decimals, or none`, sample: DEFAULT_PERCENT_FORMAT }]}
        marks={formats.numberMarks}
        value={options.percentFormat}
        onChange={(percentFormat) => onChange({ percentFormat })}
      />
      <DebouncedInput
        label={t`Date/Time Values Format`}
        placeholder={formats.dateTimeFormat}
        value={options.dateTimeFormat ?? ''}
        onChange={(dateTimeFormat) => onChange({ dateTimeFormat: dateTimeFormat === '' ? undefined : dateTimeFormat })}
      />
      <DebouncedInput
        label={t`Data Labels`}
        description={t`${'{{ @@name }}'} series, ${'{{ @@x }}'}, ${'{{ @@y }}'}, ${'{{ @@yPercent }}'}, ${'{{ @@yError }}'}, ${'{{ @@size }}'}, ${'{{ column }}'} of the row`}
        placeholder={t`Automatic`}
        value={options.textFormat}
        onChange={(textFormat) => onChange({ textFormat })}
      />
    </>
  )
}
