import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { ColumnSelect } from '../ColumnSelect.tsx'
import { DebouncedInput, NumberField, SwitchRow } from '../EditorFields.tsx'
import { EditorTabs, FieldPair, FieldRule } from '../EditorTabs.tsx'
import type { EditorProps } from '../visualization.ts'
import type { CounterOptions } from './options.ts'
import { isOverTime, problem } from './prepare.ts'

export const Editor = (props: EditorProps<CounterOptions>) => (
  <EditorTabs
    tabs={[
      { name: t`General`, content: <GeneralTab {...props} /> },
      { name: t`Format`, content: <FormatTab {...props} /> },
    ]}
  />
)

const ROW_HINT = t`-1 is the last row.`

const isNumeric = (type: SourceColumn['type']) => type === 'integer' || type === 'float'

function GeneralTab({ options, columns, onChange }: EditorProps<CounterOptions>) {
  const hasTimes = options.timeColumn === null || columns.some(({ name }) => name === options.timeColumn)
  return (
    <>
      <DebouncedInput
        label={t`Counter Label`}
        placeholder={t`Visualization name`}
        value={options.counterLabel}
        onChange={(counterLabel) => onChange({ counterLabel })}
      />
      {!options.countRow && (
        <>
          <ColumnSelect
            label={t`Counter Value Column Name`}
            columns={columns}
            value={columns.some(({ name }) => name === options.counterColName) ? options.counterColName : null}
            isRequired
            error={problem({ ...options, timeColumn: null }, columns)}
            onChange={(name) => name !== null && onChange({ counterColName: name })}
          />
          <ColumnSelect
            label={t`Time Column`}
            columns={columns}
            value={options.timeColumn}
            isRequired={false}
            error={hasTimes ? null : problem(options, columns)}
            onChange={(timeColumn) => onChange({ timeColumn })}
          />
          {options.timeColumn === null ? (
            <NumberField
              label={t`Counter Value Row Number`}
              description={ROW_HINT}
              value={options.rowNumber}
              onChange={(row) => onChange({ rowNumber: row ?? 1 })}
            />
          ) : (
            <LatestFields options={options} onChange={onChange} />
          )}
        </>
      )}
      {!isOverTime(options) && <TargetFields options={options} columns={columns} onChange={onChange} />}
      <SwitchRow label={t`Count Rows`} checked={options.countRow} onChange={(countRow) => onChange({ countRow })} />
    </>
  )
}

/** With what the latest value is compared, and what is good. */
function LatestFields({ options, onChange }: Pick<EditorProps<CounterOptions>, 'options' | 'onChange'>) {
  return (
    <>
      <Select
        label={t`Compare with`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        description={t`Shows the latest value, the change, and a line of all values. Only rows of this result count.`}
        data={[
          { value: 'previous', label: t`The value before` },
          { value: 'year', label: t`The same time one year earlier` },
        ]}
        value={options.comparedWith}
        allowDeselect={false}
        onChange={(comparedWith) => comparedWith && onChange({ comparedWith })}
      />
      <Select
        label={t`Compare as`}
        data={[
          { value: 'percent', label: t`Difference in percent` },
          { value: 'difference', label: t`Difference` },
        ]}
        value={options.comparison === 'difference' ? 'difference' : 'percent'}
        allowDeselect={false}
        onChange={(comparison) => comparison && onChange({ comparison })}
      />
      <SwitchRow
        label={t`Lower is better`}
        checked={options.lowerIsBetter}
        onChange={(lowerIsBetter) => onChange({ lowerIsBetter })}
      />
      <FieldRule />
    </>
  )
}

/** The target and the line of a counter of single rows. */
function TargetFields({ options, columns, onChange }: Pick<EditorProps<CounterOptions>, 'options' | 'columns' | 'onChange'>) {
  return (
    <>
      <ColumnSelect
        label={t`Target Value Column Name`}
        columns={columns}
        value={options.targetColName}
        isRequired={false}
        error={null}
        onChange={(targetColName) => onChange({ targetColName })}
      />
      {options.targetColName !== null && (
        <>
          <NumberField
            label={t`Target Value Row Number`}
            description={ROW_HINT}
            value={options.targetRowNumber}
            onChange={(row) => onChange({ targetRowNumber: row ?? 1 })}
          />
          <Select
            label={t`Compare as`}
            data={[
              { value: 'percent', label: t`Difference in percent` },
              { value: 'difference', label: t`Difference` },
              { value: 'share', label: t`Share of target` },
            ]}
            value={options.comparison}
            allowDeselect={false}
            onChange={(comparison) => comparison && onChange({ comparison })}
          />
          <SwitchRow
            label={t`Lower is better`}
            checked={options.lowerIsBetter}
            onChange={(lowerIsBetter) => onChange({ lowerIsBetter })}
          />
        </>
      )}
      <FieldRule />
      <ColumnSelect
        label={t`Sparkline Column`}
        columns={columns.filter(({ name, type }) => isNumeric(type) || name === options.sparklineColumn)}
        value={options.sparklineColumn}
        isRequired={false}
        error={null}
        onChange={(sparklineColumn) => onChange({ sparklineColumn })}
      />
      <FieldRule />
    </>
  )
}

function FormatTab({ options, onChange }: EditorProps<CounterOptions>) {
  return (
    <>
      <NumberField
        label={t`Formatting Decimal Place`}
        min={0}
        max={20}
        value={options.stringDecimal}
        onChange={(decimals) => onChange({ stringDecimal: decimals ?? 0 })}
      />
      <SwitchRow
        label={t`Shorten numbers from a million on`}
        checked={options.shortens}
        onChange={(shortens) => onChange({ shortens })}
      />
      <FieldPair>
        <DebouncedInput
          label={t`Decimal Character`}
          value={options.stringDecChar}
          onChange={(stringDecChar) => onChange({ stringDecChar })}
        />
        <DebouncedInput
          label={t`Thousands Separator`}
          value={options.stringThouSep}
          onChange={(stringThouSep) => onChange({ stringThouSep })}
        />
      </FieldPair>
      <FieldPair>
        <DebouncedInput
          label={t`String Prefix`}
          value={options.stringPrefix}
          onChange={(stringPrefix) => onChange({ stringPrefix })}
        />
        <DebouncedInput
          label={t`String Suffix`}
          value={options.stringSuffix}
          onChange={(stringSuffix) => onChange({ stringSuffix })}
        />
      </FieldPair>
      <DebouncedInput
        label={t`Tooltip Format`}
        description={t`For example 0,0.00 for 1,234.50, or 0.0a for 1.2k.`}
        value={options.tooltipFormat}
        onChange={(tooltipFormat) => onChange({ tooltipFormat })}
      />
      <FieldRule />
      <SwitchRow
        label={t`Format Target Value`}
        checked={options.formatTargetValue}
        onChange={(formatTargetValue) => onChange({ formatTargetValue })}
      />
    </>
  )
}
