import { t } from '@lingui/core/macro'
import { Input, Select } from '@mantine/core'
import { type ComparedStep, changeKinds, comparedSteps } from '@sightline/domain/table-columns/comparison.ts'
import type { StoredColumn } from '@sightline/domain/table-columns/stored-columns.ts'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { ColumnSelect } from '../../ColumnSelect.tsx'
import { SwitchRow } from '../../EditorFields.tsx'
import { FieldPair } from '../../EditorTabs.tsx'

const stepNames: Record<ComparedStep, string> = {
  none: t`Nothing`,
  row: t`The row above`,
  time: t`The time before`,
  month: t`One month earlier`,
  year: t`One year earlier`,
}
const changeNames = { percent: t`Percent`, difference: t`Difference` }

interface CompareFieldsProps {
  column: TableColumn
  /** All columns of the result. */
  columns: readonly SourceColumn[]
  onChange(patch: Partial<StoredColumn>): void
}

/** Chooses the earlier row with which the numbers of a column are compared. */
export function CompareFields({ column, columns, onChange }: CompareFieldsProps) {
  const { comparedWith, comparedTime, comparedGroup, comparison, lowerIsBetter } = column
  const times = columns.filter(({ type }) => type === 'date' || type === 'datetime')
  const others = columns.filter(({ name }) => name !== column.name && name !== comparedTime)
  const chooseStep = (next: string | null) => {
    const step = comparedSteps.find((one) => one === next) ?? comparedWith
    const isTimed = step !== 'none' && step !== 'row'
    // Most results have one column of times.
    onChange({ comparedWith: step, ...(isTimed && comparedTime === null && { comparedTime: times[0]?.name ?? null }) })
  }
  const isTimed = comparedWith !== 'none' && comparedWith !== 'row'
  return (
    <>
      <FieldPair>
        <Select
          label={t`Compare with`}
          data={comparedSteps.map((step) => ({ value: step, label: stepNames[step] }))}
          value={comparedWith}
          allowDeselect={false}
          onChange={chooseStep}
        />
        {comparedWith !== 'none' && (
          <Select
            label={t`Compare as`}
            data={changeKinds.map((kind) => ({ value: kind, label: changeNames[kind] }))}
            value={comparison}
            allowDeselect={false}
            onChange={(next) => onChange({ comparison: changeKinds.find((kind) => kind === next) ?? comparison })}
          />
        )}
      </FieldPair>
      {comparedWith !== 'none' && (
        <>
          <FieldPair>
            {isTimed && (
              <ColumnSelect
                label={t`Time column`}
                columns={times}
                value={comparedTime}
                isRequired
                error={timeProblem(times, comparedTime)}
                onChange={(name) => onChange({ comparedTime: name })}
              />
            )}
            <ColumnSelect
              label={t`Only rows with the same`}
              columns={others}
              value={comparedGroup}
              isRequired={false}
              error={isMissing(columns, comparedGroup) ? t`The result has no column “${comparedGroup ?? ''}”.` : null}
              onChange={(name) => onChange({ comparedGroup: name })}
            />
          </FieldPair>
          <SwitchRow
            label={t`Lower is better`}
            checked={lowerIsBetter}
            onChange={(checked) => onChange({ lowerIsBetter: checked })}
          />
          <Input.Description>{explanationOf(comparedWith)}</Input.Description>
        </>
      )}
    </>
  )
}

const isMissing = (columns: readonly SourceColumn[], name: string | null) =>
  name !== null && !columns.some((column) => column.name === name)

function timeProblem(times: readonly SourceColumn[], name: string | null): string | null {
  if (times.length === 0) return t`The result has no column of dates or times.`
  if (name === null) return t`Choose a column.`
  return isMissing(times, name) ? t`The result has no dates or times in “${name}”.` : null
}

/** Explains the comparison, which the table itself does not show. */
function explanationOf(step: ComparedStep): string {
  const whole = t`All rows of the result are compared: the filters, the order and the pages of the table change nothing.`
  return step === 'row'
    ? t`The row above is that in the order of the query. ${whole}`
    : t`If no row has the earlier time, or several do, there is no change. ${whole}`
}
