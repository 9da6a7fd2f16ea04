import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { positionOf } from '@sightline/domain/chart-data/scale.ts'
import { IconPlus, IconX } from '@tabler/icons-react'
import { ColorField } from '../../ColorField.tsx'
import { DebouncedInput } from '../../EditorFields.tsx'
import { FieldGroup, FieldPair } from '../../EditorTabs.tsx'
import { paper } from '../../echarts/theme.ts'
import type { EditorProps } from '../../visualization.ts'
import type { ChartOptions } from '../options.ts'
import type { PreparedChart } from '../prepared.ts'
import styles from './ReferenceLines.module.css'

type StoredAnnotation = ChartOptions['annotations'][number]

/** Shown for the automatic colour, which is that of the texts. */
const AUTOMATIC = paper.text2

interface AnnotationsProps extends Pick<EditorProps<ChartOptions>, 'options' | 'onChange'> {
  /** Null while its data loads. */
  chart: PreparedChart | null
}

/** The events and periods on the x axis of a chart. */
export function Annotations({ options, chart, onChange }: AnnotationsProps) {
  const { annotations } = options
  const store = (next: StoredAnnotation[]) => onChange({ annotations: next })
  return (
    <>
      <FieldGroup title="Annotations" />
      {annotations.map((annotation, index) => (
        <Fields
          // biome-ignore lint/suspicious/noArrayIndexKey: the annotations have no other identity
          key={index}
          name={`Annotation ${index + 1}`}
          annotation={annotation}
          chart={chart}
          onChange={(patch) => store(annotations.map((other, at) => (at === index ? { ...other, ...patch } : other)))}
          onRemove={() => store(annotations.filter((_, at) => at !== index))}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} stroke={1.75} />}
        onClick={() => store([...annotations, { x: '', to: '', label: '', color: null }])}
      >
        Add Annotation
      </Button>
    </>
  )
}

interface FieldsProps {
  name: string
  annotation: StoredAnnotation
  chart: PreparedChart | null
  onChange(patch: Partial<StoredAnnotation>): void
  onRemove(): void
}

function Fields({ name, annotation: { x, to, label, color }, chart, onChange, onRemove }: FieldsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset stands in its border
    <div className={styles.line} role="group" aria-label={name}>
      <span className={styles.name}>{name}</span>
      <Tooltip label="Remove">
        <ActionIcon className={styles.remove} size="sm" aria-label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
          <IconX size={14} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      <FieldPair>
        <DebouncedInput label="At" value={x} error={problemOf(x, chart)} onChange={(next) => onChange({ x: next })} />
        <DebouncedInput
          label="Until"
          placeholder="Only for periods"
          value={to}
          error={to.trim() === '' ? undefined : problemOf(to, chart)}
          onChange={(next) => onChange({ to: next })}
        />
      </FieldPair>
      <DebouncedInput label="Label" placeholder="New prices" value={label} onChange={(next) => onChange({ label: next })} />
      <ColorField
        label={name.toLowerCase()}
        value={color ?? null}
        automatic={AUTOMATIC}
        onChange={(next) => onChange({ color: next })}
      />
    </div>
  )
}

/** Why a text has no place on the x axis; undefined if it has one, or if the axis is not known. */
function problemOf(typed: string, chart: PreparedChart | null): string | undefined {
  if (chart?.kind !== 'cartesian') return undefined
  const { scale, xs } = chart.data
  const text = typed.trim()
  if (scale === 'category') return xs.includes(text) ? undefined : 'Enter a value of the x axis.'
  if (text !== '' && positionOf(text, scale) !== null) return undefined
  return scale === 'datetime' ? 'Enter a date, such as 2026-03-15, or a time, such as 2026-03-15 14:30.' : 'Enter a number.'
}
