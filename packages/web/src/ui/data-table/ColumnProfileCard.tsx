import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, CloseButton, Popover } from '@mantine/core'
import type { ColumnProfile } from '@sightline/contract/result-profiles.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { countText } from '@sightline/domain/format/units.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { type ReactNode, useEffect, useState } from 'react'
import type { CellRectangle } from './CellPopover.tsx'
import styles from './ColumnProfileCard.module.css'
import type { DataColumn } from './column-layout.ts'
import { countedRows, shareText } from './profile-text.ts'
import type { RowSource } from './row-source.ts'

interface ColumnProfileCardProps {
  source: RowSource
  column: DataColumn
  /** Place of the head of the column. */
  at: CellRectangle
  /** Formats a number that is computed from the column. */
  formatNumber(value: number): string
  onClose(): void
}

/** The contents of a column: its empty and different values, the distribution of numbers and times, and the most frequent values. */
export function ColumnProfileCard({ source, column, at, formatNumber, onClose }: ColumnProfileCardProps) {
  const { profile, hasFailed, retry } = useProfile(source, column.index)
  return (
    <Popover opened onDismiss={onClose} position="bottom-start" offset={2} trapFocus returnFocus withinPortal shadow="md">
      <Popover.Target>
        <div aria-hidden className={styles.target} style={{ ...at }} />
      </Popover.Target>
      <Popover.Dropdown
        className={styles.card}
        aria-label={t`Values of ${column.title}`}
        aria-busy={profile === null && !hasFailed}
      >
        <div className={styles.head}>
          <span className={styles.title}>{column.title}</span>
          <CloseButton size="sm" aria-label={t`Close`} onClick={onClose} />
        </div>
        <div role="status" className={styles.note}>
          {hasFailed
            ? t`The values could not be loaded.`
            : profile === null
              ? t`Loading…`
              : t`In ${countedRows(profile.rows, source.isSearched === true)}`}
        </div>
        {hasFailed && (
          <Button size="xs" variant="default" onClick={retry}>
            <Trans>Try Again</Trans>
          </Button>
        )}
        {profile !== null && <Profile profile={profile} column={column} formatNumber={formatNumber} />}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Loads the profile of a column again whenever the rows change. */
function useProfile(source: RowSource, column: number) {
  const [loaded, setLoaded] = useState<{ key: string; profile: ColumnProfile | null } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const key = `${source.key} ${column} ${attempt}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the rows and the attempt
  useEffect(() => {
    const controller = new AbortController()
    const keep = (profile: ColumnProfile | null) => {
      if (!controller.signal.aborted) setLoaded({ key, profile })
    }
    source.profile?.(column, controller.signal).then(keep, () => keep(null))
    return () => controller.abort()
  }, [key])
  const isLoaded = loaded?.key === key
  return {
    profile: isLoaded ? loaded.profile : null,
    hasFailed: isLoaded && loaded.profile === null,
    retry: () => setAttempt((before) => before + 1),
  }
}

type ProfileProps = Pick<ColumnProfileCardProps, 'column' | 'formatNumber'> & { profile: ColumnProfile }

function Profile({ profile, column, formatNumber }: ProfileProps) {
  const { rows, nulls, distinct, min, max, mean, median, histogram, frequent } = profile
  const shown = (cell: Cell) => (cell === '' ? t`(empty text)` : column.format(cell))
  // A list of values that occur once each says nothing.
  const hasRepeats = frequent.some(({ count }) => count > 1)
  return (
    <>
      {histogram.length > 0 && min !== null && max !== null && (
        <Histogram counts={histogram} label={t`${shown(min)} to ${shown(max)}`} low={shown(min)} high={shown(max)} />
      )}
      <dl className={styles.facts}>
        <Fact name={t`Empty`}>{nulls === 0 ? t`none` : `${localNumber(nulls)} (${shareText(nulls, rows)})`}</Fact>
        <Fact name={t`Different values`}>{localNumber(distinct)}</Fact>
        {min !== null && <Fact name={t`Smallest`}>{shown(min)}</Fact>}
        {max !== null && <Fact name={t`Largest`}>{shown(max)}</Fact>}
        {mean !== null && <Fact name={t`Average`}>{formatNumber(mean)}</Fact>}
        {median !== null && <Fact name={t`Median`}>{formatNumber(median)}</Fact>}
      </dl>
      {hasRepeats && (
        <>
          <h3 className={styles.heading}>
            <Trans>Most frequent</Trans>
          </h3>
          <ul className={styles.values}>
            {frequent.map(({ value, count }) => (
              <li key={JSON.stringify(value)}>
                <span className={styles.value}>{shown(value)}</span>
                <span className={styles.count} title={countText(count, 'row')}>
                  {shareText(count, rows)}
                </span>
                <span className={styles.bar} style={{ width: `${(count / rows) * 100}%` }} aria-hidden />
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

interface HistogramProps {
  counts: readonly number[]
  label: string
  low: string
  high: string
}

/** Bars of the numbers of values in equal ranges. */
function Histogram({ counts, label, low, high }: HistogramProps) {
  const most = Math.max(...counts)
  return (
    <figure className={styles.histogram}>
      <div className={styles.bars} role="img" aria-label={t`Distribution from ${label}`}>
        {counts.map((count, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={place}
            title={countText(count, 'row')}
            data-empty={count === 0 || undefined}
            style={{ height: `${(count / most) * 100}%` }}
          />
        ))}
      </div>
      <figcaption className={styles.ends} aria-hidden>
        <span>{low}</span>
        <span>{high}</span>
      </figcaption>
    </figure>
  )
}
