import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import type { Cell } from '@sightline/contract/results.ts'
import {
  type Condition,
  type ConditionKind,
  conditionsFor,
  type ExploredColumn,
  isTime,
  MAX_CONDITIONS,
} from '@sightline/domain/explore/exploration.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { ColumnPicker } from './ColumnPicker.tsx'
import { withCondition, withoutCondition } from './changes.ts'
import { Entry, PanelSection } from './PanelSection.tsx'
import type { SectionProps } from './section-props.ts'
import { CellValues, DayValue, TypedValue } from './ValueFields.tsx'

const conditionNames: Record<ConditionKind, string> = {
  is: t`is`,
  is_not: t`is not`,
  contains: t`contains`,
  min: t`at least`,
  max: t`at most`,
  below: t`less than`,
  empty: t`is empty`,
  not_empty: t`is not empty`,
}

/** The conditions that rows must meet. */
export function FilterSection({ exploration, columns, resultId, onChange }: SectionProps & { resultId: number }) {
  const { conditions } = exploration
  return (
    <PanelSection title={t`Filter`} entries={conditions.length}>
      {conditions.map((condition, index) => {
        const place = columns.findIndex(({ name }) => name === condition.column)
        const column = columns[place]
        if (!column) return null
        const replace = (next: Condition, typing = false) =>
          onChange({ ...exploration, conditions: conditions.with(index, next) }, typing)
        return (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: the same condition may be there twice
            key={index}
            removeLabel={t`Remove filter ${condition.column}`}
            onRemove={() => onChange(withoutCondition(exploration, index))}
          >
            <ColumnPicker
              label={t`Filter ${index + 1}`}
              columns={columns}
              value={condition.column}
              onChange={(name) => {
                const chosen = columns.find((one) => one.name === name)
                const added = chosen && withCondition({ ...exploration, conditions: [] }, chosen).conditions[0]
                if (added) replace(added)
              }}
            />
            <ConditionFields
              condition={condition}
              column={column}
              place={place}
              number={index + 1}
              resultId={resultId}
              onChange={replace}
            />
          </Entry>
        )
      })}
      {conditions.length < MAX_CONDITIONS && (
        <ColumnPicker
          label={t`Add filter`}
          placeholder={t`Add filter...`}
          columns={columns}
          value={null}
          onChange={(name) => {
            const column = columns.find((one) => one.name === name)
            if (column) onChange(withCondition(exploration, column))
          }}
        />
      )}
    </PanelSection>
  )
}

interface ConditionFieldsProps {
  condition: Condition
  column: SourceColumn & ExploredColumn
  /** Index of the column. */
  place: number
  /** 1-based number of the filter. */
  number: number
  resultId: number
  onChange(condition: Condition, typing?: boolean): void
}

function ConditionFields({ condition, column, place, number, resultId, onChange }: ConditionFieldsProps) {
  const { kind, values } = condition
  const kinds = conditionsFor(column)
  const [value = null] = values
  const label = t`Value of filter ${number}`
  const takesList = kind === 'is' || kind === 'is_not'
  const set = (cells: Cell[], typing = false) => onChange({ ...condition, values: cells }, typing)
  return (
    <>
      <Select
        size="xs"
        aria-label={t`Condition of filter ${number}`}
        data={kinds.map((one) => ({ value: one, label: conditionNames[one] }))}
        value={kind}
        allowDeselect={false}
        onChange={(chosen) => {
          const next = kinds.find((one) => one === chosen)
          if (next) onChange({ ...condition, kind: next, values: valuesFor(condition, next) })
        }}
      />
      {takesList && (
        <CellValues label={label} resultId={resultId} column={column} place={place} values={values} onChange={set} />
      )}
      {(kind === 'min' || kind === 'max') && isTime(column) && (
        <DayValue label={label} value={value} onChange={(day) => set(day === null ? [] : [day])} />
      )}
      {(kind === 'contains' || kind === 'below' || ((kind === 'min' || kind === 'max') && !isTime(column))) && (
        <TypedValue
          label={label}
          value={value}
          isNumeric={kind !== 'contains'}
          onType={(text) => set(text === '' ? [] : [text], true)}
        />
      )}
    </>
  )
}

const sameValues: ConditionKind[][] = [
  ['is', 'is_not'],
  ['min', 'max', 'below'],
]

/** The values that a condition keeps when its kind changes. */
const valuesFor = ({ kind, values }: Condition, next: ConditionKind): Cell[] =>
  sameValues.some((alike) => alike.includes(kind) && alike.includes(next)) ? values : []
