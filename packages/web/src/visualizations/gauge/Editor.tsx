import { ColumnSelect } from '../ColumnSelect.tsx'
import { goneSentence, isNumeric } from '../column-choice.ts'
import { DebouncedInput, NumberField } from '../EditorFields.tsx'
import { EditorTabs, FieldPair, FieldRule } from '../EditorTabs.tsx'
import { NumberFormatField } from '../NumberFormatField.tsx'
import type { EditorProps } from '../visualization.ts'
import type { GaugeOptions } from './options.ts'
import { Ranges } from './Ranges.tsx'

export const Editor = (props: EditorProps<GaugeOptions>) => (
  <EditorTabs
    tabs={[
      { name: 'General', content: <GeneralTab {...props} /> },
      { name: 'Scale', content: <ScaleTab {...props} /> },
      { name: 'Format', content: <FormatTab {...props} /> },
    ]}
  />
)

function GeneralTab({ options, columns, onChange }: EditorProps<GaugeOptions>) {
  const { valueColumn } = options
  return (
    <>
      <DebouncedInput
        label="Label"
        placeholder="Visualization name"
        value={options.label}
        onChange={(label) => onChange({ label })}
      />
      <ColumnSelect
        label="Value Column"
        columns={columns}
        value={valueColumn}
        isRequired
        error={valueColumn === null ? 'Choose a column with the value.' : goneSentence([valueColumn], columns)}
        onChange={(chosen) => onChange({ valueColumn: chosen })}
      />
      <NumberField
        label="Row Number"
        description="-1 is the last row."
        value={options.rowNumber}
        onChange={(row) => onChange({ rowNumber: row ?? 1 })}
      />
      <FieldRule />
      <ColumnSelect
        label="Target Column"
        columns={numbersOf(columns, options.targetColumn)}
        value={options.targetColumn}
        isRequired={false}
        error={goneSentence([options.targetColumn], columns)}
        onChange={(targetColumn) => onChange({ targetColumn })}
      />
      {options.targetColumn === null && (
        <NumberField
          label="Target"
          placeholder="None"
          allowsDecimals
          value={options.target}
          onChange={(target) => onChange({ target })}
        />
      )}
    </>
  )
}

const numbersOf = (columns: EditorProps<GaugeOptions>['columns'], chosen: string | null) =>
  columns.filter((column) => isNumeric(column) || column.name === chosen)

function ScaleTab({ options, columns, onChange }: EditorProps<GaugeOptions>) {
  const { minColumn, maxColumn } = options
  return (
    <>
      <FieldPair>
        <NumberField label="Start" allowsDecimals value={options.min} onChange={(min) => onChange({ min: min ?? 0 })} />
        <NumberField
          label="End"
          placeholder="Automatic"
          allowsDecimals
          value={options.max}
          onChange={(max) => onChange({ max })}
        />
      </FieldPair>
      <ColumnSelect
        label="Start from Column"
        columns={numbersOf(columns, minColumn)}
        value={minColumn}
        isRequired={false}
        error={goneSentence([minColumn], columns)}
        onChange={(chosen) => onChange({ minColumn: chosen })}
      />
      <ColumnSelect
        label="End from Column"
        columns={numbersOf(columns, maxColumn)}
        value={maxColumn}
        isRequired={false}
        error={goneSentence([maxColumn], columns)}
        onChange={(chosen) => onChange({ maxColumn: chosen })}
      />
      <Ranges ranges={options.ranges} onChange={(ranges) => onChange({ ranges })} />
    </>
  )
}

const FormatTab = ({ options, formats, onChange }: EditorProps<GaugeOptions>) => (
  <>
    <NumberFormatField
      label="Number Values Format"
      marks={formats.numberMarks}
      value={options.numberFormat}
      onChange={(numberFormat) => onChange({ numberFormat })}
    />
    <FieldPair>
      <DebouncedInput label="Prefix" value={options.prefix} onChange={(prefix) => onChange({ prefix })} />
      <DebouncedInput label="Suffix" value={options.suffix} onChange={(suffix) => onChange({ suffix })} />
    </FieldPair>
  </>
)
