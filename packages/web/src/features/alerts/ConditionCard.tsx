import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Select, TextInput } from '@mantine/core'
import {
  type AlertOperator,
  type AlertPreview,
  type AlertState,
  alertSelectors,
  wordOperators,
} from '@sightline/contract/alerts.ts'
import type { Cell, ResultColumn } from '@sightline/contract/results.ts'
import { findingOf } from '@sightline/domain/alerts/finding.ts'
import { operatorText } from '@sightline/domain/alerts/options.ts'
import { computedText, type ValueFormats } from '@sightline/domain/format/value.ts'
import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../api/error.ts'
import { useFormats } from '../../app/use-formats.ts'
import { TypeIcon } from '../../ui/data-table/TypeIcon.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import styles from './alerts.module.css'
import { backtestQuery } from './api.ts'
import { Card } from './Card.tsx'
import { type AlertDraft, conditionOf, type DraftProblems, defaultNameOf, rearmOf, typedNumber } from './draft.ts'
import { RearmField } from './RearmField.tsx'
import { backtestText } from './texts.ts'

const selectorNames = { first: t`First row`, min: t`Smallest`, max: t`Largest`, count: t`Number of rows` }

interface ConditionCardProps {
  draft: AlertDraft
  problems: DraftProblems
  /** The stored reference, which may be a text; null for none. */
  stored: string | null
  columns: readonly ResultColumn[]
  /** The column's value in the first row; undefined while it is not known. */
  firstValue: Cell | undefined
  preview: AlertPreview | undefined
  isReadOnly: boolean
  onChange(change: Partial<AlertDraft>): void
}

