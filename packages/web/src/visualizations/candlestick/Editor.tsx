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
      { name: 'General', content: <GeneralTab {...props} /> },
      { name: 'Appearance', content: <AppearanceTab {...props} /> },
    ]}
  />
)

const fields = [
  { key: 'openColumn', label: 'Open Column' },
  { key: 'highColumn', label: 'High Column' },
  { key: 'lowColumn', label: 'Low Column' },
  { key: 'closeColumn', label: 'Close Column' },
] as const

function GeneralTab({ options, columns, onChange }: EditorProps<CandlestickOptions>) {
  const errorOf = (chosen: string | null) => (chosen === null ? 'Choose a column.' : goneSentence([chosen], columns))
  const numbers = (chosen: string | null) => columns.filter((column) => isNumeric(column) || column.name === chosen)
  return (
    <>
      <ColumnSelect
        label="Time Column"
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
        label="Volume Column"
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
      label="Prices Format"
      marks={formats.numberMarks}
      value={options.numberFormat}
      onChange={(numberFormat) => onChange({ numberFormat })}
    />
    <FieldRule />
    <div>
      <ColorRow
        name="Up"
        value={options.upColor}
        automatic={automaticColors.up}
        onChange={(upColor) => onChange({ upColor })}
      />
      <ColorRow
        name="Down"
        value={options.downColor}
        automatic={automaticColors.down}
        onChange={(downColor) => onChange({ downColor })}
      />
    </div>
  </>
)
