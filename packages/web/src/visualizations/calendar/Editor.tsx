import { Select } from '@mantine/core'
import { ColumnSelect } from '../ColumnSelect.tsx'
import { goneSentence, isNumeric, isTime } from '../column-choice.ts'
import { EditorTabs } from '../EditorTabs.tsx'
import { NumberFormatField } from '../NumberFormatField.tsx'
import type { EditorProps } from '../visualization.ts'
import { type CalendarOptions, weekStarts } from './options.ts'
import { problem } from './prepare.ts'

export const Editor = (props: EditorProps<CalendarOptions>) => (
  <EditorTabs tabs={[{ name: 'General', content: <GeneralTab {...props} /> }]} />
)

function GeneralTab({ options, columns, formats, onChange }: EditorProps<CalendarOptions>) {
  const { dateColumn, valueColumn } = options
  return (
    <>
      <ColumnSelect
        label="Date Column"
        columns={columns.filter((column) => isTime(column) || column.name === dateColumn)}
        value={dateColumn}
        isRequired
        error={problem({ ...options, valueColumn: null }, columns)}
        onChange={(chosen) => onChange({ dateColumn: chosen })}
      />
      <ColumnSelect
        label="Value Column (number of rows if empty)"
        columns={columns.filter((column) => isNumeric(column) || column.name === valueColumn)}
        value={valueColumn}
        isRequired={false}
        error={goneSentence([valueColumn], columns)}
        onChange={(chosen) => onChange({ valueColumn: chosen })}
      />
      <Select
        label="Weeks Start on"
        data={[
          { value: 'monday', label: 'Monday' },
          { value: 'sunday', label: 'Sunday' },
        ]}
        value={options.weekStart}
        allowDeselect={false}
        onChange={(chosen) => onChange({ weekStart: weekStarts.find((start) => start === chosen) ?? 'monday' })}
      />
      <NumberFormatField
        label="Number Values Format"
        marks={formats.numberMarks}
        value={options.numberFormat}
        onChange={(numberFormat) => onChange({ numberFormat })}
      />
    </>
  )
}
