import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button, Select, Tooltip } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { NumberField } from '../EditorFields.tsx'
import { FieldGroup } from '../EditorTabs.tsx'
import { levelName, levels, type Range } from './options.ts'
import styles from './Ranges.module.css'

interface RangesProps {
  ranges: readonly Range[]
  onChange(ranges: Range[]): void
}

const choices = levels.map((value) => ({ value, label: levelName(value) }))

/** The ranges of the scale from its start on; each begins where the one before ends. */
export function Ranges({ ranges, onChange }: RangesProps) {
  const change = (index: number, patch: Partial<Range>) =>
    onChange(ranges.map((range, at) => (at === index ? { ...range, ...patch } : range)))
  // A range is known by its place; after adding or removing one, all fields are new ones.
  const rows = ranges.map((range, index) => ({ ...range, index, key: `${index} of ${ranges.length}` }))
  const next = levels[Math.min(ranges.length, levels.length - 1)] ?? 'good'
  return (
    <>
      <FieldGroup title={t`Ranges`} />
      {rows.map(({ upTo, level, index, key }) => (
        <Row key={key} name={t`Range ${index + 1}`} onRemove={() => onChange(ranges.toSpliced(index, 1))}>
          <Select
            label={t`Level`}
            data={choices}
            value={level}
            allowDeselect={false}
            onChange={(chosen) => change(index, { level: levels.find((one) => one === chosen) ?? level })}
          />
          <NumberField
            label={t`Up to`}
            placeholder={t`End of scale`}
            allowsDecimals
            value={upTo}
            onChange={(end) => change(index, { upTo: end })}
          />
        </Row>
      ))}
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPlus size={14} stroke={1.75} />}
        onClick={() => onChange([...ranges, { upTo: null, level: next }])}
      >
        <Trans>Add Range</Trans>
      </Button>
    </>
  )
}

const Row = ({ name, onRemove, children }: { name: string; onRemove(): void; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset stands in its border
  <div className={styles.row} role="group" aria-label={name}>
    {children}
    <Tooltip label={t`Remove`}>
      <ActionIcon
        className={styles.remove}
        variant="subtle"
        color="gray"
        aria-label={t`Remove ${name.toLowerCase()}`}
        onClick={onRemove}
      >
        <IconX size={14} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  </div>
)