/** The condition of an alert, its outcome for the latest result, and a backtest over past results. */
export function ConditionCard({
  draft,
  problems,
  stored,
  columns,
  firstValue,
  preview,
  isReadOnly,
  onChange,
}: ConditionCardProps) {
  const names = [...new Set([...columns.map(({ name }) => name), ...(draft.column === '' ? [] : [draft.column])])]
  const chosen = columns.find(({ name }) => name === draft.column)
  const hasTyped = draft.value !== '' || draft.column !== ''
  return (
    <Card title={t`Trigger when`}>
      <div className={styles.condition}>
        <Select
          label={t`Value column`}
          required={draft.selector !== 'count'}
          placeholder={t`Choose column...`}
          data={names}
          leftSection={chosen && <TypeIcon column={{ ...chosen, source_type: '' }} />}
          value={draft.column === '' ? null : draft.column}
          onChange={(column) => onChange({ column: column ?? '' })}
          searchable
          disabled={isReadOnly || draft.query === null || draft.selector === 'count'}
          nothingFoundMessage={t`No matching column`}
        />
        <Select
          label={t`Value of`}
          data={alertSelectors.map((value) => ({ value, label: selectorNames[value] }))}
          value={draft.selector}
          onChange={(selector) => selector !== null && onChange({ selector })}
          allowDeselect={false}
          disabled={isReadOnly}
        />
        <Select
          label={t`Operator`}
          data={operatorChoices(draft.op)}
          value={draft.op}
          onChange={(op) => op !== null && onChange({ op: op as AlertDraft['op'] })}
          allowDeselect={false}
          disabled={isReadOnly}
        />
        <TextInput
          label={t`Reference`}
          withAsterisk
          required
          inputMode="decimal"
          value={draft.value}
          onChange={(event) => onChange({ value: typedNumber(event.currentTarget.value, draft.value) })}
          error={hasTyped && draft.value !== '' ? problems.value : null}
          disabled={isReadOnly}
        />
      </div>
      <LiveFinding draft={draft} stored={stored} firstValue={firstValue} preview={preview} />
      <BacktestLine key={JSON.stringify(conditionOf(draft, stored))} draft={draft} stored={stored} />
      <div className={styles.naming}>
        <RearmField draft={draft} problem={problems.rearm} isReadOnly={isReadOnly} onChange={onChange} />
        <TextInput
          label={t`Name`}
          placeholder={defaultNameOf(draft, stored)}
          value={draft.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          maxLength={1000}
          disabled={isReadOnly}
        />
      </div>
      <p className={styles.hint}>
        <Trans>
          Leave rearm empty to notify once until the alert recovers. Leave the name empty to build it from the condition.
        </Trans>
      </p>
    </Card>
  )
}

/** The operators in words. The current one keeps its stored spelling, and remains even if it was set through the API. */
function operatorChoices(current: AlertOperator) {
  const others = wordOperators.filter((op) => operatorText(op) !== operatorText(current))
  const isOffered = others.length < wordOperators.length
  const choices: AlertOperator[] = isOffered
    ? wordOperators.map((op) => (others.includes(op) ? op : current))
    : [...others, current]
  return choices.map((value) => ({ value, label: operatorText(value) }))
}

type LiveProps = Pick<ConditionCardProps, 'draft' | 'stored' | 'firstValue' | 'preview'>

/** The current value, and whether it would trigger the alert. */
function LiveFinding({ draft, stored, firstValue, preview }: LiveProps) {
  const formats = useFormats()
  const condition = conditionOf(draft, stored)
  if (draft.column === '' && draft.selector !== 'count') return null
  if (condition === null || !preview) {
    if (firstValue === undefined || draft.selector !== 'first') return null
    return <FindingLine state="unknown">{valueSentence(firstValue, formats)}</FindingLine>
  }
  const finding = findingOf(condition, preview.value, preview.state, formats)
  const date = preview.result?.retrieved_at ?? null
  if (finding === null)
    return (
      <FindingLine state="unknown" date={date}>
        <Trans>There is no value to compare.</Trans>
      </FindingLine>
    )
  return (
    <FindingLine state={preview.state} date={date}>
      {finding.map(({ text, isValue }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are replaced as a whole.
        isValue ? <strong key={index}>{text}</strong> : text,
      )}
    </FindingLine>
  )
}

const valueSentence = (value: Cell, formats: ValueFormats): ReactNode =>
  value === null ? (
    t`The first row has no value.`
  ) : (
    <Trans>
      First row value is <strong>{computedText(value, null, formats)}</strong>.
    </Trans>
  )

const icons = { triggered: IconAlertTriangle, ok: IconCircleCheck, unknown: IconHelpCircle }

function FindingLine({ state, date, children }: { state: AlertState; date?: string | null; children: ReactNode }) {
  const Icon = icons[state]
  return (
    <div className={styles.finding} data-state={state} role="status" aria-label={t`Current value`}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>{children}</span>
      {date && <TimeAgo date={date} />}
    </div>
  )
}

/** How often the alert would have fired for stored results. Started by hand, because it reads all of them. */
function BacktestLine({ draft, stored }: Pick<ConditionCardProps, 'draft' | 'stored'>) {
  const [isStarted, setIsStarted] = useState(false)
  const condition = conditionOf(draft, stored)
  const canStart = draft.query !== null && condition !== null
  const backtest = useQuery({
    ...backtestQuery(draft.query?.id ?? 0, condition ?? { column: '-', op: '==', value: 0 }, rearmOf(draft)),
    enabled: isStarted && canStart,
  })
  if (!canStart) return null
  return (
    <div className={styles.under} role="status" aria-label={t`Backtest`}>
      {!isStarted && (
        <Button variant="default" size="sm" onClick={() => setIsStarted(true)}>
          <Trans>Backtest on past results</Trans>
        </Button>
      )}
      {isStarted && backtest.isFetching && t`Checking past results…`}
      {isStarted && backtest.error && (messageOf(backtest.error) ?? t`Past results could not be loaded.`)}
      {isStarted && backtest.data && !backtest.isFetching && (
        <span>
          {backtestText(backtest.data)}
          {backtest.data.since !== null && (
            <>
              {' '}
              <Trans>
                The oldest is from <TimeAgo date={backtest.data.since} />.
              </Trans>
            </>
          )}
        </span>
      )}
    </div>
  )
}
