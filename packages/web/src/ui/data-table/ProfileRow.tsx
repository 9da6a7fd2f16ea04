import { t } from '@lingui/core/macro'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import type { Cell } from '@sightline/contract/results.ts'
import type { Condition } from '@sightline/domain/explore/exploration.ts'
import { isDay } from '@sightline/domain/explore/request.ts'
import { IconRefresh } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef, useState } from 'react'
import { keyInLine } from '../../language/direction.ts'
import styles from './ColumnStrip.module.css'
import { ColumnStrip } from './ColumnStrip.tsx'
import type { DataColumn, ShownColumns, VisibleColumn } from './column-layout.ts'
import { isFilteredTo, profileParts, profileSentence } from './profile-text.ts'
import type { RowSource } from './row-source.ts'
import type { TableChanges } from './table-changes.ts'
import type { HeadProfiles } from './use-head-profiles.ts'

/** Height of the row, pixels. */
export const PROFILE_HEIGHT = 51

interface ProfileRowProps {
  source: RowSource
  profiles: HeadProfiles
  columns: readonly DataColumn[]
  shown: ShownColumns
  changes: TableChanges | null
  numberWidth: number
  rowIndex: number
  /** Writes a day such as `2024-05-01`. */
  formatDay(day: string): string
}

/** The profiles below the heads of the columns in view. The bars are one Tab stop, with the arrow keys between them. */
export function ProfileRow(props: ProfileRowProps) {
  const { source, profiles, columns, shown, changes, numberWidth, rowIndex, formatDay } = props
  const [stop, setStop] = useState<PartPlace | null>(null)
  const writers = useMemo(
    () => new Map(columns.map((column) => [column.index, (cell: Cell) => written(cell, column, formatDay)])),
    [columns, formatDay],
  )
  const canFilter = changes !== null && source.filter !== undefined
  const conditions = useMemo(() => {
    const byColumn = new Map(source.columns.map(({ name }): [string, Condition[]] => [name, []]))
    for (const condition of changes?.conditions ?? []) byColumn.get(condition.column)?.push(condition)
    return byColumn
  }, [changes?.conditions, source.columns])

  const visible = [...shown.pinned, ...shown.scrolled].map(({ column }) => column.index)
  const stopColumn = stop !== null && visible.includes(stop.column) ? stop.column : visible.find(hasParts)
  function hasParts(column: number) {
    const profile = profiles.profile(column)
    return profile !== undefined && (profile.bars.length > 0 || profile.frequent.length > 0 || profile.nulls > 0)
  }

  // A bar that was pressed by a key may be replaced by others.
  const row = useRef<HTMLDivElement>(null)
  const refocused = useRef<number | null>(null)
  useEffect(() => {
    if (refocused.current === null || !profiles.isCurrent(refocused.current)) return
    refocused.current = null
    if (document.activeElement === document.body) row.current?.querySelector<HTMLElement>('[data-part][tabindex="0"]')?.focus()
  })

  const cell = ({ column, place, width, left }: VisibleColumn) => {
    const origin = source.columns[column.index]
    const write = writers.get(column.index) ?? String
    const profile = profiles.profile(column.index)
    const sentence = profile && profileSentence(column.title, profile, write, source.isSearched ?? false)
    const isCurrent = profiles.isCurrent(column.index)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a table element cannot hold a part of a million rows.
      // biome-ignore lint/a11y/useFocusableInteractive: the bars have the focus.
      <div
        key={place}
        role="gridcell"
        aria-colindex={place + 2}
        aria-busy={!isCurrent && !profiles.hasFailed}
        title={sentence}
        className={styles.cell}
        data-column={column.index}
        data-outdated={!isCurrent || undefined}
        data-pinned={left === null ? undefined : ''}
        style={left === null ? { width } : { width, insetInlineStart: numberWidth + left }}
      >
        <VisuallyHidden>
          {sentence ?? (profiles.hasFailed ? t`${column.title}: no profile.` : t`${column.title}: loading its profile.`)}
        </VisuallyHidden>
        {origin !== undefined && profile !== undefined && (isCurrent || !profiles.hasFailed) ? (
          <ColumnStrip
            source={origin}
            profile={profile}
            write={write}
            conditions={canFilter ? (conditions.get(origin.name) ?? null) : null}
            tabStop={column.index !== stopColumn ? null : stop?.column === stopColumn ? stop.place : 'first'}
          />
        ) : (
          !profiles.hasFailed && <div className={styles.loading} />
        )}
      </div>
    )
  }

  const onClick = (event: MouseEvent) => {
    const at = placeOf(event.target)
    const [origin, profile] = [source.columns[at?.column ?? -1], profiles.profile(at?.column ?? -1)]
    if (at === null || origin === undefined || profile === undefined || !profiles.isCurrent(at.column)) return
    const part = profileParts(origin.name, profile, writers.get(at.column) ?? String)[at.place]
    if (!part) return
    setStop(at)
    refocused.current = event.detail === 0 ? at.column : null
    changes?.filter(origin.name, isFilteredTo(conditions.get(origin.name) ?? [], part) ? [] : part.conditions)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (placeOf(event.target) === null) return
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-part]')]
    const at = all.findIndex((one) => one.contains(document.activeElement))
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[keyInLine(event.key)]
    if (next === undefined) return
    event.preventDefault()
    const place = placeOf(all[next])
    if (place === null) return
    setStop(place)
    // Scrolls the bar into view, and with it the next columns.
    all[next]?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the cell.
    // biome-ignore lint/a11y/useFocusableInteractive: see the cell.
    <div ref={row} role="row" aria-rowindex={rowIndex} className={styles.row} onClick={onClick} onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/useSemanticElements: see the cell. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: see the cell. */}
      <div role="rowheader" aria-label={t`Profiles`} aria-colindex={1} className={styles.corner} style={{ width: numberWidth }}>
        {profiles.hasFailed && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t`Load the profiles again`}
            title={t`The profiles of the columns could not be loaded. Click to try again.`}
            onClick={profiles.retry}
          >
            <IconRefresh size={14} stroke={1.75} />
          </ActionIcon>
        )}
      </div>
      {shown.pinned.map(cell)}
      <div className={styles.spacer} style={{ width: shown.leadingWidth }} />
      {shown.scrolled.map(cell)}
    </div>
  )
}

/** A bar, by the index of its column and its place in the profile. */
interface PartPlace {
  column: number
  place: number
}

function placeOf(target: EventTarget | null | undefined): PartPlace | null {
  const part = target instanceof Element ? target.closest<HTMLElement>('[data-part]') : null
  const column = part?.closest<HTMLElement>('[data-column]')?.dataset.column
  return part === null || column === undefined ? null : { column: Number(column), place: Number(part.dataset.part) }
}

/** Days stand for ranges of times too, which are written without a time of day. */
function written(cell: Cell, column: DataColumn, formatDay: (day: string) => string): string {
  if (typeof cell === 'string' && column.kind === 'date' && isDay(cell)) return formatDay(cell)
  // Pictures have no text of their own.
  return cell === null ? column.nullText : column.format(cell) || String(cell)
}
