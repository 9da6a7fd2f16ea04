import { t } from '@lingui/core/macro'
import type { ForeignKey, SchemaColumn } from '@sightline/contract/data-sources.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { type SchemaRow, sizeText } from '@sightline/domain/schema-search.ts'
import { tableParts } from '@sightline/domain/sql-text/quoted-name.ts'
import { IconArrowBarRight, IconEye } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useId, useRef, useState } from 'react'
import { keyInLine } from '../../../language/direction.ts'
import styles from './SourcePane.module.css'

interface SchemaTreeProps {
  rows: SchemaRow[]
  hasSearch: boolean
  onToggle(name: string, isOpen: boolean): void
  onInsert(parts: string[]): void
  /** Shows the first rows of a table; null if the user may not run it. */
  onPreview: ((name: string) => void) | null
}

export function SchemaTree({ rows, hasSearch, onToggle, onInsert, onPreview }: SchemaTreeProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(0)
  // A search may leave fewer rows.
  const focused = Math.min(wanted, rows.length - 1)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rows[index]?.height ?? 0,
    // Stable: a new function would make the virtualizer measure all rows again.
    getItemKey: useCallback((index: number) => keyOf(rows[index]), [rows]),
    overscan: 6,
    paddingStart: 6,
    paddingEnd: 12,
  })
  // Rows of other heights may be at the same indexes now.
  const known = useRef(rows)
  if (known.current !== rows) {
    known.current = rows
    virtual.measure()
  }

  const act = (action: TreeAction) => {
    if (action.kind === 'toggle') onToggle(action.table, action.isOpen)
    if (action.kind === 'insert') onInsert(action.parts)
    if (action.kind === 'preview') onPreview?.(action.table)
    if (action.kind === 'go') {
      setWanted(action.index)
      virtual.scrollToIndex(action.index)
    }
  }
  const shown = virtual.getVirtualItems()
  const onKeyDown = (event: KeyboardEvent) => {
    const action = pressed(keyInLine(event.key), rows, focused)
    if (action === null) return
    event.preventDefault()
    act(action)
  }

  if (rows.length === 0)
    return <div className={styles.nothing}>{hasSearch ? t`Sorry, we couldn't find anything.` : t`No tables.`}</div>
  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label={t`Tables`}
      tabIndex={0}
      // Rows out of view are not in the DOM.
      aria-activedescendant={shown.some(({ index }) => index === focused) ? `${id}-${focused}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {shown.map(({ index, start, key }) => {
          const row = rows[index]
          return (
            row && (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys.
              <div
                key={key}
                id={`${id}-${index}`}
                role="treeitem"
                tabIndex={-1}
                aria-level={row.kind === 'table' ? 1 : 2}
                aria-expanded={row.kind === 'table' ? !row.entry.collapsed : undefined}
                aria-selected={index === focused}
                data-kind={row.kind}
                className={styles.item}
                style={{ height: row.height, top: start }}
                onClick={() => {
                  setWanted(index)
                  act(clicked(row))
                }}
              >
                {row.kind === 'table' ? (
                  <TableRow row={row} onInsert={onInsert} onPreview={onPreview} />
                ) : (
                  <ColumnRow row={row} />
                )}
              </div>
            )
          )
        })}
      </div>
    </div>
  )
}

const keyOf = (row: SchemaRow | undefined) =>
  row === undefined ? '' : row.kind === 'table' ? `t ${row.entry.name}` : `c ${row.entry.name} ${row.column.name}`

interface TableRowProps extends Pick<SchemaTreeProps, 'onInsert' | 'onPreview'> {
  row: Extract<SchemaRow, { kind: 'table' }>
}

function TableRow({ row, onInsert, onPreview }: TableRowProps) {
  const { entry } = row
  return (
    <>
      <span className={styles.chevron} aria-hidden />
      <span className={styles.tableIcon} aria-hidden />
      <span className={styles.name} title={[entry.name, entry.description].filter(Boolean).join(': ')}>
        {entry.name}
        {entry.description !== undefined && <span className={styles.faint}> {entry.description}</span>}
      </span>
      {entry.size !== undefined && (
        <span className={styles.size} title={t`${localNumber(entry.size)} rows`}>
          {sizeText(entry.size)}
        </span>
      )}
      {onPreview !== null && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.insert}
          title={t`Preview (P)`}
          aria-label={t`Preview ${entry.name}`}
          onClick={(event) => {
            event.stopPropagation()
            onPreview(entry.name)
          }}
        >
          <IconEye size={13} stroke={1.75} />
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        className={styles.insert}
        title={t`Insert the name`}
        aria-label={t`Insert ${entry.name}`}
        onClick={(event) => {
          event.stopPropagation()
          onInsert(tableParts(entry.name))
        }}
      >
        <IconArrowBarRight size={13} stroke={1.75} />
      </button>
    </>
  )
}

function ColumnRow({ row: { entry, column } }: { row: Extract<SchemaRow, { kind: 'column' }> }) {
  const key = keyText(column, entry.foreign_keys)
  return (
    <>
      {key !== null && (
        <span className={styles.key} data-primary={column.primary || undefined} role="img" aria-label={key} title={key} />
      )}
      <span className={styles.name} title={[column.name, column.comment].filter(Boolean).join(': ')}>
        {column.name}
        {column.comment !== undefined && <span className={styles.faint}> {column.comment}</span>}
      </span>
      <span className={styles.type}>{column.type.toLowerCase()}</span>
    </>
  )
}

/** The keys that a column is in; null for other columns. */
export function keyText({ name, primary }: SchemaColumn, foreignKeys: readonly ForeignKey[] = []): string | null {
  const targets = foreignKeys.flatMap(({ columns, table, references }) => {
    const place = columns.indexOf(name)
    return place === -1 ? [] : [`${table}.${references[place]}`]
  })
  if (targets.length === 0) return primary ? t`Primary key` : null
  const columns = [...new Set(targets)].join(t` and `)
  return primary ? t`Primary key and foreign key to ${columns}` : t`Foreign key to ${columns}`
}

/** The effect of a key or a click. */
export type TreeAction =
  | { kind: 'go'; index: number }
  | { kind: 'toggle'; table: string; isOpen: boolean }
  | { kind: 'insert'; parts: string[] }
  | { kind: 'preview'; table: string }

/** A click expands or collapses a table, or inserts a column. */
export const clicked = (row: SchemaRow): TreeAction =>
  row.kind === 'table' ? { kind: 'toggle', table: row.entry.name, isOpen: row.entry.collapsed } : insert(row)

const insert = (row: SchemaRow): TreeAction => ({
  kind: 'insert',
  parts: row.kind === 'table' ? tableParts(row.entry.name) : [row.column.name],
})

/**
 * The usual keys of a tree: up and down, right expands, left collapses or goes to the table. Enter inserts, P shows the first rows.
 * @returns null for a key without effect
 */
export function pressed(key: string, rows: readonly SchemaRow[], focused: number): TreeAction | null {
  const row = rows[focused]
  if (row === undefined) return null
  const go = (index: number): TreeAction => ({ kind: 'go', index: Math.min(Math.max(index, 0), rows.length - 1) })
  switch (key) {
    case 'ArrowDown':
      return go(focused + 1)
    case 'ArrowUp':
      return go(focused - 1)
    case 'Home':
      return go(0)
    case 'End':
      return go(rows.length - 1)
    case 'ArrowRight':
      return row.kind === 'table' && row.entry.collapsed ? clicked(row) : go(focused + 1)
    case 'ArrowLeft':
      if (row.kind === 'column') return go(rows.findIndex((each) => each.kind === 'table' && each.entry === row.entry))
      return { kind: 'toggle', table: row.entry.name, isOpen: false }
    case 'Enter':
      return insert(row)
    case ' ':
      return clicked(row)
    case 'p':
      return { kind: 'preview', table: row.entry.name }
    default:
      return null
  }
}
