import { ActionIcon, Button, NumberInput, Select, Tooltip } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { ColorField } from '../../ColorField.tsx'
import { ColumnSelect } from '../../ColumnSelect.tsx'
import { DebouncedInput } from '../../EditorFields.tsx'
import { FieldGroup, FieldPair } from '../../EditorTabs.tsx'
import { paper } from '../../echarts/theme.ts'
import type { EditorProps } from '../../visualization.ts'
import type { ChartOptions } from '../options.ts'
import { referenceKinds, type StoredReference } from '../reference-lines.ts'
import styles from './ReferenceLines.module.css'

const sides = [
  { value: '0', label: 'Left Y Axis' },
  { value: '1', label: 'Right Y Axis' },
]

/** Shown for the automatic colour, which is that of the texts. */
const AUTOMATIC = paper.text2

/** The reference lines and bands of a chart. */
export function ReferenceLines({
  options,
  columns,
  onChange,
}: Pick<EditorProps<ChartOptions>, 'options' | 'columns' | 'onChange'>) {
  const lines = options.referenceLines
  const store = (referenceLines: StoredReference[]) => onChange({ referenceLines })
  return (
    <>
      <FieldGroup title="Reference Lines" />
      {lines.map((line, index) => (
        <Fields
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity
          key={index}
          name={`Reference line ${index + 1}`}
          line={line}
          columns={columns}
          onChange={(patch) => store(lines.map((other, at) => (at === index ? { ...other, ...patch } : other)))}
          onRemove={() => store(lines.filter((_, at) => at !== index))}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} stroke={1.75} />}
        onClick={() =>
          store([...lines, { kind: 'value', yAxis: 0, value: null, to: null, column: null, label: '', color: null }])
        }
      >
        Add Reference Line
      </Button>
    </>
  )
}

interface FieldsProps {
  name: string
  line: StoredReference
  columns: readonly SourceColumn[]
  onChange(patch: Partial<StoredReference>): void
  onRemove(): void
}

function Fields({ name, line, columns, onChange, onRemove }: FieldsProps) {
  const { kind, value, to, column, label, color, yAxis } = line
  const hasValue = kind === 'value' || kind === 'band'
  const number = (text: string, now: number | null, change: (next: number | null) => void) => (
    <NumberInput
      label={text}
      value={now ?? ''}
      onChange={(next) => change(typeof next === 'number' ? next : null)}
      error={now === null ? 'Enter a number.' : undefined}
    />
  )
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
        <Select
          label="Kind"
          data={referenceKinds}
          value={kind}
          allowDeselect={false}
          onChange={(next) => onChange({ kind: next ?? kind })}
        />
        <Select
          label="Axis"
          data={sides}
          value={yAxis === 1 ? '1' : '0'}
          allowDeselect={false}
          onChange={(side) => onChange({ yAxis: side === '1' ? 1 : 0 })}
        />
      </FieldPair>
      {hasValue && (
        <FieldPair>
          {number(kind === 'band' ? 'From' : 'Value', value, (next) => onChange({ value: next }))}
          {kind === 'band' && number('To', to, (next) => onChange({ to: next }))}
        </FieldPair>
      )}
      {kind === 'column' && (
        <ColumnSelect
          label="Column"
          columns={columns.filter(({ name: own, type }) => type === 'integer' || type === 'float' || own === column)}
          value={column}
          isRequired
          error={column === null ? 'Choose a column.' : null}
          onChange={(next) => onChange({ column: next })}
        />
      )}
      <DebouncedInput label="Label" placeholder="Target" value={label} onChange={(next) => onChange({ label: next })} />
      <ColorField
        label={name.toLowerCase()}
        value={color ?? null}
        automatic={AUTOMATIC}
        onChange={(next) => onChange({ color: next })}
      />
    </div>
  )
}
