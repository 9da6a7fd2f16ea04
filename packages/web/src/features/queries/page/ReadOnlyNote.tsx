import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Query } from '@sightline/contract/queries.ts'
import { IconGitFork, IconLock } from '@tabler/icons-react'
import styles from './EditorPane.module.css'
import type { Rights } from './rights.ts'
import { useFork } from './use-fork.ts'
import type { QueryModel } from './use-query-model.ts'

interface ReadOnlyNoteProps {
  model: QueryModel
  query: Query
  rights: Rights
}

/** Says above the text that the editor takes no keys, and what to do instead. */
export function ReadOnlyNote({ model, query, rights }: ReadOnlyNoteProps) {
  const fork = useFork(model, query)
  return (
    <div className={styles.readOnly} role="note">
      <IconLock size={14} stroke={1.75} aria-hidden />
      <span>{noteText(query.is_archived, rights.mayFork)}</span>
      {rights.mayFork && (
        <Button size="xs" variant="default" leftSection={<IconGitFork size={14} stroke={1.75} />} onClick={() => void fork()}>
          <Trans>Fork</Trans>
        </Button>
      )}
    </div>
  )
}

/** Why the text cannot be changed, and how it can be. */
function noteText(isArchived: boolean, mayFork: boolean): string {
  if (mayFork) return t`Read-only: fork this query to change it`
  return isArchived ? t`Read-only: this query is archived` : t`Read-only: you may not change this query`
}
