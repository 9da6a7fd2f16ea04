import { t } from '@lingui/core/macro'
import { Select, Textarea } from '@mantine/core'
import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import type { LexicalRules } from '@sightline/domain/query-text/lexical-rules.ts'
import { useMemo, useState } from 'react'
import { schemaNames, searchInTable } from './schema-names.ts'

interface NamesFieldProps {
  /** The names of tables or columns, one per line. */
  value: string
  /** The schema of the data source; empty if it is unknown or too large. */
  tables: readonly SchemaTable[]
  /** The rules of the query text; null without a data source. */
  lexis: LexicalRules | null
  onChange(value: string): void
}

/** Number of names that the list shows at once. */
const MAX_NAMES = 200

/** The names that readers may choose, typed or taken from the schema. */
export function NamesField({ value, tables, lexis, onChange }: NamesFieldProps) {
  const isPossible = lexis === null || lexis.isSql === true
  const [search, setSearch] = useState('')
  const inTable = useMemo(() => searchInTable(tables, search), [tables, search])
  const table = inTable?.table
  const known = useMemo(
    () => (lexis?.isSql ? schemaNames(table === undefined ? tables : [table], lexis) : null),
    [tables, table, lexis],
  )
  const listed = new Set(value.split('\n'))
  const column = inTable?.column.toLowerCase() ?? ''
  const columns = (known?.columns ?? []).filter((name) => name.toLowerCase().includes(column))
  const groups = [
    { group: t`Tables`, items: inTable === null ? (known?.tables ?? []) : [] },
    { group: t`Columns`, items: inTable === null ? columns : columns.slice(0, MAX_NAMES) },
  ]
    .map(({ group, items }) => ({ group, items: items.filter((name) => !listed.has(name)) }))
    .filter(({ items }) => items.length > 0)
  const add = (name: string) => {
    onChange(value === '' || value.endsWith('\n') ? value + name : `${value}\n${name}`)
    setSearch('')
  }
  return (
    <>
      <Textarea
        label={t`Names`}
        description={
          isPossible
            ? t`One per line, as the database spells them. Quotes are added.`
            : t`Only SQL queries can have names of tables and columns. Use a dropdown list instead.`
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxRows={8}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {known !== null && tables.length > 0 && (
        <Select
          label={t`Add from the schema`}
          placeholder={t`Search tables and columns`}
          searchable
          filter={inTable === null ? undefined : ({ options }) => options}
          limit={MAX_NAMES}
          data={groups}
          searchValue={search}
          onSearchChange={setSearch}
          value={null}
          onChange={(name) => name !== null && add(name)}
          nothingFoundMessage={t`No table or column has this name.`}
        />
      )}
    </>
  )
}
