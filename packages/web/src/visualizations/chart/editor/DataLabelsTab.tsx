import { DebouncedInput } from '../../DebouncedInput.tsx'
import { SwitchRow } from '../../EditorFields.tsx'
import type { EditorProps } from '../../visualization.ts'
import type { ChartOptions } from '../options.ts'

/** Visibility and formats of data labels. */
export function DataLabelsTab({ options, formats, onChange }: EditorProps<ChartOptions>) {
  const isPie = options.globalSeriesType === 'pie'
  return (
    <>
      <SwitchRow
        label="Show Data Labels"
        checked={options.showDataLabels ?? isPie}
        onChange={(showDataLabels) => onChange({ showDataLabels })}
      />
      <DebouncedInput
        label="Number Values Format"
        description="0,0.00 groups thousands and writes two decimals; 0.0a shortens."
        value={options.numberFormat}
        onChange={(numberFormat) => onChange({ numberFormat })}
      />
      <DebouncedInput
        label="Percent Values Format"
        value={options.percentFormat}
        onChange={(percentFormat) => onChange({ percentFormat })}
      />
      <DebouncedInput
        label="Date/Time Values Format"
        placeholder={formats.dateTimeFormat}
        value={options.dateTimeFormat ?? ''}
        onChange={(dateTimeFormat) => onChange({ dateTimeFormat: dateTimeFormat === '' ? undefined : dateTimeFormat })}
      />
      <DebouncedInput
        label="Data Labels"
        description="{{ @@name }} series, {{ @@x }}, {{ @@y }}, {{ @@yPercent }}, {{ @@yError }}, {{ @@size }}, {{ column }} of the row"
        placeholder="Automatic"
        value={options.textFormat}
        onChange={(textFormat) => onChange({ textFormat })}
      />
    </>
  )
}
