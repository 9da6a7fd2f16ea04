import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, CloseButton, Popover, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Cell, DistinctValues } from '@sightline/contract/results.ts'
import { type Condition, isNumber } from '@sightline/domain/explore/exploration.ts'
import { isDay, isMoment } from '@sightline/domain/explore/request.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { type FormEvent, useEffect, useState } from 'react'
import type { CellRectangle } from './CellPopover.tsx'
import styles from './ColumnFilterCard.module.css'
import cards from './ColumnProfileCard.module.css'
import type { DataColumn } from './column-layout.ts'
import type { RowSource, SourceColumn } from './row-source.ts'

interface ColumnFilterCardProps {
  source: RowSource
  /** The column in the source. */
  origin: SourceColumn
  column: DataColumn
  /** The conditions of this column. */
  conditions: readonly Condition[]
  /** Place of the head of the column. */
  at: CellRectangle
  onFilter(conditions: Condition[]): void
  onClose(): void
}

/** Filters the rows of a table by one column: by a range of numbers or days, by a text, or by values. */
export function ColumnFilterCard({ source, origin, column, conditions, at, onFilter, onClose }: ColumnFilterCardProps) {
  const { name, type } = origin
  const valuesOf = (kind: Condition['kind']) => conditions.find((one) => one.kind === kind)?.values ?? []
  const [from, setFrom] = useState(String(valuesOf('min')[0] ?? ''))
  const [to, setTo] = useState(String(valuesOf('max')[0] ?? ''))
  const [text, setText] = useState(String(valuesOf('contains')[0] ?? ''))
  const [chosen, setChosen] = useState<readonly Cell[]>(valuesOf('is'))
  const isNumeric = type === 'integer' || type === 'float'
  const isRange = isNumeric || type === 'date' || type === 'datetime'
  const hasText = !isRange && type !== 'boolean'

  const problem = (typed: string) => {
    if (typed === '') return undefined
    if (isNumeric) return isNumber(typed) ? undefined : t`Enter a number.`
    return isDay(typed) || isMoment(typed) ? undefined : t`Enter a time such as 2024-05-01T10:00:00Z, or a day.`
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (problem(from) || problem(to)) return
    const made: Condition[] = [
      { column: name, kind: 'min', values: from === '' ? [] : [from] },
      { column: name, kind: 'max', values: to === '' ? [] : [to] },
      // Checked values are looked for with the text, which need not restrict the rows any further.
      { column: name, kind: 'contains', values: text === '' || chosen.length > 0 ? [] : [text] },
      { column: name, kind: 'is', values: [...chosen] },
    ]
    onFilter(made.filter(({ values }) => values.length > 0))
  }
  const range = (label: string, value: string, change: (next: string) => void) => (
    <TextInput
      label={label}
      // The bars of a profile filter by times, which a field for days could not show.
      type={isNumeric || isMoment(value) ? 'text' : 'date'}
      inputMode={isNumeric ? 'decimal' : undefined}
      value={value}
      error={problem(value)}
      onChange={(event) => change(event.currentTarget.value.trim())}
    />
  )
  return (
    <Popover opened onDismiss={onClose} position="bottom-start" offset={2} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <div aria-hidden className={cards.target} style={{ ...at }} />
      </Popover.Target>
      <Popover.Dropdown className={cards.card} aria-label={t`Filter by ${column.title}`}>
        <form className={styles.form} onSubmit={submit}>
          <div className={cards.head}>
            <span className={cards.title}>{column.title}</span>
            <CloseButton size="sm" aria-label={t`Close`} onClick={onClose} />
          </div>
          {isRange && (
            <div className={styles.range}>
              {range('From', from, setFrom)}
              {range('To', to, setTo)}
            </div>
          )}
          {hasText && (
            <TextInput
              label={t`Contains`}
              data-autofocus
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          )}
          {!isRange && <Values source={source} column={column} search={text} chosen={chosen} onChoose={setChosen} />}
          <div className={styles.buttons}>
            <Button size="xs" variant="default" disabled={conditions.length === 0} onClick={() => onFilter([])}>
              <Trans>Clear</Trans>
            </Button>
            <Button size="xs" type="submit">
              <Trans>Apply</Trans>
            </Button>
          </div>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}

const SEARCH_PAUSE_MS = 200

interface ValuesProps {
  source: RowSource
  column: DataColumn
  search: string
  chosen: readonly Cell[]
  onChoose(values: readonly Cell[]): void
}

/** The values of a column that contain a text, the most frequent first, with the chosen ones at the top. */
function Values({ source, column, search, chosen, onChoose }: ValuesProps) {
  const [wanted] = useDebouncedValue(search, SEARCH_PAUSE_MS)
  const [found, setFound] = useState<DistinctValues | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    const keep = (values: DistinctValues) => {
      if (!controller.signal.aborted) setFound(values)
    }
    source.values?.(column.index, wanted, controller.signal).then(keep, () => keep({ total: 0, values: [] }))
    return () => controller.abort()
  }, [source, column.index, wanted])
  if (found === null) return null
  const listed = found.values.map(({ value }) => value).filter((value) => value !== null && !chosen.includes(value))
  const left = found.total - found.values.length
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend of a fieldset stands in its border
    <div role="group" aria-label={t`Values`} className={styles.values}>
      {[...chosen, ...listed].map((value) => (
        <Checkbox
          key={JSON.stringify(value)}
          size="xs"
          label={value === '' ? t`(empty text)` : column.format(value)}
          checked={chosen.includes(value)}
          onChange={(event) =>
            onChoose(event.currentTarget.checked ? [...chosen, value] : chosen.filter((other) => other !== value))
          }
        />
      ))}
      {left > 0 && (
        <span className={cards.note}>
          <Trans>{localNumber(left)} more values; type a text to find them.</Trans>
        </span>
      )}
    </div>
  )
}
