import type { DataSource, SchemaReply } from '@sightline/contract/data-sources.ts'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { quotedName } from '../../../editor/quoted-name.ts'
import { SchemaBrowser } from './SchemaBrowser.tsx'
import styles from './SourcePane.module.css'
import { SourcePicker } from './SourcePicker.tsx'
import { freshSchemaQuery } from './schema.ts'

interface SourcePaneProps {
  sources: readonly DataSource[]
  source: DataSource | null
  /** In which names are written. */
  dialect: string
  schema: UseQueryResult<SchemaReply>
  mayChoose: boolean
  onChoose(id: number): void
  onInsert(text: string): void
}

/** The left pane of source mode: which data source, and what is in it. */
export function SourcePane({ sources, source, dialect, schema, mayChoose, onChoose, onInsert }: SourcePaneProps) {
  const cache = useQueryClient()
  const [isRefreshing, setIsRefreshing] = useState(false)
  const refresh = async (id: number) => {
    setIsRefreshing(true)
    try {
      await cache.fetchQuery(freshSchemaQuery(id))
    } catch {
      // The schema says so itself, as what is known of it does.
    } finally {
      setIsRefreshing(false)
    }
  }
  return (
    <aside className={styles.pane} aria-label="Data source and schema">
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
        />
      )}
    </aside>
  )
}
