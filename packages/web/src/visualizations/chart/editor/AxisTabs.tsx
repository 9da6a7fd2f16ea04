import { t } from '@lingui/core/macro'
import { NumberInput, Select } from '@mantine/core'
import { DebouncedInput, SwitchRow } from '../../EditorFields.tsx'
import { FieldGroup, FieldPair, FieldRule } from '../../EditorTabs.tsx'
import { NumberFormatField } from '../../NumberFormatField.tsx'
import type { EditorProps } from '../../visualization.ts'
import { isCartesian } from '../kinds.ts'
import { formatsAfter } from '../number-formats.ts'
import type { ChartAxis, ChartOptions } from '../options.ts'
import type { PreparedChart } from '../prepared.ts'
import { AnnotationQuery } from './AnnotationQuery.tsx'
import { Annotations } from './Annotations.tsx'
import { ReferenceLines } from './ReferenceLines.tsx'

const xScales = [
  { value: '-', label: t`Auto Detect` },
  { value: 'datetime', label: t`Datetime` },
  { value: 'linear', label: t`Linear` },
  { value: 'logarithmic', label: t`Logarithmic` },
  { value: 'category', label: t`Category` },
]
const yScales = xScales.filter(({ value }) => value === 'linear' || value === 'logarithmic')

type Axis = Pick<ChartAxis, 'type' | 'title' | 'rangeMin' | 'rangeMax'>

/** The fields of an axis: scale if there is a choice, title, and the range if the scale has one. */
function AxisFields({
  axis,
  scales,
  hasRange,
  onChange,
}: {
  axis: Axis
  scales: typeof xScales
  hasRange: boolean
  onChange(patch: Partial<Axis>): void
}) {
  return (
    <>
      {scales.length > 0 && (
        <Select label={t`Scale`} data={scales} value={axis.type} onChange={(type) => type && onChange({ type })} />
      )}
      <DebouncedInput
        label={t`Name`}
        value={axis.title?.text ?? ''}
        onChange={(text) => onChange({ title: text === '' ? null : { ...axis.title, text } })}
      />
      {hasRange && (
        <FieldPair>
          <Bound label={t`Min Value`} value={axis.rangeMin} onChange={(rangeMin) => onChange({ rangeMin })} />
          <Bound label={t`Max Value`} value={axis.rangeMax} onChange={(rangeMax) => onChange({ rangeMax })} />
        </FieldPair>
      )}
    </>
  )
}

function Bound({
  label,
  value,
  onChange,
}: {
  label: string
  value: number | null | undefined
  onChange(value: number | null): void
}) {
  return (
    <NumberInput
      label={label}
      placeholder={t`Auto`}
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
    />
  )
}

function X({ options, chart, others, onChange }: EditorProps<ChartOptions> & { chart: PreparedChart | null }) {
  const { xAxis, globalSeriesType } = options
  const isHeatmap = globalSeriesType === 'heatmap'
  return (
    <>
      <AxisFields
        axis={xAxis}
        scales={isHeatmap ? [] : xScales}
        hasRange={!isHeatmap && (xAxis.type === 'linear' || xAxis.type === 'logarithmic')}
        onChange={(patch) => onChange({ xAxis: { ...xAxis, ...patch } })}
      />
      <FieldRule />
      <SwitchRow label={t`Sort Values`} checked={options.sortX} onChange={(sortX) => onChange({ sortX })} />
      <SwitchRow label={t`Reverse Order`} checked={options.reverseX} onChange={(reverseX) => onChange({ reverseX })} />
      <SwitchRow
        label={t`Show Labels`}
        checked={xAxis.labels.enabled}
        onChange={(enabled) => onChange({ xAxis: { ...xAxis, labels: { ...xAxis.labels, enabled } } })}
      />
      {isCartesian(globalSeriesType) && (
        <>
          <FieldRule />
          <Annotations options={options} chart={chart} onChange={onChange} />
          <AnnotationQuery options={options} others={others} onChange={onChange} />
        </>
      )}
    </>
  )
}

/** The fields of the y axis of a heatmap, which has names instead of numbers. */
function HeatmapY({ options, onChange }: EditorProps<ChartOptions>) {
  const [left, ...others] = options.yAxis
  return (
    <>
      {left && (
        <AxisFields
          axis={left}
          scales={[]}
          hasRange={false}
          onChange={(patch) => onChange({ yAxis: [{ ...left, ...patch }, ...others] })}
        />
      )}
      <FieldRule />
      <SwitchRow label={t`Sort Values`} checked={options.sortY} onChange={(sortY) => onChange({ sortY })} />
      <SwitchRow label={t`Reverse Order`} checked={options.reverseY} onChange={(reverseY) => onChange({ reverseY })} />
    </>
  )
}

function Y({ options, columns, formats, parameters, onChange }: EditorProps<ChartOptions>) {
  const axes = options.yAxis.map((axis, index) => {
    const side = index === 0 ? t`Left Y Axis` : t`Right Y Axis`
    const change = (patch: Partial<ChartAxis>) =>
      onChange({ yAxis: options.yAxis.map((other, at) => (at === index ? { ...other, ...patch } : other)) })
    return (
      <div key={side} style={{ display: 'contents' }}>
        {index > 0 && <FieldRule />}
        <FieldGroup title={side} />
        <AxisFields axis={axis} scales={yScales} hasRange onChange={change} />
        <NumberFormatField
          label={t`Number Format`}
          named={formatsAfter(t`As the chart`)}
          marks={formats.numberMarks}
          value={axis.numberFormat ?? ''}
          onChange={(numberFormat) => change({ numberFormat: numberFormat === '' ? undefined : numberFormat })}
        />
      </div>
    )
  })
  return (
    <>
      {axes}
      {options.globalSeriesType !== 'box' && (
        <>
          <FieldRule />
          <ReferenceLines options={options} columns={columns} parameters={parameters} onChange={onChange} />
        </>
      )}
    </>
  )
}

export const AxisTabs = { X, Y, HeatmapY }
