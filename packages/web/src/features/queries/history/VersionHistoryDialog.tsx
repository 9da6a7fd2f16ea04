import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, SegmentedControl } from '@mantine/core'
import type { QueryVersion, QueryVersionContent } from '@sightline/contract/query-history.ts'
import { collapseUnchanged, lineDiff } from '@sightline/domain/line-diff.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { messageOf } from '../../../api/error.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import choices from '../../../ui/ChoiceList.module.css'
import { Dialog } from '../../../ui/Dialog.tsx'
import { ListSkeleton } from '../../../ui/ListSkeleton.tsx'
import { type LiveValue, useLive } from '../../../ui/live-value.ts'
import { ErrorPanel } from '../../../ui/Notice.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { versionQuery, versionsQuery } from '../api.ts'
import styles from './VersionHistoryDialog.module.css'

interface VersionHistoryDialogProps {
  queryId: number
  /** The text in the editor. */
  text: LiveValue<string>
  /** Puts a version into the editor, where it has to be saved; null if the user may not edit. */
  onRestore: ((content: QueryVersionContent) => void) | null
  onClose(): void
}

/** The versions of a query: what each changed, how it differs from the text in the editor, and a button to restore it. */
export default function VersionHistoryDialog({ queryId, text, onRestore, onClose }: VersionHistoryDialogProps) {
  const versions = useQuery(versionsQuery(queryId))
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.max(0, versions.data?.findIndex(({ version }) => version === chosen) ?? 0)
  const selected = versions.data?.[at]
  return (
    <Dialog opened onClose={onClose} title={t`Version History`} size={980}>
      {versions.error && <ErrorPanel lead={t`The versions could not be loaded.`} text={messageOf(versions.error) ?? ''} />}
      {versions.isPending && <ListSkeleton rows={5} />}
      {versions.data && selected && (
        <div className={styles.columns}>
          <VersionList versions={versions.data} selected={selected} onSelect={({ version }) => setChosen(version)} />
          <Selected
            key={selected.version}
            queryId={queryId}
            version={selected}
            before={versions.data[at + 1] ?? null}
            text={text}
            onRestore={onRestore}
          />
        </div>
      )}
    </Dialog>
  )
}

interface SelectedProps extends Pick<VersionHistoryDialogProps, 'queryId' | 'text' | 'onRestore'> {
  version: QueryVersion
  /** The previous version; null for the first known one. */
  before: QueryVersion | null
}

type Comparison = 'before' | 'editor'

function Selected({ queryId, version, before, text, onRestore }: SelectedProps) {
  const [comparison, setComparison] = useState<Comparison>(before === null ? 'editor' : 'before')
  const written = useLive(text, (now) => now)
  const content = useQuery(versionQuery(queryId, version.version))
  const earlier = useQuery({ ...versionQuery(queryId, before?.version ?? 0), enabled: before !== null })
  const error = content.error ?? earlier.error
  const own = content.data?.query ?? ''
  return (
    <section className={styles.selected} aria-label={t`Version ${version.version}`}>
      <div className={styles.bar}>
        {before !== null && (
          <SegmentedControl
            aria-label={t`Compared with`}
            value={comparison}
            onChange={(value) => setComparison(value === 'editor' ? 'editor' : 'before')}
            data={[
              { value: 'before', label: t`What it changed` },
              { value: 'editor', label: t`Compared with the Editor` },
            ]}
          />
        )}
        <span className={styles.spring} />
        {onRestore !== null && (
          <Button
            variant="default"
            size="sm"
            disabled={content.data === undefined}
            onClick={() => content.data && onRestore(content.data)}
          >
            <Trans>Restore in Editor</Trans>
          </Button>
        )}
      </div>
      {error && <ErrorPanel lead={t`The version could not be loaded.`} text={messageOf(error) ?? ''} />}
      {content.data === undefined || (before !== null && earlier.data === undefined) ? (
        error === null && <ListSkeleton rows={4} />
      ) : (
        <LineDiff
          label={t`Changes in the text`}
          before={comparison === 'before' ? (earlier.data?.query ?? '') : own}
          after={comparison === 'before' ? own : written}
        />
      )}
    </section>
  )
}

interface VersionListProps {
  /** Newest first. */
  versions: readonly QueryVersion[]
  selected: QueryVersion
  onSelect(version: QueryVersion): void
}

/** The list of versions with their authors and times. */
function VersionList({ versions, selected, onSelect }: VersionListProps) {
  return (
    <ol className={`${choices.list} ${styles.list}`} aria-label={t`Versions`}>
      {versions.map((version) => (
        <li key={version.version}>
          <button
            type="button"
            className={`${choices.choice} ${styles.version}`}
            aria-pressed={version === selected}
            onClick={() => onSelect(version)}
          >
            <Avatar id={version.user.id} name={version.user.name} profile_image_url={version.user.profile_image_url} />
            <span className={styles.words}>
              <span>
                <b>
                  <Trans>Version {version.version}</Trans>
                </b>{' '}
                <TimeAgo date={version.saved_at} />
              </span>
              <span className={styles.details}>
                {version.user.name} · {changesText(version.changes)}
              </span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

const fieldNames: Record<QueryVersion['changes'][number], string> = {
  name: t`name`,
  description: t`description`,
  query: t`text`,
  options: t`parameters`,
  data_source_id: t`data source`,
  schedule: t`schedule`,
  tags: t`tags`,
}

/** The names of the fields that a version changed; no fields are changed by the first known version. */
export function changesText(changes: QueryVersion['changes']): string {
  if (changes.length === 0) return t`first known version`
  return changes.map((field) => fieldNames[field]).join(', ')
}

/** Unchanged lines that are shown around each change. */
const CONTEXT = 3

const signs = { same: '', removed: '−', added: '+' }
const labels = { same: '', removed: 'removed: ', added: 'added: ' }

interface LineDiffProps {
  label: string
  before: string
  after: string
}

/** A line diff of two texts. */
function LineDiff({ label, before, after }: LineDiffProps) {
  const parts = useMemo(() => collapseUnchanged(lineDiff(before, after), CONTEXT), [before, after])
  if (parts.every(({ kind }) => kind === 'skipped'))
    return (
      <p className={styles.none}>
        <Trans>No changes.</Trans>
      </p>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className={styles.root} aria-label={label} tabIndex={0}>
      {parts.map((part, index) =>
        part.kind === 'skipped' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: gaps have no identity but their position
          <div key={index} className={styles.skipped}>
            {part.count === 1 ? t`1 unchanged line` : t`${part.count} unchanged lines`}
          </div>
        ) : (
          part.lines.map(({ kind, text, before: from, after: to }) => (
            <div key={`${from} ${to}`} className={styles.line} data-kind={kind}>
              <span className={styles.number}>{from ?? ''}</span>
              <span className={styles.number}>{to ?? ''}</span>
              <span className={styles.sign} aria-hidden>
                {signs[kind]}
              </span>
              <span className={styles.hidden}>{labels[kind]}</span>
              <code className={styles.text}>{text}</code>
            </div>
          ))
        ),
      )}
    </section>
  )
}
