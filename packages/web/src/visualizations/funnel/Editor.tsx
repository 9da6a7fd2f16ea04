import { ColumnSelect } from '../ColumnSelect.tsx'
import { DebouncedInput, NumberField, SwitchRow } from '../EditorFields.tsx'
import { EditorTabs, FieldPair, FieldRule } from '../EditorTabs.tsx'
import { NumberFormatField } from '../NumberFormatField.tsx'
import type { EditorProps } from '../visualization.ts'
import type { FunnelOptions } from './prepare.ts'

export const Editor = (props: EditorProps<FunnelOptions>) => (
  <EditorTabs
    tabs={[
      { name: 'General', content: <GeneralTab {...props} /> },
      { name: 'Appearance', content: <AppearanceTab {...props} /> },
    ]}
  />
)

function GeneralTab({ options, columns, onChange }: EditorProps<FunnelOptions>) {
  const { stepCol, valueCol, sortKeyCol, autoSort } = options
  const isThere = (wanted: string | null) => columns.some(({ name }) => name === wanted)
  return (
    <>
      <ColumnSelect
        label="Step Column"
        columns={columns}
        value={stepCol.colName}
        isRequired
        error={isThere(stepCol.colName) ? null : 'Choose a step column.'}
        onChange={(colName) => onChange({ stepCol: { ...stepCol, colName } })}
      />
      <DebouncedInput
        label="Step Column Title"
        value={stepCol.displayAs}
        onChange={(displayAs) => onChange({ stepCol: { ...stepCol, displayAs } })}
      />
      <ColumnSelect
        label="Value Column"
        columns={columns}
        value={valueCol.colName}
        isRequired
        error={isThere(valueCol.colName) ? null : 'Choose a value column.'}
        onChange={(colName) => onChange({ valueCol: { ...valueCol, colName } })}
      />
      <DebouncedInput
        label="Value Column Title"
        value={valueCol.displayAs}
        onChange={(displayAs) => onChange({ valueCol: { ...valueCol, displayAs } })}
      />
      <FieldRule />
      <SwitchRow label="Custom Sorting" checked={!autoSort} onChange={(isCustom) => onChange({ autoSort: !isCustom })} />
      {!autoSort && (
        <>
          <ColumnSelect
            label="Sort Column"
            columns={columns}
            value={sortKeyCol.colName}
            isRequired={false}
            error={null}
            onChange={(colName) => onChange({ sortKeyCol: { ...sortKeyCol, colName } })}
          />
          <SwitchRow
            label="Reverse Order"
            checked={sortKeyCol.reverse}
            onChange={(reverse) => onChange({ sortKeyCol: { ...sortKeyCol, reverse } })}
          />
        </>
      )}
    </>
  )
}

function AppearanceTab({ options, formats, onChange }: EditorProps<FunnelOptions>) {
  const { percentValuesRange: range } = options
  return (
    <>
      <NumberFormatField
        label="Number Values Format"
        marks={formats.numberMarks}
        value={options.numberFormat}
        onChange={(numberFormat) => onChange({ numberFormat })}
      />
      <NumberFormatField
        label="Percent Values Format"
        kind="share"
        marks={formats.numberMarks}
        value={options.percentFormat}
        onChange={(percentFormat) => onChange({ percentFormat })}
      />
      <NumberField
        label="Items Count Limit"
        min={2}
        max={100}
        value={options.itemsLimit}
        onChange={(limit) => onChange({ itemsLimit: limit ?? 100 })}
      />
      <FieldPair>
        <NumberField
          label="Min Percent Value"
          allowsDecimals
          min={0}
          value={range.min}
          onChange={(min) => onChange({ percentValuesRange: { ...range, min: min ?? 0.01 } })}
        />
        <NumberField
          label="Max Percent Value"
          allowsDecimals
          min={0}
          value={range.max}
          onChange={(max) => onChange({ percentValuesRange: { ...range, max: max ?? 1000 } })}
        />
      </FieldPair>
    </>
  )
}
