import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import { canMeasure, type ExploredMeasure, exploredMeasures, MAX_MEASURES } from '@sightline/domain/explore/exploration.ts'
import { measureName } from '@sightline/domain/explore/measure-name.ts'
import { IconPlus } from '@tabler/icons-react'
import { ColumnPicker } from './ColumnPicker.tsx'
import { withMeasure, withMeasureAt, withoutMeasure } from './changes.ts'
import { measureNames } from './measure-names.ts'
import { Entry, PanelSection } from './PanelSection.tsx'
import type { SectionProps } from './section-props.ts'

/** The measures of each group. */
export function MeasureSection({ exploration, columns, onChange }: SectionProps) {
  const { measures } = exploration
  const columnsFor = (kind: ExploredMeasure['kind']) => columns.filter((column) => canMeasure(kind, column))
  const kinds = exploredMeasures.filter((kind) => kind === 'count' || columnsFor(kind).length > 0)
  const replace = (index: number, measure: ExploredMeasure) => onChange(withMeasureAt(exploration, index, measure))
  const chooseKind = (index: number, kind: ExploredMeasure['kind'], column: string | null) => {
    const possible = columnsFor(kind)
    const kept = possible.find(({ name }) => name === column) ?? possible[0]
    replace(index, { kind, column: kind === 'count' ? null : (kept?.name ?? null) })
  }
  return (
    <PanelSection title={t`Show`} entries={measures.length}>
      {measures.map((measure, index) => (
        <Entry
          // biome-ignore lint/suspicious/noArrayIndexKey: the same measure may be there twice
          key={index}
          removeLabel={t`Remove measure ${measureName(measure)}`}
          onRemove={() => onChange(withoutMeasure(exploration, index))}
        >
          <Select
            size="xs"
            aria-label={t`Measure ${index + 1}`}
            data={kinds.map((value) => ({ value, label: measureNames[value] }))}
            value={measure.kind}
            allowDeselect={false}
            onChange={(chosen) => {
              const kind = kinds.find((one) => one === chosen)
              if (kind) chooseKind(index, kind, measure.column)
            }}
          />
          {measure.column !== null && (
            <ColumnPicker
              label={t`Column of measure ${index + 1}`}
              columns={columnsFor(measure.kind)}
              value={measure.column}
              onChange={(column) => replace(index, { ...measure, column })}
            />
          )}
        </Entry>
      ))}
      {measures.length < MAX_MEASURES && (
        <Button
          size="xs"
          variant="subtle"
          justify="flex-start"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => onChange(withMeasure(exploration, columns))}
        >
          <Trans>Add Measure</Trans>
        </Button>
      )}
    </PanelSection>
  )
}
