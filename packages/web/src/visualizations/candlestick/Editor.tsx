import { t } from '@lingui/core/macro'
import { ColorRow } from '../ColorRow.tsx'
import { ColumnSelect } from '../ColumnSelect.tsx'
import { goneSentence, isNumeric } from '../column-choice.ts'
import { EditorTabs, FieldRule } from '../EditorTabs.tsx'
import { NumberFormatField } from '../NumberFormatField.tsx'
import type { EditorProps } from '../visualization.ts'
import { automaticColors } from './option.ts'
import type { CandlestickOptions } from './options.ts'

export const Editor = (props: EditorProps<CandlestickOptions>) => (
  <EditorTabs
    tabs={[
      { name: t`General`, content: <GeneralTab {...props} /> },
      { name: t`Appearance`, content: <AppearanceTab {...props} /> },
    ]}
  />
)

const fields = [
  { key: 'openColumn', label: t`Open Column` },
  { key: 'highColumn', label: t`High Column` },
  { key: 'lowColumn', label: t`Low Column` },
  { key: 'closeColumn', label: t`Close Column` },
] as const

function GeneralTab({ options, columns, onChange }: EditorProps<CandlestickOptions>) {
  const errorOf = (chosen: string | null) => (chosen === null ? t`Choose a column.` : goneSentence([chosen], columns))
  const numbers = (chosen: string | null) => columns.filter((column) => isNumeric(column) || column.name === chosen)
  return (
    <>
      <ColumnSelect
        label={t`Time Column`}
        columns={columns}
        value={options.timeColumn}
        isRequired
        error={errorOf(options.timeColumn)}
        onChange={(timeColumn) => onChange({ timeColumn })}
      />
      {fields.map(({ key, label }) => (
        <ColumnSelect
          key={key}
          label={label}
          columns={numbers(options[key])}
          value={options[key]}
          isRequired
          error={errorOf(options[key])}
          onChange={(chosen) => onChange({ [key]: chosen })}
        />
      ))}
      <FieldRule />
      <ColumnSelect
        label={t`Volume Column`}
        columns={numbers(options.volumeColumn)}
        value={options.volumeColumn}
        isRequired={false}
        error={goneSentence([options.volumeColumn], columns)}
        onChange={(volumeColumn) => onChange({ volumeColumn })}
      />
    </>
  )
}

const AppearanceTab = ({ options, formats, onChange }: EditorProps<CandlestickOptions>) => (
  <>
    <NumberFormatField
      label={t`Prices Format`}
      marks={formats.numberMarks}
      value={options.numberFormat}
      onChange={(numberFormat) => onChange({ numberFormat })}
    />
    <FieldRule />
    <div>
      <ColorRow
        name={t`Up`}
        value={options.upColor}
        automatic={automaticColors.up}
        onChange={(upColor) => onChange({ upColor })}
      />
      <ColorRow
        name={t`Down`}
        value={options.downColor}
        automatic={automaticColors.down}
        onChange={(downColor) => onChange({ downColor })}
      />
    </div>
  </>
)
