import { t } from '@lingui/core/macro'
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
      { name: t`General`, content: <GeneralTab {...props} /> },
      { name: t`Scale`, content: <ScaleTab {...props} /> },
      { name: t`Format`, content: <FormatTab {...props} /> },
    ]}
  />
)

function GeneralTab({ options, columns, onChange }: EditorProps<GaugeOptions>) {
  const { valueColumn } = options
  return (
    <>
      <DebouncedInput
        label={t`Label`}
        placeholder={t`Visualization name`}
        value={options.label}
        onChange={(label) => onChange({ label })}
      />
      <ColumnSelect
        label={t`Value Column`}
        columns={columns}
        value={valueColumn}
        isRequired
        error={valueColumn === null ? t`Choose a column with the value.` : goneSentence([valueColumn], columns)}
        onChange={(chosen) => onChange({ valueColumn: chosen })}
      />
      <NumberField
        label={t`Row Number`}
        description={t`-1 is the last row.`}
        value={options.rowNumber}
        onChange={(row) => onChange({ rowNumber: row ?? 1 })}
      />
      <FieldRule />
      <ColumnSelect
        label={t`Target Column`}
        columns={numbersOf(columns, options.targetColumn)}
        value={options.targetColumn}
        isRequired={false}
        error={goneSentence([options.targetColumn], columns)}
        onChange={(targetColumn) => onChange({ targetColumn })}
      />
      {options.targetColumn === null && (
        <NumberField
          label={t`Target`}
          placeholder={t`None`}
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
        <NumberField label={t`Start`} allowsDecimals value={options.min} onChange={(min) => onChange({ min: min ?? 0 })} />
        <NumberField
          label={t`End`}
          placeholder={t`Automatic`}
          allowsDecimals
          value={options.max}
          onChange={(max) => onChange({ max })}
        />
      </FieldPair>
      <ColumnSelect
        label={t`Start from Column`}
        columns={numbersOf(columns, minColumn)}
        value={minColumn}
        isRequired={false}
        error={goneSentence([minColumn], columns)}
        onChange={(chosen) => onChange({ minColumn: chosen })}
      />
      <ColumnSelect
        label={t`End from Column`}
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
      label={t`Number Values Format`}
      marks={formats.numberMarks}
      value={options.numberFormat}
      onChange={(numberFormat) => onChange({ numberFormat })}
    />
    <FieldPair>
      <DebouncedInput label={t`Prefix`} value={options.prefix} onChange={(prefix) => onChange({ prefix })} />
      <DebouncedInput label={t`Suffix`} value={options.suffix} onChange={(suffix) => onChange({ suffix })} />
    </FieldPair>
  </>
)
