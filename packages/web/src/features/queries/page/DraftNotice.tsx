import { Button } from '@mantine/core'
import { IconPencilExclamation } from '@tabler/icons-react'
import { Notice } from '../../../ui/Notice.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import styles from './DraftNotice.module.css'
import type { KeptDrafts } from './use-kept-draft.ts'

/** Offers what was not saved when the page was open the last time. */
export function DraftNotice({ kept: { offered, restore, discard } }: { kept: KeptDrafts }) {
  if (offered === null) return null
  return (
    <div className={styles.root}>
      <Notice icon={<IconPencilExclamation size={16} stroke={1.75} />}>
        <div className={styles.line}>
          <span className={styles.text}>
            You have changes from <TimeAgo date={offered.kept_at} /> that were not saved.
            {offered.isOutdated && ' The query has been saved since.'}
          </span>
          <span className={styles.actions}>
            <Button size="xs" variant="default" onClick={restore}>
              Restore
            </Button>
            <Button size="xs" variant="subtle" onClick={discard}>
              Discard
            </Button>
          </span>
        </div>
      </Notice>
    </div>
  )
}
