import { Button, SegmentedControl } from '@mantine/core'
import type { QueryVersion, QueryVersionContent } from '@sightline/contract/query-history.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../api/error.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { LineDiff } from '../../../ui/diff/LineDiff.tsx'
import { ListSkeleton } from '../../../ui/ListSkeleton.tsx'
import { type LiveValue, useLive } from '../../../ui/live-value.ts'
import { ErrorPanel } from '../../../ui/Notice.tsx'
import { versionQuery, versionsQuery } from '../api.ts'
import styles from './VersionHistoryDialog.module.css'
import { VersionList } from './VersionList.tsx'

interface VersionHistoryDialogProps {
  queryId: number
  /** What stands in the editor. */
  text: LiveValue<string>
  /** Takes a state up in the editor, where it still has to be saved; null for those who may not edit. */
  onRestore: ((content: QueryVersionContent) => void) | null
  onClose(): void
}

/** The saved states of a query: what each changed, how it differs from the editor, and the way back to it. */
export default function VersionHistoryDialog({ queryId, text, onRestore, onClose }: VersionHistoryDialogProps) {
  const versions = useQuery(versionsQuery(queryId))
  const [chosen, setChosen] = useState<number | null>(null)
  const at = Math.max(0, versions.data?.findIndex(({ version }) => version === chosen) ?? 0)
  const selected = versions.data?.[at]
  return (
    <Dialog opened onClose={onClose} title="Version History" size={980}>
      {versions.error && <ErrorPanel lead="The versions could not be loaded." text={messageOf(versions.error) ?? ''} />}
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
  /** The version before; null for the first that is known. */
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
    <section className={styles.selected} aria-label={`Version ${version.version}`}>
      <div className={styles.bar}>
        {before !== null && (
          <SegmentedControl
            aria-label="Compared with"
            value={comparison}
            onChange={(value) => setComparison(value === 'editor' ? 'editor' : 'before')}
            data={[
              { value: 'before', label: 'What it changed' },
              { value: 'editor', label: 'Compared with the editor' },
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
            Restore in the editor
          </Button>
        )}
      </div>
      {error && <ErrorPanel lead="The version could not be loaded." text={messageOf(error) ?? ''} />}
      {content.data === undefined || (before !== null && earlier.data === undefined) ? (
        error === null && <ListSkeleton rows={4} />
      ) : (
        <LineDiff
          label="Differences of the text"
          before={comparison === 'before' ? (earlier.data?.query ?? '') : own}
          after={comparison === 'before' ? own : written}
        />
      )}
    </section>
  )
}
