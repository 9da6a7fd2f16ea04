import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { api } from '@sightline/contract/api.ts'
import { type ImportReport, type TransferKind, transferKinds } from '@sightline/contract/transfer.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sendFile } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { endpointUrl } from '../../api/url.ts'
import { notify } from '../../app/notify.ts'
import { RequireSuperAdmin, SettingsPage } from '../../app/SettingsPage.tsx'
import { ErrorPanel } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/SidebarPage.tsx'
import styles from './TransferPage.module.css'

const TITLE = t`Export and Import`

/** Exports everything from this installation, and imports such an export. For super admins. */
export const TransferPage = () => (
  <RequireSuperAdmin title={TITLE}>
    <SettingsPage>
      <PageHead title={<h1>{TITLE}</h1>} />
      <div className={styles.cards}>
        <ExportCard />
        <ImportCard />
      </div>
    </SettingsPage>
  </RequireSuperAdmin>
)

function ExportCard() {
  return (
    <section className={styles.card} aria-labelledby="export-title">
      <h2 id="export-title">
        <Trans>Export</Trans>
      </h2>
      <p>
        <Trans>
          One JSON file with all queries and their visualizations, dashboards, alerts, subscriptions, snippets, groups, users,
          data sources and alert destinations. Passwords, API keys and the secrets of data sources and destinations are left
          out, and so are results.
        </Trans>
      </p>
      <Button
        component="a"
        href={exportUrl()}
        download
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.75} />}
      >
        <Trans>Export Everything</Trans>
      </Button>
    </section>
  )
}

function ImportCard() {
  const cache = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const dryRun = useMutation({ mutationFn: (chosen: File) => importFile(chosen, true) })
  const importing = useMutation({
    mutationFn: (chosen: File) => importFile(chosen, false),
    onSuccess: () => {
      notify.success(t`Imported.`)
      void cache.invalidateQueries()
    },
    onError: (error) => notify.failure(error),
  })
  const choose = (chosen: File | null) => {
    if (chosen === null) return
    setFile(chosen)
    importing.reset()
    dryRun.mutate(chosen)
  }
  const report = importing.data ?? dryRun.data
  return (
    <section className={styles.card} aria-labelledby="import-title">
      <h2 id="import-title">
        <Trans>Import</Trans>
      </h2>
      <p>
        <Trans>
          Upload a Sightline export, or replies of the Redash API saved as JSON. You review the changes before anything is
          imported. Existing items do not change. New users get no invitation email. Secrets are not part of a file: enter those
          of destinations again; data sources stay paused until you enter theirs.
        </Trans>
      </p>
      <FileButton accept="application/json,.json" onChange={choose} inputProps={{ 'aria-label': t`File to import` }}>
        {(button) => (
          <Button
            {...button}
            variant="default"
            loading={dryRun.isPending}
            disabled={importing.isPending}
            leftSection={<IconUpload size={16} stroke={1.75} />}
          >
            <Trans>Choose File</Trans>
          </Button>
        )}
      </FileButton>
      {dryRun.error !== null && (
        <div className={styles.part}>
          <ErrorPanel
            lead={file === null ? t`The file cannot be imported.` : t`${file.name} cannot be imported.`}
            text={messageOf(dryRun.error) ?? ''}
          />
        </div>
      )}
      {report !== undefined && dryRun.error === null && (
        <div className={styles.part} role="status">
          <Report report={report} fileName={file?.name ?? ''} />
          {importing.data === undefined && (
            <Button
              loading={importing.isPending}
              disabled={countOf(report.made) === 0}
              onClick={() => file !== null && importing.mutate(file)}
            >
              <Trans>Import</Trans>
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

const kindNames: Record<TransferKind, string> = {
  groups: t`Groups`,
  users: t`Users`,
  data_sources: t`Data sources`,
  destinations: t`Alert destinations`,
  queries: t`Queries`,
  dashboards: t`Dashboards`,
  alerts: t`Alerts`,
  subscriptions: t`Subscriptions to reports`,
  query_snippets: t`Snippets`,
}

const countOf = (made: ImportReport['made']) => Object.values(made).reduce((sum, count) => sum + count, 0)

function Report({ report: { is_dry_run, made, kept, notes }, fileName }: { report: ImportReport; fileName: string }) {
  return (
    <>
      <h3 className={styles.lead}>{is_dry_run ? t`${fileName} contains:` : t`${fileName} was imported:`}</h3>
      <table className={styles.counts} aria-label={t`Contents of the file`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Item</Trans>
            </th>
            <th scope="col">
              <Trans>New</Trans>
            </th>
            <th scope="col">
              <Trans>Existing</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {transferKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{kindNames[kind]}</th>
              <td>{localNumber(made[kind])}</td>
              <td>{localNumber(kept[kind])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.length > 0 && (
        <ul className={styles.notes} aria-label={t`Notes`}>
          {notes.map((note, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a report never changes
            <li key={at}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** The URL of the export. For super admins. */
const exportUrl = () => endpointUrl(api.transfer.export)

/**
 * Imports a file.
 * @param isDryRun only reports what would be created
 * @throws ApiError
 */
const importFile = (file: File, isDryRun: boolean): Promise<ImportReport> =>
  sendFile(api.transfer.import, { query: { dry_run: isDryRun } }, file)
