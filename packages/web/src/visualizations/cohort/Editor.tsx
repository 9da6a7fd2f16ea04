import { t } from '@lingui/core/macro'
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
      { name: t`Columns`, content: <ColumnsTab {...props} /> },
      { name: t`Options`, content: <OptionsTab {...props} /> },
      { name: t`Colors`, content: <ColorsTab {...props} /> },
      { name: t`Appearance`, content: <AppearanceTab {...props} /> },
    ]}
  />
)

const columnFields = [
  { key: 'dateColumn', label: t`Date (Bucket)` },
  { key: 'stageColumn', label: t`Stage` },
  { key: 'totalColumn', label: t`Bucket Population Size` },
  { key: 'valueColumn', label: t`Stage Value` },
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
        error={isThere ? null : t`The result has no column "${options[key]}".`}
        onChange={(name) => name !== null && onChange({ [key]: name })}
      />
    )
  })
}

function OptionsTab({ options, onChange }: EditorProps<CohortOptions>) {
  return (
    <>
      <Select
        label={t`Time Interval`}
        data={[
          { value: 'daily', label: t`Daily` },
          { value: 'weekly', label: t`Weekly` },
          { value: 'monthly', label: t`Monthly` },
        ]}
        value={options.timeInterval}
        onChange={(timeInterval) => timeInterval && onChange({ timeInterval })}
      />
      <Select
        label={t`Mode`}
        data={[
          { value: 'diagonal', label: t`Fill gaps with zeros` },
          { value: 'simple', label: t`Show data as is` },
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
        label={t`the least`}
        value={colors.min.toUpperCase() === DEFAULT_MIN_COLOR ? null : colors.min}
        automatic={DEFAULT_MIN_COLOR}
        onChange={(min) => onChange({ colors: { ...colors, min: min ?? DEFAULT_MIN_COLOR } })}
      />
      <ColorField
        label={t`the most`}
        value={colors.max.toUpperCase() === DEFAULT_MAX_COLOR ? null : colors.max}
        automatic={DEFAULT_MAX_COLOR}
        onChange={(max) => onChange({ colors: { ...colors, max: max ?? DEFAULT_MAX_COLOR } })}
      />
      <NumberField
        label={t`Steps`}
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
          label={t`Time Column Title`}
          value={options.timeColumnTitle}
          onChange={(timeColumnTitle) => onChange({ timeColumnTitle })}
        />
        <DebouncedInput
          label={t`People Column Title`}
          value={options.peopleColumnTitle}
          onChange={(peopleColumnTitle) => onChange({ peopleColumnTitle })}
        />
      </FieldPair>
      <DebouncedInput
        label={t`Stage Column Title`}
        description={t`${'{{ @ }}'} is the number of the stage.`}
        value={options.stageColumnTitle}
        onChange={(stageColumnTitle) => onChange({ stageColumnTitle })}
      />
      <FieldPair>
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
      </FieldPair>
      <DebouncedInput
        label={t`No Value Placeholder`}
        value={options.noValuePlaceholder}
        onChange={(noValuePlaceholder) => onChange({ noValuePlaceholder })}
      />
      <SwitchRow
        label={t`Show Tooltips`}
        checked={options.showTooltips}
        onChange={(showTooltips) => onChange({ showTooltips })}
      />
      <SwitchRow
        label={t`Normalize values to percentage`}
        checked={options.percentValues}
        onChange={(percentValues) => onChange({ percentValues })}
      />
    </>
  )
}
