import { t } from '@lingui/core/macro'
import { Checkbox, Select } from '@mantine/core'
import type { TimeUnit } from '@sightline/contract/result-groups.ts'
import { type ExploredColumn, MAX_GROUPS, unitsFor } from '@sightline/domain/explore/exploration.ts'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { ColumnPicker } from './ColumnPicker.tsx'
import { groupBy, withAcross, withGroup, withGroupAt, withoutGroup } from './changes.ts'
import { Entry, PanelSection } from './PanelSection.tsx'
import type { SectionProps } from './section-props.ts'

const EACH = t`Each value`
const unitNames: Record<TimeUnit, string> = {
  year: t`Year`,
  quarter: t`Quarter`,
  month: t`Month`,
  week: t`Week`,
  day: t`Day`,
  hour: t`Hour`,
}

/** The columns by which rows are grouped. */
export function GroupSection({ exploration, columns, onChange }: SectionProps) {
  const { groups, across, measures } = exploration
  // A column can be cut to one unit only.
  const unused = columns.filter(({ name }) => !groups.some(({ column }) => column === name))
  const replace = (index: number, group: (typeof groups)[number]) => onChange(withGroupAt(exploration, index, group))
  return (
    <PanelSection title={t`Group by`} entries={groups.length}>
      {groups.map(({ column: name, unit }, index) => {
        const column = columns.find((one) => one.name === name)
        return (
          <Entry key={name} removeLabel={t`Remove group ${name}`} onRemove={() => onChange(withoutGroup(exploration, index))}>
            <ColumnPicker
              label={t`Group ${index + 1}`}
              columns={column ? [column, ...unused] : unused}
              value={name}
              onChange={(next) => {
                const chosen = columns.find((one) => one.name === next)
                if (chosen) replace(index, groupBy(chosen))
              }}
            />
            {column && unitsFor(column).length > 0 && (
              <UnitSelect column={column} unit={unit} onChange={(next) => replace(index, { column: name, unit: next })} />
            )}
            {measures.length > 0 && (
              <Checkbox
                size="xs"
                label={t`In columns`}
                py={4}
                aria-label={t`Values of ${name} in columns`}
                checked={across === name}
                onChange={(event) => onChange(withAcross(exploration, event.currentTarget.checked ? name : null))}
              />
            )}
          </Entry>
        )
      })}
      {groups.length < MAX_GROUPS && unused.length > 0 && (
        <ColumnPicker
          label={t`Add column`}
          placeholder={t`Add column...`}
          columns={unused}
          value={null}
          onChange={(name) => {
            const column = columns.find((one) => one.name === name)
            if (column) onChange(withGroup(exploration, column))
          }}
        />
      )}
    </PanelSection>
  )
}

interface UnitSelectProps {
  column: SourceColumn & ExploredColumn
  unit: TimeUnit | null
  onChange(unit: TimeUnit | null): void
}

function UnitSelect({ column, unit, onChange }: UnitSelectProps) {
  const units = unitsFor(column)
  return (
    <Select
      size="xs"
      aria-label={t`Unit of ${column.name}`}
      data={[...units.map((value) => ({ value, label: unitNames[value] })), { value: EACH, label: EACH }]}
      value={unit ?? EACH}
      allowDeselect={false}
      onChange={(chosen) => onChange(units.find((one) => one === chosen) ?? null)}
    />
  )
}
