import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Combobox, TextInput, Tooltip, UnstyledButton, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type DataSource, SchemaErrorCode, type SchemaReply, type SchemaTable } from '@sightline/contract/data-sources.ts'
import { SEARCH_DELAY_MS, schemaRows, searchSchema } from '@sightline/domain/schema-search.ts'
import { canPreview } from '@sightline/domain/sql-text/preview.ts'
import { quotedName } from '@sightline/domain/sql-text/quoted-name.ts'
import { IconRefresh, IconSearch, IconSelector } from '@tabler/icons-react'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { Fragment, lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { TypeLogo } from '../../../ui/type-cards/TypeCards.tsx'
import { freshSchemaQuery } from '../../data-sources/api.ts'
import { SchemaTree } from './SchemaTree.tsx'
import styles from './SourcePane.module.css'

const TablePreview = lazy(() => import('./TablePreview.tsx'))

interface SourcePaneProps {
  sources: readonly DataSource[]
  source: DataSource | null
  /** The dialect in which inserted names are quoted. */
  dialect: string
  schema: UseQueryResult<SchemaReply>
  mayChoose: boolean
  /** Whether the user may run a text on the source. */
  mayPreview: boolean
  onChoose(id: number): void
  onInsert(text: string): void
}

/** The left pane: the data source of the query, and its schema. */
export function SourcePane({ sources, source, dialect, schema, mayChoose, mayPreview, onChoose, onInsert }: SourcePaneProps) {
  const cache = useQueryClient()
  const [isRefreshing, setIsRefreshing] = useState(false)
  const [previewed, setPreviewed] = useState<string | null>(null)
  const refresh = async (id: number) => {
    setIsRefreshing(true)
    try {
      await cache.fetchQuery(freshSchemaQuery(id))
    } catch {
      // The schema query has the error, too, and the browser below shows it.
    } finally {
      setIsRefreshing(false)
    }
  }
  return (
    <aside className={styles.pane} aria-label={t`Data source and schema`}>
      <div className={styles.pickerRow}>
        <SourcePicker sources={sources} source={source} isDisabled={!mayChoose} onChoose={onChoose} />
      </div>
      {source !== null && (
        <SchemaBrowser
          key={source.id}
          schema={schema.data ?? null}
          isRefreshing={isRefreshing || schema.isFetching}
          hasFailed={schema.isError}
          onRefresh={() => void refresh(source.id)}
          onInsert={(parts) => onInsert(quotedName(parts, dialect))}
          onPreview={mayPreview && canPreview(source.syntax, dialect) ? setPreviewed : null}
        />
      )}
      {source !== null && previewed !== null && (
        <Suspense>
          <TablePreview source={source} dialect={dialect} table={previewed} onClose={() => setPreviewed(null)} />
        </Suspense>
      )}
    </aside>
  )
}

interface SourcePickerProps {
  sources: readonly DataSource[]
  source: DataSource | null
  isDisabled: boolean
  onChoose(id: number): void
}

/** Chooses the data source of the query. */
function SourcePicker({ sources, source, isDisabled, onChoose }: SourcePickerProps) {
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      setSearch('')
      combobox.resetSelectedOption()
    },
  })
  // In an effect, once the list shows the matches: Enter chooses the highlighted one.
  const { selectFirstOption, resetSelectedOption } = combobox
  useEffect(() => {
    if (search === '') resetSelectedOption()
    else selectFirstOption()
  }, [search, selectFirstOption, resetSelectedOption])
  const found = sources.filter((each) => `${each.name} ${each.type_name}`.toLowerCase().includes(search.trim().toLowerCase()))
  return (
    <Combobox
      store={combobox}
      shadow="md"
      onOptionSubmit={(value) => {
        combobox.closeDropdown()
        combobox.focusTarget()
        const id = Number(value)
        if (id !== source?.id) onChoose(id)
      }}
    >
      <Combobox.Target targetType="button">
        <UnstyledButton
          className={styles.picker}
          aria-label={source === null ? t`Data source: none` : t`Data source: ${[source.name, ...statesOf(source)].join(' ')}`}
          disabled={isDisabled}
          onClick={() => combobox.toggleDropdown()}
        >
          <span className={styles.sourceIcon}>
            <TypeLogo svg={source?.type_logo ?? ''} size={20} />
          </span>
          <span className={styles.sourceName}>{source?.name ?? t`Choose a data source`}</span>
          {source !== null && <States source={source} />}
          {!isDisabled && <IconSelector size={14} stroke={1.75} className={styles.faint} />}
        </UnstyledButton>
      </Combobox.Target>
      <Combobox.Dropdown className={styles.dropdown}>
        <Combobox.Search
          classNames={{ input: styles.pickerSearch }}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t`Search data sources...`}
          aria-label={t`Search data sources`}
        />
        <Combobox.Options className={styles.options}>
          {found.map((each) => (
            <Combobox.Option key={each.id} value={String(each.id)} active={each.id === source?.id}>
              <span className={styles.option}>
                <TypeLogo svg={each.type_logo} size={20} />
                <span className={styles.sourceName}>{each.name}</span>
                <States source={each} />
                {each.type_name !== each.name && <span className={styles.typeName}>{each.type_name}</span>}
              </span>
            </Combobox.Option>
          ))}
          {found.length === 0 && (
            <Combobox.Empty>
              <Trans>Sorry, we couldn't find anything.</Trans>
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Why queries on a data source may not run as usual. */
const statesOf = ({ paused, view_only }: DataSource) => [...(paused ? [t`paused`] : []), ...(view_only ? [t`view only`] : [])]

const States = ({ source }: { source: DataSource }) =>
  statesOf(source).map((state) => (
    // The space separates the words for speech: the text of the button is part of its accessible name.
    <Fragment key={state}>
      {' '}
      <span className={styles.state} title={state === 'paused' ? (source.pause_reason ?? undefined) : undefined}>
        {state}
      </span>
    </Fragment>
  ))

interface SchemaBrowserProps {
  /** null while it loads. */
  schema: SchemaReply | null
  isRefreshing: boolean
  /** Whether the last attempt to load it failed. */
  hasFailed: boolean
  onRefresh(): void
  /** Inserts the name of a table (in parts) or of a column into the text. */
  onInsert(parts: string[]): void
  onPreview: ((name: string) => void) | null
}

const none: SchemaTable[] = []

/** The tables and columns of a data source, to search, expand and insert. */
function SchemaBrowser({ schema, isRefreshing, hasFailed, onRefresh, onInsert, onPreview }: SchemaBrowserProps) {
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
          placeholder={t`Search schema...`}
          aria-label={t`Search schema`}
          leftSection={<IconSearch size={14} stroke={1.75} />}
          disabled={tables.length === 0}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Tooltip label={t`Refresh schema`}>
          <ActionIcon aria-label={t`Refresh schema`} onClick={onRefresh} disabled={isRefreshing}>
            <IconRefresh size={16} stroke={1.75} className={isRefreshing ? styles.turning : undefined} />
          </ActionIcon>
        </Tooltip>
      </div>
      {isBroken && (
        <div className={styles.failure} role="alert">
          <Trans>
            <b>
              <Trans>Schema refresh failed.</Trans>
            </b>
            <br />
            Please try again later.
          </Trans>
        </div>
      )}
      {schema === null && !isBroken && <Skeleton />}
      {/* After a failed refresh the previous schema stays usable. */}
      {schema !== null && (!isBroken || tables.length > 0) && (
        <SchemaTree rows={rows} hasSearch={settled.trim() !== ''} onToggle={toggle} onInsert={onInsert} onPreview={onPreview} />
      )}
    </>
  )
}

const barWidths = [52, 68, 44, 60, 76, 48]

function Skeleton() {
  return (
    <div className={styles.bars} role="status" aria-label={t`Loading...`}>
      {barWidths.map((width) => (
        <span key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
