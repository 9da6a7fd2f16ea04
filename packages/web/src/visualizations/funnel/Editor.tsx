import { t } from '@lingui/core/macro'
import { ColumnSelect } from '../ColumnSelect.tsx'
import { DebouncedInput, NumberField, SwitchRow } from '../EditorFields.tsx'
import { EditorTabs, FieldPair, FieldRule } from '../EditorTabs.tsx'
import { NumberFormatField } from '../NumberFormatField.tsx'
import type { EditorProps } from '../visualization.ts'
import type { FunnelOptions } from './prepare.ts'

export const Editor = (props: EditorProps<FunnelOptions>) => (
  <EditorTabs
    tabs={[
      { name: t`General`, content: <GeneralTab {...props} /> },
      { name: t`Appearance`, content: <AppearanceTab {...props} /> },
    ]}
  />
)

function GeneralTab({ options, columns, onChange }: EditorProps<FunnelOptions>) {
  const { stepCol, valueCol, sortKeyCol, autoSort } = options
  const isThere = (wanted: string | null) => columns.some(({ name }) => name === wanted)
  return (
    <>
      <ColumnSelect
        label={t`Step Column`}
        columns={columns}
        value={stepCol.colName}
        isRequired
        error={isThere(stepCol.colName) ? null : t`Choose a step column.`}
        onChange={(colName) => onChange({ stepCol: { ...stepCol, colName } })}
      />
      <DebouncedInput
        label={t`Step Column Title`}
        value={stepCol.displayAs}
        onChange={(displayAs) => onChange({ stepCol: { ...stepCol, displayAs } })}
      />
      <ColumnSelect
        label={t`Value Column`}
        columns={columns}
        value={valueCol.colName}
        isRequired
        error={isThere(valueCol.colName) ? null : t`Choose a value column.`}
        onChange={(colName) => onChange({ valueCol: { ...valueCol, colName } })}
      />
      <DebouncedInput
        label={t`Value Column Title`}
        value={valueCol.displayAs}
        onChange={(displayAs) => onChange({ valueCol: { ...valueCol, displayAs } })}
      />
      <FieldRule />
      <SwitchRow label={t`Custom Sorting`} checked={!autoSort} onChange={(isCustom) => onChange({ autoSort: !isCustom })} />
      {!autoSort && (
        <>
          <ColumnSelect
            label={t`Sort Column`}
            columns={columns}
            value={sortKeyCol.colName}
            isRequired={false}
            error={null}
            onChange={(colName) => onChange({ sortKeyCol: { ...sortKeyCol, colName } })}
          />
          <SwitchRow
            label={t`Reverse Order`}
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
        label={t`Number Values Format`}
        marks={formats.numberMarks}
        value={options.numberFormat}
        onChange={(numberFormat) => onChange({ numberFormat })}
      />
      <NumberFormatField
        label={t`Percent Values Format`}
        kind="share"
        marks={formats.numberMarks}
        value={options.percentFormat}
        onChange={(percentFormat) => onChange({ percentFormat })}
      />
      <NumberField
        label={t`Items Count Limit`}
        min={2}
        max={100}
        value={options.itemsLimit}
        onChange={(limit) => onChange({ itemsLimit: limit ?? 100 })}
      />
      <FieldPair>
        <NumberField
          label={t`Min Percent Value`}
          allowsDecimals
          min={0}
          value={range.min}
          onChange={(min) => onChange({ percentValuesRange: { ...range, min: min ?? 0.01 } })}
        />
        <NumberField
          label={t`Max Percent Value`}
          allowsDecimals
          min={0}
          value={range.max}
          onChange={(max) => onChange({ percentValuesRange: { ...range, max: max ?? 1000 } })}
        />
      </FieldPair>
    </>
  )
}
