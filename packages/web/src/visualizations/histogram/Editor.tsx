import { ColorRow } from '../ColorRow.tsx'
import { ColumnSelect } from '../ColumnSelect.tsx'
import { isTime } from '../column-choice.ts'
import { DebouncedInput, NumberField, SwitchRow } from '../EditorFields.tsx'
import { EditorTabs, FieldPair, FieldRule } from '../EditorTabs.tsx'
import { automaticColor } from '../palette.ts'
import type { EditorProps } from '../visualization.ts'
import { BIN_LIMITS, type HistogramOptions } from './options.ts'
import { problem } from './prepare.ts'

export const Editor = (props: EditorProps<HistogramOptions>) => (
  <EditorTabs
    tabs={[
      { name: 'General', content: <GeneralTab {...props} /> },
      { name: 'Appearance', content: <AppearanceTab {...props} /> },
    ]}
  />
)

function GeneralTab({ options, columns, onChange }: EditorProps<HistogramOptions>) {
  const error = problem(options, columns)
  return (
    <>
      <ColumnSelect
        label="Column"
        columns={columns.filter((column) => !isTime(column) || column.name === options.column)}
        value={options.column}
        isRequired
        error={error}
        onChange={(column) => onChange({ column })}
      />
      <NumberField
        label="Number of Ranges"
        description="About as many, so that their ends are round numbers."
        placeholder="Automatic"
        {...BIN_LIMITS}
        value={options.bins}
        onChange={(bins) => onChange({ bins })}
      />
      <FieldPair>
        <NumberField
          label="From"
          placeholder="Least number"
          allowsDecimals
          value={options.rangeMin}
          onChange={(rangeMin) => onChange({ rangeMin })}
        />
        <NumberField
          label="Below"
          placeholder="Greatest number"
          allowsDecimals
          value={options.rangeMax}
          onChange={(rangeMax) => onChange({ rangeMax })}
        />
      </FieldPair>
      <FieldRule />
      <SwitchRow label="Show Shares" checked={options.share} onChange={(share) => onChange({ share })} />
      <SwitchRow label="Cumulative" checked={options.cumulative} onChange={(cumulative) => onChange({ cumulative })} />
    </>
  )
}

const AppearanceTab = ({ options, formats, onChange }: EditorProps<HistogramOptions>) => (
  <>
    <DebouncedInput
      label="X Axis Title"
      placeholder={options.column ?? ''}
      value={options.xTitle}
      onChange={(xTitle) => onChange({ xTitle })}
    />
    <ColorRow
      name="Bars"
      value={options.color}
      automatic={automaticColor(0, formats.chartColors).stored}
      onChange={(color) => onChange({ color })}
    />
  </>
)
