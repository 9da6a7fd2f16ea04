import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { SchemaErrorCode, type SchemaReply, type SchemaTable } from '@sightline/contract/data-sources.ts'
import { type SchemaRow, SEARCH_DELAY_MS, schemaRows, searchSchema, sizeText } from '@sightline/domain/schema-search.ts'
import { IconArrowBarRight, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useCallback, useId, useMemo, useRef, useState } from 'react'
import { tableParts } from '../../../editor/quoted-name.ts'
import styles from './SourcePane.module.css'
import { clicked, pressed, type TreeAction } from './schema-tree.ts'

interface SchemaBrowserProps {
  /** null while it loads. */
  schema: SchemaReply | null
  isRefreshing: boolean
  /** Whether the last attempt to load it failed altogether. */
  hasFailed: boolean
  onRefresh(): void
  /** Puts the name of a table (its parts) or of a column into the text. */
  onInsert(parts: string[]): void
}

const none: SchemaTable[] = []

/** Tables and columns of a data source: search, open, insert. */
export function SchemaBrowser({ schema, isRefreshing, hasFailed, onRefresh, onInsert }: SchemaBrowserProps) {
  const [search, setSearch] = useState('')
  const [settled] = useDebouncedValue(search, SEARCH_DELAY_MS)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const error = schema !== null && 'error' in schema ? schema.error : null
  const tables = schema !== null && 'schema' in schema ? schema.schema : none
  const rows = useMemo(() => schemaRows(searchSchema(tables, settled, opened)), [tables, settled, opened])
  if (error?.code === SchemaErrorCode.notSupported) return null

  const toggle = (name: string, isOpen: boolean) =>
    setOpened((now) => {
      const next = new Set(now)
      if (isOpen) next.add(name)
      else next.delete(name)
      return next
    })
  const isBroken = hasFailed || error !== null
  return (
    <>
      <div className={styles.searchRow}>
        <TextInput
          size="sm"
          className={styles.grow}
          placeholder="Search schema..."
          aria-label="Search schema"
          leftSection={<IconSearch size={14} stroke={1.75} />}
          disabled={tables.length === 0}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Tooltip label="Refresh schema">
          <ActionIcon aria-label="Refresh schema" onClick={onRefresh} disabled={isRefreshing}>
            <IconRefresh size={16} stroke={1.75} className={isRefreshing ? styles.turning : undefined} />
          </ActionIcon>
        </Tooltip>
      </div>
      {isBroken && (
        <div className={styles.failure} role="alert">
          <b>Schema refresh failed.</b>
          <br />
          Please try again later.
        </div>
      )}
      {schema === null && !isBroken && <Bars />}
      {/* What was known before a refresh failed is still of use. */}
      {schema !== null && (!isBroken || tables.length > 0) && (
        <Tree rows={rows} hasSearch={settled.trim() !== ''} onToggle={toggle} onInsert={onInsert} />
      )}
    </>
  )
}

const barWidths = [52, 68, 44, 60, 76, 48]

function Bars() {
  return (
    <div className={styles.bars} role="status" aria-label="Loading...">
      {barWidths.map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}

interface TreeProps {
  rows: SchemaRow[]
  hasSearch: boolean
  onToggle(name: string, isOpen: boolean): void
  onInsert(parts: string[]): void
}

function Tree({ rows, hasSearch, onToggle, onInsert }: TreeProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(0)
  // A search leaves fewer rows.
  const focused = Math.min(wanted, rows.length - 1)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => rows[index]?.height ?? 0,
    // A new function would have all rows measured anew.
    getItemKey: useCallback((index: number) => keyOf(rows[index]), [rows]),
    overscan: 6,
    paddingStart: 6,
    paddingEnd: 12,
  })
  // Rows of another height may be at the same places now.
  const known = useRef(rows)
  if (known.current !== rows) {
    known.current = rows
    virtual.measure()
  }

  const act = (action: TreeAction) => {
    if (action.kind === 'toggle') onToggle(action.table, action.isOpen)
    if (action.kind === 'insert') onInsert(action.parts)
    if (action.kind === 'go') {
      setWanted(action.index)
      virtual.scrollToIndex(action.index)
    }
  }
  const shown = virtual.getVirtualItems()
  const onKeyDown = (event: KeyboardEvent) => {
    const action = pressed(event.key, rows, focused)
    if (action === null) return
    event.preventDefault()
    act(action)
  }

  if (rows.length === 0)
    return <div className={styles.nothing}>{hasSearch ? "Sorry, we couldn't find anything." : 'No tables.'}</div>
  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      aria-label="Tables"
      tabIndex={0}
      // Out of sight it is no element that could be named.
      aria-activedescendant={shown.some(({ index }) => index === focused) ? `${id}-${focused}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {shown.map(({ index, start, key }) => {
          const row = rows[index]
          return (
            row && (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it takes the keys.
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
                {row.kind === 'table' ? <TableRow row={row} onInsert={onInsert} /> : <ColumnRow row={row} />}
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

function TableRow({ row, onInsert }: { row: Extract<SchemaRow, { kind: 'table' }>; onInsert(parts: string[]): void }) {
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
        <span className={styles.size} title={`${entry.size.toLocaleString('en')} rows`}>
          {sizeText(entry.size)}
        </span>
      )}
      <button
        type="button"
        tabIndex={-1}
        className={styles.insert}
        title="Insert the name"
        aria-label={`Insert ${entry.name}`}
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

function ColumnRow({ row }: { row: Extract<SchemaRow, { kind: 'column' }> }) {
  return (
    <>
      <span className={styles.name} title={row.column.name}>
        {row.column.name}
      </span>
      <span className={styles.type}>{row.column.type.toLowerCase()}</span>
    </>
  )
}
