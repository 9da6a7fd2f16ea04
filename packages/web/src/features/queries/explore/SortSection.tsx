import { Select } from '@mantine/core'
import { groupLimits, sortOf } from '@sightline/domain/explore/exploration.ts'
import { measureName } from './MeasureSection.tsx'
import { PanelSection } from './PanelSection.tsx'
import type { SectionProps } from './section-props.ts'

/** The order of the groups, and how many of them are shown. */
export function SortSection({ exploration, onChange }: Omit<SectionProps, 'columns'>) {
  const { groups, measures, limit } = exploration
  const sort = sortOf(exploration)
  const choices = [
    ...groups.map(({ column }, index) => ({ by: 'group' as const, index, value: `group${index}`, label: column })),
    ...measures.map((measure, index) => ({
      by: 'measure' as const,
      index,
      value: `measure${index}`,
      label: measureName(measure),
    })),
  ]
  return (
    <PanelSection title="Sort">
      <Select
        size="xs"
        aria-label="Sort by"
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
        aria-label="Direction"
        data={['Ascending', 'Descending']}
        value={sort.descending ? 'Descending' : 'Ascending'}
        allowDeselect={false}
        onChange={(chosen) => onChange({ ...exploration, sort: { ...sort, descending: chosen === 'Descending' } })}
      />
      <Select
        size="xs"
        aria-label="Limit"
        data={groupLimits.map((value) => ({ value: String(value), label: `First ${value.toLocaleString('en')} groups` }))}
        value={String(limit)}
        allowDeselect={false}
        onChange={(chosen) => onChange({ ...exploration, limit: groupLimits.find((one) => String(one) === chosen) ?? limit })}
      />
    </PanelSection>
  )
}
