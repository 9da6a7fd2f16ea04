import { Select } from '@mantine/core'
import { ColorField } from '../ColorField.tsx'
import { ColumnSelect } from '../ColumnSelect.tsx'
import { DebouncedInput, NumberField, SwitchRow } from '../EditorFields.tsx'
import { EditorTabs, FieldPair } from '../EditorTabs.tsx'
import { NumberFormatField } from '../NumberFormatField.tsx'
import type { EditorProps } from '../visualization.ts'
import { type CohortOptions, DEFAULT_MAX_COLOR, DEFAULT_MIN_COLOR } from './prepare.ts'

export const Editor = (props: EditorProps<CohortOptions>) => (
  <EditorTabs
    tabs={[
      { name: 'Columns', content: <ColumnsTab {...props} /> },
      { name: 'Options', content: <OptionsTab {...props} /> },
      { name: 'Colors', content: <ColorsTab {...props} /> },
      { name: 'Appearance', content: <AppearanceTab {...props} /> },
    ]}
  />
)

const columnFields = [
  { key: 'dateColumn', label: 'Date (Bucket)' },
  { key: 'stageColumn', label: 'Stage' },
  { key: 'totalColumn', label: 'Bucket Population Size' },
  { key: 'valueColumn', label: 'Stage Value' },
] as const

function ColumnsTab({ options, columns, onChange }: EditorProps<CohortOptions>) {
  return columnFields.map(({ key, label }) => {
    const isThere = columns.some(({ name }) => name === options[key])
    return (
      <ColumnSelect
        key={key}
        label={label}
        columns={columns}
        value={isThere ? options[key] : null}
        isRequired
        error={isThere ? null : `The result has no column "${options[key]}".`}
        onChange={(name) => name !== null && onChange({ [key]: name })}
      />
    )
  })
}

function OptionsTab({ options, onChange }: EditorProps<CohortOptions>) {
  return (
    <>
      <Select
        label="Time Interval"
        data={[
          { value: 'daily', label: 'Daily' },
          { value: 'weekly', label: 'Weekly' },
          { value: 'monthly', label: 'Monthly' },
        ]}
        value={options.timeInterval}
        onChange={(timeInterval) => timeInterval && onChange({ timeInterval })}
      />
      <Select
        label="Mode"
        data={[
          { value: 'diagonal', label: 'Fill gaps with zeros' },
          { value: 'simple', label: 'Show data as is' },
        ]}
        value={options.mode}
        onChange={(mode) => mode && onChange({ mode })}
      />
    </>
  )
}

function ColorsTab({ options: { colors }, onChange }: EditorProps<CohortOptions>) {
  return (
    <>
      <ColorField
        label="the least"
        value={colors.min.toUpperCase() === DEFAULT_MIN_COLOR ? null : colors.min}
        automatic={DEFAULT_MIN_COLOR}
        onChange={(min) => onChange({ colors: { ...colors, min: min ?? DEFAULT_MIN_COLOR } })}
      />
      <ColorField
        label="the most"
        value={colors.max.toUpperCase() === DEFAULT_MAX_COLOR ? null : colors.max}
        automatic={DEFAULT_MAX_COLOR}
        onChange={(max) => onChange({ colors: { ...colors, max: max ?? DEFAULT_MAX_COLOR } })}
      />
      <NumberField
        label="Steps"
        min={3}
        max={11}
        value={colors.steps}
        onChange={(steps) => onChange({ colors: { ...colors, steps: steps ?? 7 } })}
      />
    </>
  )
}

function AppearanceTab({ options, formats, onChange }: EditorProps<CohortOptions>) {
  return (
    <>
      <FieldPair>
        <DebouncedInput
          label="Time Column Title"
          value={options.timeColumnTitle}
          onChange={(timeColumnTitle) => onChange({ timeColumnTitle })}
        />
        <DebouncedInput
          label="People Column Title"
          value={options.peopleColumnTitle}
          onChange={(peopleColumnTitle) => onChange({ peopleColumnTitle })}
        />
      </FieldPair>
      <DebouncedInput
        label="Stage Column Title"
        description="{{ @ }} is the number of the stage."
        value={options.stageColumnTitle}
        onChange={(stageColumnTitle) => onChange({ stageColumnTitle })}
      />
      <FieldPair>
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
      </FieldPair>
      <DebouncedInput
        label="No Value Placeholder"
        value={options.noValuePlaceholder}
        onChange={(noValuePlaceholder) => onChange({ noValuePlaceholder })}
      />
      <SwitchRow label="Show Tooltips" checked={options.showTooltips} onChange={(showTooltips) => onChange({ showTooltips })} />
      <SwitchRow
        label="Normalize values to percentage"
        checked={options.percentValues}
        onChange={(percentValues) => onChange({ percentValues })}
      />
    </>
  )
}
