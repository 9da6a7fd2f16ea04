import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Loader, TextInput } from '@mantine/core'
import { MAX_DASHBOARD_NAME_LENGTH } from '@sightline/contract/dashboards.ts'
import type { DataSource, SchemaTable } from '@sightline/contract/data-sources.ts'
import type { ExploredColumn } from '@sightline/domain/explore/exploration.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { textLanguage } from '@sightline/domain/query-dialect.ts'
import { firstRowsText } from '@sightline/domain/sql-text/preview.ts'
import { quotedName, tableParts } from '@sightline/domain/sql-text/quoted-name.ts'
import { starterColumns } from '@sightline/domain/starter/columns.ts'
import { starterOf, starterOptions, tableTitle } from '@sightline/domain/starter/pieces.ts'
import { starterDialect } from '@sightline/domain/starter/sql.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { exploredColumns } from '../../../results/mark-rows.ts'
import { sessionReader } from '../../../results/result-reader.ts'
import { ErrorPanel } from '../../../ui/Notice.tsx'
import { useTimeZone } from '../../../ui/time-zone.tsx'
import { runTextToEnd } from '../../executions/api.ts'
import { dashboardQuery } from '../api.ts'
import styles from '../creation.module.css'
import { createStarter, tryPieces } from './create-starter.ts'

/** Rows of the table from which the columns are chosen. */
const SAMPLE_ROWS = 1000

interface StarterFormProps {
  source: DataSource
  dialect: string
  table: SchemaTable
  /** `dashboard` is the slug of the one that gets the widgets; undefined for a new one. */
  target: { dashboard: string | undefined; tab: string | undefined }
}

/** The pieces of a starter dashboard of a table, of which any can be left out before it is created. */
export function StarterForm({ source, dialect, table, target }: StarterFormProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState(tableTitle(table.name).slice(0, MAX_DASHBOARD_NAME_LENGTH))
  const [omitted, setOmitted] = useState<ReadonlySet<string>>(new Set())
  const [failures, setFailures] = useState<ReadonlyMap<string, string>>(new Map())
  const [step, setStep] = useState<'trying' | 'creating' | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  const runDialect = source.dialects ? dialect : null
  const timeZone = useTimeZone()
  const { data: sample, error } = useQuery({
    queryKey: ['data_sources', source.id, 'starter', dialect, table.name],
    queryFn: ({ signal }) => loadColumns(source, dialect, table, signal),
    retry: false,
    gcTime: 0,
  })
  if (error !== null) return <ErrorPanel lead={t`The table could not be read:`} text={error.message} />
  if (sample === undefined)
    return (
      <p className={styles.loading} role="status">
        <Trans>
          <Loader size={16} type="oval" /> Reading the first rows…
        </Trans>
      </p>
    )

  const { columns, chosen: columnsOfUse } = sample
  const { date, pieces } = starterOf(
    { name: table.name, source: { ...source, dialect, language: textLanguage({ ...source, dialect }) }, columns, timeZone },
    columnsOfUse,
  )
  const chosen = pieces.filter(({ key }) => !omitted.has(key))
  const isNamed = target.dashboard !== undefined || name.trim() !== ''
  const toggle = (key: string) =>
    setOmitted((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]))

  const create = async (event: FormEvent) => {
    event.preventDefault()
    if (step !== null || chosen.length === 0 || !isNamed) return
    const controller = new AbortController()
    running.current = controller
    const definitions = starterOptions(date).parameters ?? []
    const queries = { source, dialect: runDialect, definitions, pieces: chosen }
    try {
      setStep('trying')
      const failed = await tryPieces(queries, controller.signal)
      setFailures(failed)
      if (failed.size > 0) return setStep(null)
      setStep('creating')
      const slug = await createStarter(
        queries,
        target.dashboard === undefined ? { name: name.trim() } : { slug: target.dashboard, tab: target.tab },
      )
      void cache.invalidateQueries({ queryKey: ['dashboards', 'lists'] })
      void cache.invalidateQueries({ queryKey: dashboardQuery(slug).queryKey })
      await navigate({ to: '/dashboard/$slug', params: { slug }, search: target.tab === undefined ? {} : { tab: target.tab } })
    } catch (failure) {
      if (controller.signal.aborted) return
      setStep(null)
      notify.failure(failure, t`The dashboard could not be created.`)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void create(event)}>
      {target.dashboard === undefined && (
        <TextInput
          label={t`Dashboard Name`}
          value={name}
          maxLength={MAX_DASHBOARD_NAME_LENGTH}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <Checkbox.Group label={t`Queries`} value={chosen.map(({ key }) => key)}>
        <ul className={styles.pieces}>
          {pieces.map(({ key, about, sql }) => (
            <li key={key}>
              <Checkbox value={key} label={about} onChange={() => toggle(key)} error={failures.get(key)} />
              <details className={styles.sql}>
                <summary>
                  <Trans>
                    SQL
                    <span className={styles.hidden}>
                      {' '}
                      <Trans>of {about}</Trans>
                    </span>
                  </Trans>
                </summary>
                <pre>{sql}</pre>
              </details>
            </li>
          ))}
        </ul>
      </Checkbox.Group>
      <p className={styles.note}>
        {date === null
          ? t`The dashboard has no period to choose, because the table has no column of dates or times that its queries can cut.`
          : t`The dashboard has a period, by “${date}”. It is empty at first: all rows count.${zoneNote(columns, date, timeZone)}`}{' '}
        <Trans>Columns were chosen by the first {localNumber(SAMPLE_ROWS)} rows.</Trans>
      </p>
      {failures.size > 0 && (
        <p className={styles.problem} role="alert">
          <Trans>Nothing was created, because a query failed. Leave it out, or try again.</Trans>
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit" loading={step !== null} disabled={chosen.length === 0 || !isNamed}>
          {target.dashboard === undefined ? t`Create Dashboard` : t`Add to Dashboard`}
        </Button>
        <span role="status" className={styles.note}>
          {step === 'trying' && t`Running the queries…`}
          {step === 'creating' && t`Saving…`}
        </span>
      </div>
    </form>
  )
}

/** Times with a zone mean other days elsewhere, and the queries name the zone of their author. */
const zoneNote = (columns: readonly ExploredColumn[], date: string, timeZone: string) =>
  columns.some(({ name, isInstant }) => name === date && isInstant) ? t` Its days and months are those in ${timeZone}.` : ''

/** Reads some rows of a table and chooses its columns by them. */
async function loadColumns(source: DataSource, dialect: string, table: SchemaTable, signal: AbortSignal) {
  const query = firstRowsText(quotedName(tableParts(table.name), dialect), dialect, SAMPLE_ROWS)
  const run = { dataSourceId: source.id, dialect: source.dialects ? dialect : null, queryId: null, autoLimit: false }
  const first = await runTextToEnd({ ...run, query, parameters: {}, definitions: [] }, signal)
  const sample = await sessionReader.window(first.result.id, { offset: 0, limit: SAMPLE_ROWS, filters: [] }, signal)
  const columns = exploredColumns(sample)
  const keys = new Set([
    ...table.columns.filter(({ primary }) => primary).map(({ name }) => name),
    ...(table.foreign_keys ?? []).flatMap((key) => key.columns),
  ])
  const hasTextDates = starterDialect({ ...source, dialect })?.hasTextDates ?? false
  return { columns, chosen: starterColumns(columns, sample.rows, keys, hasTextDates) }
}
