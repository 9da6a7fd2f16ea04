import { t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { groupLimits, sortOf } from '@sightline/domain/explore/exploration.ts'
import { measureName } from '@sightline/domain/explore/measure-name.ts'
import { isPivoted, rowSort } from '@sightline/domain/explore/pivot.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { PanelSection } from './PanelSection.tsx'
import type { SectionProps } from './section-props.ts'

/** The order of the groups, and how many of them are shown. */
export function SortSection({ exploration, onChange }: Omit<SectionProps, 'columns'>) {
  const { groups, across, measures, limit } = exploration
  const isPivot = isPivoted(exploration)
  const sort = isPivot ? rowSort(exploration) : sortOf(exploration)
  const all = groups.map(({ column }, index) => ({ by: 'group' as const, index, value: `group${index}`, label: column }))
  const ofMeasures = measures.map((measure, index) => ({
    by: 'measure' as const,
    index,
    value: `measure${index}`,
    label: measureName(measure),
  }))
  // The head of the table sorts the lines of a pivot table by one of its columns.
  const choices = isPivot ? all.filter(({ label }) => label !== across) : [...all, ...ofMeasures]
  if (choices.length === 0) return null
  return (
    <PanelSection title={t`Sort`}>
      <Select
        size="xs"
        aria-label={t`Sort by`}
        data={choices.map(({ value, label }) => ({ value, label }))}
        value={`${sort.by}${sort.index}`}
        allowDeselect={false}
        onChange={(chosen) => {
          const choice = choices.find(({ value }) => value === chosen)
          if (!choice) return
          const { by, index } = choice
          // The largest measure is what people look for.
          onChange({ ...exploration, sort: { by, index, descending: by === 'measure' } })
        }}
      />
      <Select
        size="xs"
        aria-label={t`Direction`}
        data={[t`Ascending`, t`Descending`]}
        value={sort.descending ? t`Descending` : t`Ascending`}
        allowDeselect={false}
        onChange={(chosen) => onChange({ ...exploration, sort: { ...sort, descending: chosen === 'Descending' } })}
      />
      <Select
        size="xs"
        aria-label={t`Limit`}
        data={groupLimits.map((value) => ({
          value: String(value),
          label: isPivot ? t`First ${localNumber(value)} lines` : t`First ${localNumber(value)} groups`,
        }))}
        value={String(limit)}
        allowDeselect={false}
        onChange={(chosen) => onChange({ ...exploration, limit: groupLimits.find((one) => String(one) === chosen) ?? limit })}
      />
    </PanelSection>
  )
}
