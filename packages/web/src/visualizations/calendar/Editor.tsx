import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { ColumnSelect } from '../ColumnSelect.tsx'
import { goneSentence, isNumeric, isTime } from '../column-choice.ts'
import { EditorTabs } from '../EditorTabs.tsx'
import { NumberFormatField } from '../NumberFormatField.tsx'
import type { EditorProps } from '../visualization.ts'
import { type CalendarOptions, weekStarts } from './options.ts'
import { problem } from './prepare.ts'

export const Editor = (props: EditorProps<CalendarOptions>) => (
  <EditorTabs tabs={[{ name: t`General`, content: <GeneralTab {...props} /> }]} />
)

function GeneralTab({ options, columns, formats, onChange }: EditorProps<CalendarOptions>) {
  const { dateColumn, valueColumn } = options
  return (
    <>
      <ColumnSelect
        label={t`Date Column`}
        columns={columns.filter((column) => isTime(column) || column.name === dateColumn)}
        value={dateColumn}
        isRequired
        error={problem({ ...options, valueColumn: null }, columns)}
        onChange={(chosen) => onChange({ dateColumn: chosen })}
      />
      <ColumnSelect
        label={t`Value Column (number of rows if empty)`}
        columns={columns.filter((column) => isNumeric(column) || column.name === valueColumn)}
        value={valueColumn}
        isRequired={false}
        error={goneSentence([valueColumn], columns)}
        onChange={(chosen) => onChange({ valueColumn: chosen })}
      />
      <Select
        label={t`Weeks Start on`}
        data={[
          { value: 'monday', label: t`Monday` },
          { value: 'sunday', label: t`Sunday` },
        ]}
        value={options.weekStart}
        allowDeselect={false}
        onChange={(chosen) => onChange({ weekStart: weekStarts.find((start) => start === chosen) ?? 'monday' })}
      />
      <NumberFormatField
        label={t`Number Values Format`}
        marks={formats.numberMarks}
        value={options.numberFormat}
        onChange={(numberFormat) => onChange({ numberFormat })}
      />
    </>
  )
}
