import { t } from '@lingui/core/macro'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import type { StoredColumn } from '@sightline/domain/table-columns/stored-columns.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { DebouncedInput } from '../../EditorFields.tsx'
import { NumberFormatField } from '../../NumberFormatField.tsx'

interface FormatFieldsProps {
  column: TableColumn
  marks: NumberMarks
  /** Whether they stand in a card, which a click outside closes. */
  isInCard?: boolean
  onChange(patch: Partial<StoredColumn>): void
}

/** The format of a column of numbers, or of dates and times. */
export const FormatFields = ({ column, marks, isInCard = false, onChange }: FormatFieldsProps) =>
  column.displayAs === 'datetime' ? (
    <DebouncedInput
      label={t`Date/Time format`}
      description={t`For example ${'YYYY-MM-DD HH:mm'}.`}
      value={column.dateTimeFormat}
      onChange={(dateTimeFormat) => onChange({ dateTimeFormat })}
    />
  ) : (
    <NumberFormatField
      label={t`Number format`}
      value={column.numberFormat}
      marks={marks}
      isInCard={isInCard}
      onChange={(numberFormat) => onChange({ numberFormat })}
    />
  )
