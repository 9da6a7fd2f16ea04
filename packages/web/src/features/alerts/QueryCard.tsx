import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { AlertWarning } from '@sightline/contract/alerts.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { IconAlertTriangle, IconClock, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useClientConfig } from '../../app/session.ts'
import { HealthLine } from '../../ui/HealthMark.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SEARCH_DEBOUNCE_MS } from '../../ui/SearchBox.tsx'
import { useScheduleText } from '../../ui/schedule/use-schedule-text.ts'
import { DateTime } from '../../ui/time-zone.tsx'
import { queryHealthQuery } from '../queries/api.ts'
import styles from './alerts.module.css'
import { querySearch } from './api.ts'
import { Card } from './Card.tsx'
import type { AlertDraft } from './draft.ts'
import { warningTexts } from './texts.ts'

/** Least length of a search term. */
const SEARCH_FROM = 3

interface QueryCardProps {
  chosen: AlertDraft['query']
  /** The chosen query; undefined while it is loading. */
  query: Query | undefined
  isReadOnly: boolean
  /** The next scheduled run; null if unknown. */
  nextRun: string | null
  warnings: readonly AlertWarning[]
  onChange(query: AlertDraft['query']): void
}

/** The query that an alert watches, its next run, and warnings why the alert may never fire. */
export function QueryCard({ chosen, query, isReadOnly, nextRun, warnings, onChange }: QueryCardProps) {
  return (
    <Card title={t`Query`}>
      <QuerySelect chosen={chosen} isReadOnly={isReadOnly} onChange={onChange} />
      {query && <Refreshing query={query} nextRun={nextRun} />}
      {warnings.length > 0 && (
        <div className={styles.warnings}>
          <Notice icon={<IconAlertTriangle size={16} stroke={1.75} />}>
            {warnings.map((warning) => (
              <div key={warning}>{warningTexts[warning]}</div>
            ))}
          </Notice>
        </div>
      )}
    </Card>
  )
}

function QuerySelect({ chosen, isReadOnly, onChange }: Pick<QueryCardProps, 'chosen' | 'isReadOnly' | 'onChange'>) {
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  const isSearching = term.length >= SEARCH_FROM && term !== chosen?.name
  const found = useQuery({ ...querySearch(term), enabled: isSearching })
  const offered = isSearching ? (found.data?.results ?? []) : []
  const choices = [...(chosen ? [chosen] : []), ...offered.filter(({ id }) => id !== chosen?.id)]
  return (
    <Select
      aria-label={t`Query`}
      required
      placeholder={t`Search a query by name`}
      leftSection={<IconSearch size={14} stroke={1.75} />}
      rightSection={chosen && isReadOnly ? <span className={styles.section}>#{chosen.id}</span> : undefined}
      rightSectionWidth={chosen && isReadOnly ? 'auto' : undefined}
      searchable
      clearable={!isReadOnly}
      clearButtonProps={{ size: 'sm', 'aria-label': t`Choose another query` }}
      disabled={isReadOnly}
      data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      // The server has already filtered the choices.
      filter={({ options }) => options}
      value={chosen ? String(chosen.id) : null}
      onChange={(id) => onChange(choices.find((choice) => String(choice.id) === id) ?? null)}
      onSearchChange={setTyped}
      renderOption={({ option }) => `${option.label} #${option.value}`}
      nothingFoundMessage={nothingText(typed.trim(), found.isFetching)}
      data-autofocus={!chosen || undefined}
    />
  )
}

function nothingText(typed: string, isLoading: boolean): string {
  if (typed.length < SEARCH_FROM) return t`Type at least ${SEARCH_FROM} characters.`
  return isLoading ? t`Loading...` : t`Sorry, we couldn't find anything.`
}

function Refreshing({ query, nextRun }: { query: Query; nextRun: string | null }) {
  const { dateTimeFormat } = useClientConfig()
  const schedule = useScheduleText(query.schedule)
  const { data: health } = useQuery(queryHealthQuery(query.id))
  const isScheduled = query.schedule?.interval && !query.schedule.disabled
  return (
    <div className={styles.under}>
      <IconClock size={14} stroke={1.75} aria-hidden />
      <span>
        {isScheduled ? `${t`Refreshes ${schedule.replace(/^Every/, 'every')}.`} ` : ''}
        <Trans>The alert is checked after each refresh.</Trans>
        {nextRun !== null && (
          <>
            {' '}
            <Trans>
              Next check: <DateTime value={nextRun} format={dateTimeFormat} />.
            </Trans>
          </>
        )}
      </span>
      {health && <HealthLine health={health} retrievedAt={health.retrieved_at} />}
      <Link to="/queries/$queryId" params={{ queryId: String(query.id) }}>
        <Trans>Open Query</Trans>
      </Link>
    </div>
  )
}
