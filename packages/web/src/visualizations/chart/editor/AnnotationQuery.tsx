import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { ColorField } from '../../ColorField.tsx'
import { ColumnSelect } from '../../ColumnSelect.tsx'
import { FieldPair } from '../../EditorTabs.tsx'
import { paper } from '../../echarts/theme.ts'
import { useOtherResult } from '../../use-other-result.ts'
import type { EditorProps, OtherQueries } from '../../visualization.ts'
import type { ChartOptions } from '../options.ts'
import styles from './MarkList.module.css'

type Stored = ChartOptions['annotationQuery']

const NONE: Stored = { id: null, x: null, to: null, label: null, color: null }

type AnnotationQueryProps = Pick<EditorProps<ChartOptions>, 'options' | 'others' | 'onChange'>

/** The query whose rows are annotations; nothing where other queries are not offered. */
export function AnnotationQuery({ options, others, onChange }: AnnotationQueryProps) {
  const { annotationQuery } = options
  const [isAdded, setIsAdded] = useState(annotationQuery.id !== null)
  if (others === null) return null
  if (!isAdded) {
    return (
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} stroke={1.75} />} onClick={() => setIsAdded(true)}>
        <Trans>Add Annotations from a Query</Trans>
      </Button>
    )
  }
  const remove = () => {
    setIsAdded(false)
    onChange({ annotationQuery: NONE })
  }
  return (
    <Fields
      stored={annotationQuery}
      others={others}
      onChange={(patch) => onChange({ annotationQuery: { ...annotationQuery, ...patch } })}
      onRemove={remove}
    />
  )
}

interface FieldsProps {
  stored: Stored
  others: OtherQueries
  onChange(patch: Partial<Stored>): void
  onRemove(): void
}

function Fields({ stored, others: { load, Picker }, onChange, onRemove }: FieldsProps) {
  const { id, x, to, label, color } = stored
  const result = useOtherResult({ other: load }, id, null)
  const columns = result?.kind === 'rows' ? result.columns : []
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset stands in its border
    <div className={styles.mark} role="group" aria-label={t`Annotations from a query`}>
      <span className={styles.name}>
        <Trans>Annotations from a query</Trans>
      </span>
      <Picker label={t`Query`} value={id} onChange={(chosen) => onChange({ ...NONE, id: chosen, color: color ?? null })} />
      <p className={styles.hint}>
        {result?.kind === 'none'
          ? t`Its rows are not shown: ${result.reason}.`
          : t`The latest result is read, as far as the reader may see it; it is not run. Public pages and embeds leave these annotations out.`}
      </p>
      {result?.kind === 'rows' && (
        <>
          <FieldPair>
            <ColumnSelect
              label={t`At Column`}
              columns={columns}
              value={x}
              isRequired
              error={x === null ? t`Choose a column.` : null}
              onChange={(next) => onChange({ x: next })}
            />
            <ColumnSelect
              label={t`Until Column`}
              columns={columns}
              value={to}
              isRequired={false}
              error={null}
              onChange={(next) => onChange({ to: next })}
            />
          </FieldPair>
          <ColumnSelect
            label={t`Label Column`}
            columns={columns}
            value={label}
            isRequired={false}
            error={null}
            onChange={(next) => onChange({ label: next })}
          />
          <ColorField
            label={t`annotations from a query`}
            value={color ?? null}
            automatic={paper.text2}
            onChange={(next) => onChange({ color: next })}
          />
        </>
      )}
      <Button variant="subtle" size="xs" color="gray" onClick={onRemove}>
        <Trans>Remove Annotations from a Query</Trans>
      </Button>
    </div>
  )
}
